// A special rule that a ply met, in one sentence.

import type { Notice, Played } from '../engine/types';
import type { Messages } from '../i18n/index.svelte';
import { onlyPerson, sideName } from './names';
import type { SavedGame } from './saved';

/** A lost turn passes by itself: only words tell whose it was, and what had been rolled. */
export function noticeText(saved: SavedGame, { seat, before }: Played, notice: Notice, t: Messages): string {
  const { notices, turnLost, turnLostYours } = t.play;
  if (notice !== 'turn-lost' || before.roll === null) return notices[notice];
  if (onlyPerson(saved) === seat) return turnLostYours(before.roll);
  return turnLost(
    saved.seating.length === 2 && onlyPerson(saved) !== null ? t.play.computer : sideName(saved, seat, t),
    before.roll,
  );
}
