// Cells of boards that are being set up, which no position tells.

import type { Cell } from '../../engine/types';

export type Pieces = Record<string, number>; // side by cell

/** What a touch does: puts one of a side, or takes one away. */
export type Tool = number | 'take';

export function cellNamed(name: string, more: Partial<Cell> = {}): Cell {
  return { name, x: 0, y: 0, level: 0, side: null, count: 0, number: null, isOpen: false, isWon: false, ...more };
}

/** A cell with the piece that lies there, if one does. */
export function pieceCell(pieces: Pieces, name: string, more: Partial<Cell> = {}): Cell {
  const side = pieces[name] ?? null;
  return cellNamed(name, { side, count: side === null ? 0 : 1, isOpen: side === null, ...more });
}

/** A piece of the same colour is taken away: a second touch undoes the first. */
export function paint(pieces: Pieces, cell: string, tool: Tool): Pieces {
  const { [cell]: before, ...rest } = pieces;
  return tool === 'take' || before === tool ? rest : { ...rest, [cell]: tool };
}

export function piecesOf(cells: readonly Cell[]): Pieces {
  return Object.fromEntries(cells.flatMap(({ name, side }) => (side === null ? [] : [[name, side]])));
}

/** Rows of a square board in writing, `size` of them, as long as they are many. */
export function rows(size: number, at: (file: number, rank: number) => string): string[] {
  return Array.from({ length: size }, (_, rank) =>
    Array.from({ length: size }, (_unused, file) => at(file, rank)).join(''),
  );
}
