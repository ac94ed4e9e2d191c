// Situations made by hand for the gallery: what the engine would say of them.

import type { MoveInfo, Played, Preview, Situation, Step, StoryEvent } from '../engine/types';
import { OWARE_PITS, readOware, readPylos } from '../boards/notation';

export interface Scene {
  name: string;
  situation: Situation;
  chosen?: Step[];
  preview?: Preview;
  story?: Played;
  isSmall?: boolean;
  arrows?: { steps: Step[]; weight: number }[];
}

function situation(game: string, position: string, turn: number | null, moves: MoveInfo[], held: number[], last: Played | null): Situation {
  return {
    game, position, seats: 2, sides: 2, turn, awaits: turn === null ? null : 'move', plies: 7, moves, held, out: [], offer: 'none',
    result: turn === null ? { result: '1-0', score: null, winner: 0, reason: 'majority', culprit: null } : null, last,
  };
}

/** Sowing and capturing, just enough to have something to show. */
export function owareEvents(position: string, move: string): { events: StoryEvent[]; after: string } {
  const { pits, stores, side } = readOware(position);
  const from = OWARE_PITS.indexOf(move);
  const events: StoryEvent[] = [{ kind: 'lift', cell: move, count: pits[from]!, side }];
  let seeds = pits[from]!;
  pits[from] = 0;
  let pit = from;
  while (seeds > 0) {
    pit = (pit + 1) % 12;
    if (pit === from) continue;
    pits[pit]!++;
    seeds--;
    events.push({ kind: 'sow', cell: OWARE_PITS[pit]! });
  }
  for (; Math.floor(pit / 6) === 1 - side && [2, 3].includes(pits[pit]!); pit = (pit + 11) % 12) {
    events.push({ kind: 'capture', cell: OWARE_PITS[pit]!, count: pits[pit]!, side });
    stores[side] += pits[pit]!;
    pits[pit] = 0;
  }
  return { events, after: [...pits, ...stores, 'NS'[side]].join('-') };
}

function owareMoves(position: string): MoveInfo[] {
  const { pits, side } = readOware(position);
  return [...OWARE_PITS].slice(side * 6, side * 6 + 6).filter((_, i) => pits[side * 6 + i]! > 0)
    .map((move) => ({ move, steps: [{ kind: 'pick', cell: move }] }));
}

export function oware(position: string, last: Played | null = null, isOver = false): Situation {
  const view = readOware(position);
  return situation('oware', position, isOver ? null : view.side, isOver ? [] : owareMoves(position), view.stores, last);
}

export function owarePlayed(before: string, move: string): { played: Played; after: Situation } {
  const { events, after } = owareEvents(before, move);
  const played: Played = { seat: readOware(before).side, move, before, events, notices: [] };
  return { played, after: oware(after, played) };
}

const OWARE_START = '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S';
const OWARE_MIDDLE = '1-0-7-2-0-6-1-2-3-1-11-2-8-4-S';
const OWARE_RICH = '0-2-1-15-3-5-4-2-1-2-1-0-7-5-S';

function owareScenes(): Scene[] {
  const middle = owarePlayed('1-0-6-1-8-5-0-1-3-1-11-2-5-4-S', 'E');
  const sowing = owarePlayed(OWARE_RICH, 'F');
  const f = owareEvents(OWARE_RICH, 'F');
  return [
    { name: 'oware-start', situation: oware(OWARE_START) },
    { name: 'oware-middle', situation: { ...middle.after } },
    { name: 'oware-preview', situation: oware(OWARE_RICH), preview: { move: 'F', after: f.after, events: f.events } },
    { name: 'oware-story', situation: sowing.after, story: sowing.played },
    { name: 'oware-end', situation: oware('0-0-1-0-0-2-0-1-0-0-1-0-26-17-N', null, true) },
    { name: 'oware-arrows', situation: oware(OWARE_MIDDLE), arrows: [{ steps: [{ kind: 'pick', cell: 'F' }], weight: 1 }, { steps: [{ kind: 'pick', cell: 'C' }], weight: 0.4 }] },
    { name: 'oware-small', situation: oware(OWARE_MIDDLE), isSmall: true },
  ];
}

function put(cell: string): MoveInfo {
  return { move: cell, steps: [{ kind: 'put', cell }] };
}

