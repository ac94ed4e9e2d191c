// How a game ended, in words.

import type { GameEnding } from '../engine/types';
import { reasonText } from '../i18n/games';
import type { Messages } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
import { calledName, calledSide, onlyPerson, sidesOf } from './names';
import type { SavedGame } from './saved';

export interface Outcome {
  title: string;
  why: string;
  score: string | null;
  isMine: boolean | null; // won by the only person; null: drawn, or nobody in particular
}

/** A title said aloud: with a stop, unless it has one. */
export function asSentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}

/** `ending` is what the engine says of the end. */
export function outcomeOf(saved: SavedGame, ending: GameEnding, t: Messages): Outcome | null {
  const { result } = saved;
  if (!result) return null;
  const me = onlyPerson(saved);
  const { winner, culprit, reason, score } = result;
  const isMine = me === null || winner === null ? null : me % sidesOf(saved) === winner;
  const name = winner === null ? '' : calledSide(saved, winner, t);
  const title =
    winner === null
      ? t.play.end.draw
      : isMine === null
        ? t.play.end.won(name)
        : isMine
          ? t.play.end.youWon
          : t.play.end.youLost;
  const about = culprit !== null ? calledName(saved, culprit, t) : name;
  const why = reasonText(gameOf(saved.line), reason, about, ending, t.language);
  return { title, why, score: score?.replace('-', ' – ') ?? null, isMine };
}
