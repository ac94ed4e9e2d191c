// Moves that were made here and that the server has not acknowledged yet: kept, so that they outlive a lost
// connection and a closed page, and sent one after the other. A number is only ever taken once, so sending one
// twice does no harm.

import type { Entry } from './events';
import type { OnlineGame } from './fold';
import type { PendingMove } from './shelf';

/** Why a move was not made: the server refused it; something else stands there; moves were taken back; the game is over. */
export type DropCause = 'refused' | 'taken' | 'takenback' | 'over';

export interface Settled {
  pending: PendingMove[];
  cause: DropCause | null; // if moves were dropped
  dropped: PendingMove[];
}

function isSame({ seat, kind, move }: Entry, mine: number | null, pending: PendingMove): boolean {
  return seat === mine && (kind === 'roll' ? 'roll' : move) === pending.move;
}

const dropAll = (dropped: PendingMove[], cause: DropCause): Settled => ({ pending: [], cause, dropped });

/** What is left to be sent of a game that is known to the end; `mine` is the seat of whoever moves here. */
export function settle(game: OnlineGame, mine: number | null, pending: PendingMove[]): Settled {
  const [first, ...rest] = pending;
  if (!first) return { pending, cause: null, dropped: [] };
  const entry = game.moves[first.number - 1];
  if (entry) return isSame(entry, mine, first) ? settle(game, mine, rest) : dropAll(pending, 'taken');
  if (game.phase === 'over') return dropAll(pending, 'over');
  return first.number > game.moves.length + 1 ? dropAll(pending, 'takenback') : { pending, cause: null, dropped: [] };
}

/** A move made after all that are known, or wait. */
export function nextMove(game: OnlineGame, pending: PendingMove[], move: string): PendingMove {
  return { number: game.moves.length + pending.length + 1, move, event: game.last };
}

/** What becomes of a move that was answered so. */
export function judgeStatus(status: number): 'done' | 'again' | 'refused' {
  if (status >= 200 && status < 300) return 'done';
  return status === 0 || status === 429 || status >= 500 ? 'again' : 'refused';
}
