// A board on which nothing lies, to be filled in.

import type { Situation } from '../engine/types';

/** A situation with nothing in it: nothing can be done there. */
export function emptySituation(game: string, position = ''): Situation {
  return {
    game,
    position,
    cells: [],
    held: [],
    roll: null,
    shape: null,
    hasHeaps: false,
    seats: 2,
    sides: 2,
    sideNames: [],
    turn: 0,
    awaits: 'move',
    plies: 0,
    moves: [],
    out: [],
    offer: 'none',
    result: null,
    ending: { why: null, rest: null },
    last: null,
  };
}