/** Puts on open cells, raises of own balls that carry nothing: just enough to try the board. */
function pylosMoves(position: string): MoveInfo[] {
  const { cells, side } = readPylos(position);
  const moves = cells.filter((cell) => cell.isOpen).map((cell) => put(cell.cell));
  const carries = (level: number, file: number, rank: number) => cells.some((c) =>
    c.side !== null && c.level === level + 1 && [0, 1].includes(file - c.file) && [0, 1].includes(rank - c.rank));
  const above = (level: number, file: number, rank: number, to: { level: number; file: number; rank: number }) =>
    to.level === level + 1 && [0, 1].includes(file - to.file) && [0, 1].includes(rank - to.rank);
  for (const ball of cells.filter((c) => c.side === side && !carries(c.level, c.file, c.rank))) {
    for (const to of cells.filter((c) => c.isOpen && c.level > ball.level && !above(ball.level, ball.file, ball.rank, c))) {
      moves.push({ move: `${ball.cell}>${to.cell}`, steps: [{ kind: 'pick', cell: ball.cell }, { kind: 'put', cell: to.cell }] });
    }
  }
  return moves;
}

export function pylos(position: string, last: Played | null = null, isOver = false, moves?: MoveInfo[], game = 'pylos'): Situation {
  const view = readPylos(position);
  return situation(game, position, isOver ? null : view.side, isOver ? [] : (moves ?? pylosMoves(position)), view.reserves, last);
}

const PYLOS_MIDDLE = 'wbwb/wwbb/bwwb/.bw.|wb./bw./...|../..|. w';
const PYLOS_SQUARE = 'wwb./w.bb/bwwb/....|.../.../...|../..|. w';
const PYLOS_END = 'wbbw/bwwb/bwbw/wbbw|wbw/bwb/bwb|bw/wb|w b';

function pylosScenes(): Scene[] {
  const lastPut: Played = {
    seat: 1, move: '2b1', before: PYLOS_MIDDLE.replace('|wb.', '|w..').replace(' w', ' b'), events: [{ kind: 'put', cell: '2b1', side: 1 }], notices: [],
  };
  const recovery: MoveInfo[] = ['1a1', '1b1', '1a2', '1b2'].flatMap((first, i, all) => [
    { move: `1b2-${first}`, steps: [{ kind: 'put', cell: '1b2' }, { kind: 'recover', cell: first }] } as MoveInfo,
    ...all.slice(i + 1).map((second): MoveInfo => ({
      move: `1b2-${first}-${second}`,
      steps: [{ kind: 'put', cell: '1b2' }, { kind: 'recover', cell: first }, { kind: 'recover', cell: second }],
    })),
  ]);
  const squareMoves = [...pylosMoves(PYLOS_SQUARE).filter((move) => move.move !== '1b2'), ...recovery];
  const square = pylos(PYLOS_SQUARE, null, false, squareMoves);
  const climb: Played = {
    seat: 0, move: '1c4>2c2-1b2-1a1', before: PYLOS_MIDDLE,
    events: [
      { kind: 'lift', cell: '1c4', count: 1, side: 0 }, { kind: 'put', cell: '2c2', side: 0 },
      { kind: 'recover', cell: '2c2', side: 0 }, { kind: 'recover', cell: '2b2', side: 0 },
    ],
    notices: ['recovery-two'],
  };
  const after = 'wbwb/wwbb/bwwb/.b..|wb./b../...|../..|. b';
  return [
    { name: 'pylos-start', situation: pylos('..../..../..../....|.../.../...|../..|. w') },
    { name: 'pylos-middle', situation: pylos(PYLOS_MIDDLE, lastPut) },
    { name: 'pylos-lifted', situation: pylos(PYLOS_MIDDLE, lastPut), chosen: [{ kind: 'pick', cell: '1c4' }] },
    { name: 'pylos-square', situation: square, chosen: [{ kind: 'put', cell: '1b2' }] },
    { name: 'pylos-one', situation: square, chosen: [{ kind: 'put', cell: '1b2' }, { kind: 'recover', cell: '1a1' }] },
    { name: 'pylos-story', situation: pylos(after, climb), story: climb },
    { name: 'pylos-end', situation: pylos(PYLOS_END, { seat: 0, move: '4a1', before: PYLOS_END.replace('|w b', '|. w'), events: [{ kind: 'put', cell: '4a1', side: 0 }], notices: [] }, true) },
    { name: 'pylos-three', situation: pylos('wbw/bbw/ww.|b./..|. b', null, false, undefined, 'pylos:base=3') },
    { name: 'pylos-arrows', situation: pylos(PYLOS_MIDDLE), arrows: [{ steps: [{ kind: 'pick', cell: '1c4' }, { kind: 'put', cell: '2c2' }], weight: 1 }, { steps: [{ kind: 'put', cell: '1d4' }], weight: 0.4 }] },
    { name: 'pylos-small', situation: pylos(PYLOS_MIDDLE), isSmall: true },
  ];
}

export const SCENES: Scene[] = [...owareScenes(), ...pylosScenes()];
