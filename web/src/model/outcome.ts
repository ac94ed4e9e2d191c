// How a game ended, in words.

import type { GameEnding, Situation } from '../engine/types';
import { reasonText, sideNames } from '../i18n/games';
import type { Messages } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
import { calledName, calledSide, onlyPerson, personSeats, sidesOf } from './names';
import { playerAt, type SavedGame } from './saved';

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

/** '22-26', on one line: a dash alone could end one. */
const spaced = (score: string): string => score.replace('-', '\u00a0–\u2060\u00a0');

const isTeamGame = (saved: SavedGame): boolean => saved.seating.length > sidesOf(saved);

/** Whether a game may be analysed: partners may not be advised, so one in teams only once it is over. */
export function mayAnalyse(saved: SavedGame): boolean {
  return saved.result !== null || !isTeamGame(saved) || personSeats(saved).length === 0;
}

/** Whose deed ended the game: a seat's or a side's. One person's only opponent is the computer, whatever its colour. */
function aboutWhom(saved: SavedGame, which: number, isSeat: boolean, t: Messages): string {
  const isDuel = saved.seating.length === 2 && onlyPerson(saved) !== null;
  if (isDuel && playerAt(saved, which).kind === 'computer') return t.play.computer;
  return isSeat ? calledName(saved, which, t) : calledSide(saved, which, t);
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
  const about = culprit ?? winner;
  const isYou = about !== null && about === me && !isTeamGame(saved);
  const who = about === null ? '' : aboutWhom(saved, about, culprit !== null, t);
  const why = reasonText(gameOf(saved.line), reason, who, ending, t.language, isYou);
  return { title, why, score: score && spaced(score), isMine };
}

/** The same of a position that nobody plays: of sides, in a line. '' while it goes on. */
export function verdictOf(situation: Situation, t: Messages): string {
  const { result, sides, ending } = situation;
  if (!result) return '';
  const game = gameOf(situation);
  const winner = result.winner === null ? '' : (sideNames(game, t.language)[result.winner % sides] ?? '');
  const title = result.winner === null ? t.play.end.draw : t.play.end.won(winner);
  const score = result.score ? ` (${spaced(result.score)})` : '';
  return `${title}${score}. ${reasonText(game, result.reason, winner, ending, t.language)}`;
}
