// Where everything of Secuencia de Dados lies: the printed board, the dice, the chips that are left.

import type { DadosSquare } from './view';

export const SQUARE = 100;
export const CHIP = 38; // radius

const TARGET_PX = 44;

export type Shape = 'side' | 'below' | 'band';

export interface DadosLayout {
  shape: Shape;
  width: number;
  height: number;
  pad: number; // from the edge of the board to its squares
  board: number; // how wide the board is
  tray: { x: number; y: number; width: number; height: number };
  dice: { x: number; y: number }[];
  die: number; // half of an edge
  total: { x: number; y: number; size: number };
  spot(square: { file: number; rank: number }): { x: number; y: number };
  /** Where the chips of a side are taken from and go back to; `order` from the one at the lower edge. */
  supply(order: number): { x: number; y: number; scale: number };
}

function layoutOf(shape: Shape): DadosLayout {
  const pad = shape === 'band' ? 5 : 30;
  const board = 6 * SQUARE + 2 * pad;
  const gap = shape === 'band' ? 0 : 14;
  const spot = ({ file, rank }: { file: number; rank: number }) => ({
    x: pad + (file + 0.5) * SQUARE,
    y: pad + (5 - rank + 0.5) * SQUARE,
  });
  if (shape === 'side') {
    const tray = { x: board + gap, y: 0, width: 176, height: board };
    const x = tray.x + tray.width / 2;
    return {
      shape,
      width: board + gap + tray.width,
      height: board,
      pad,
      board,
      tray,
      spot,
      die: 31,
      dice: [
        { x: x - 37, y: board / 2 - 66 },
        { x: x + 36, y: board / 2 - 8 },
      ],
      total: { x, y: board / 2 + 102, size: 60 },
      supply: (order) => ({ x: x - 28, y: order === 0 ? board - 62 : 72 + (order - 1) * 98, scale: 0.92 }),
    };
  }
  const high = shape === 'band' ? 62 : 132;
  const tray = { x: 0, y: board + gap, width: board, height: high };
  const y = tray.y + high / 2;
  const die = shape === 'band' ? 18 : 32;
  const left = shape === 'band' ? 36 : 54;
  return {
    shape,
    width: board,
    height: board + gap + high,
    pad,
    board,
    tray,
    spot,
    die,
    dice: [
      { x: left, y: y + 5 },
      { x: left + die * (shape === 'band' ? 2.9 : 2.75), y: y + (shape === 'band' ? 2 : -6) },
    ],
    total: { x: left + die * (shape === 'band' ? 5.6 : 4.9) + 12, y: y, size: shape === 'band' ? 40 : 58 },
    supply: (order) => ({
      x: board - (shape === 'band' ? 78 : 104) - order * (shape === 'band' ? 112 : 128),
      y,
      scale: shape === 'band' ? 0.62 : 0.78, // three beside the total
    }),
  };
}

export const LAYOUTS: Record<Shape, DadosLayout> = {
  side: layoutOf('side'),
  below: layoutOf('below'),
  band: layoutOf('band'),
};

/** The layout with the largest squares in a room of this size. */
export function layoutFor(width: number, height: number): DadosLayout {
  const squareIn = (layout: DadosLayout) => Math.min(width / layout.width, height / layout.height);
  // The band is the tightest and the least handsome: only where fingers would miss the squares otherwise.
  const best = squareIn(LAYOUTS.side) > squareIn(LAYOUTS.below) ? LAYOUTS.side : LAYOUTS.below;
  return squareIn(best) * SQUARE < TARGET_PX ? LAYOUTS.band : best;
}

/** Squares whose chips a 10 can't take. */
export const isProtected = (square: { number: number }): boolean => square.number === 2 || square.number === 12;

export interface Run {
  side: number;
  squares: DadosSquare[];
}

/** Unbroken lines of at least `least` chips of one colour, across, upright and slanting; each as long as it goes. */
export function runsOf(squares: readonly DadosSquare[], least: number): Run[] {
  const at = new Map(squares.map((square) => [square.file * 10 + square.rank, square]));
  const runs: Run[] = [];
  for (const [df, dr] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    for (const first of squares) {
      const next = (square: DadosSquare, step: number) => {
        const [file, rank] = [square.file + df * step, square.rank + dr * step];
        const other = file < 0 || rank < 0 ? undefined : at.get(file * 10 + rank);
        return other?.side === first.side ? other : undefined;
      };
      if (first.side === null || next(first, -1)) continue;
      const line = [first];
      for (let square = next(first, 1); square; square = next(square, 1)) line.push(square);
      if (line.length >= least) runs.push({ side: first.side, squares: line });
    }
  }
  return runs;
}
