// A move that was chosen before its turn has come, and what becomes of it.

import type { Situation, Step } from '../../engine/types';
import type { OnlineGame } from '../../online/fold';

/** What the server is asked for where dice are to be rolled. */
export const ROLL = 'roll';

export interface Prepared {
  move: string; // in notation, or ROLL
  steps: Step[];
  event: number; // the last that was known when it was chosen …
  plies: number; // … and how many had been played
}

/** Changed: moves were taken back, or the seat has moved since. Impossible: its turn has come, and it can't be played. */
export type Fate = 'wait' | 'play' | 'impossible' | 'changed' | 'over';

/** Of a game that is known to the end, as `situation` shows it; `seat` is whose move it is, from 1. */
export function fateOf(prepared: Prepared, game: OnlineGame, seat: number, situation: Situation): Fate {
  const { move, event, plies } = prepared;
  if (game.phase !== 'playing') return 'over';
  const isOtherPast = game.last < event || game.takenBackAt > event;
  if (isOtherPast || game.moves.slice(plies).some((entry) => entry.seat === seat)) return 'changed';
  if (situation.turn !== seat - 1) return 'wait';
  if (situation.awaits === 'roll') return move === ROLL ? 'play' : 'impossible';
  return situation.moves.some((legal) => legal.move === move) ? 'play' : 'impossible';
}
