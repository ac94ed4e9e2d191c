// Real positions for the cards of the first page, which shows them before the engine is there.

import type { GameName, Situation } from '../engine/types';

function resting(game: string, position: string, held: number[]): Situation {
  return {
    game, position, held, seats: held.length, sides: held.length, turn: 0, awaits: 'move', plies: 0, moves: [], out: [],
    offer: 'none', result: null, last: null,
  };
}

/** A position as a picture: nothing can be done on it. Boards read what they draw from the position. */
export function picture(game: string, position: string): Situation {
  return resting(game, position, []);
}

export const demos: Record<GameName, Situation> = {
  oware: resting('oware', '0-6-1-7-2-3-5-0-6-1-7-2-5-3-S', [5, 3]),
  pylos: resting('pylos', 'wbwb/bwwb/wbbw/bwwb|wb./.w./..b|../..|. w', [7, 7]),
  six: resting('six', 'r:-1,1;0,0;0,2;1,1;2,-1;2,1 b:-1,2;0,1;1,-1;1,0;1,2;3,-1 15-15 r', [15, 15]),
  dados: resting('dados', 'b...g./.gb..b/..ggb./.bg.g./..b..g/g..b.. 1 8', [12, 13]),
};
