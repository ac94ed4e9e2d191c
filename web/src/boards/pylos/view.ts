// A board of Pylos as it is drawn: the hollows of every level, by file and rank.

import type { Board } from '../../engine/types';

export interface PylosCell {
  cell: string; // '2a1'
  level: number; // from 1
  file: number; // from 0
  rank: number; // from 0
  side: number | null; // light, dark, empty
  isOpen: boolean; // empty, and on the board or on four balls
}

export interface PylosView {
  base: number; // 4, or 3
  cells: PylosCell[]; // by level, then rank, then file
  reserves: [number, number];
}

export function pylosCellName(level: number, file: number, rank: number): string {
  return `${level}${'abcd'[file]}${rank + 1}`;
}

export function pylosView({ cells, held }: Board): PylosView {
  const hollows = cells.map(({ name, side, isOpen }) => ({
    cell: name,
    level: Number(name[0]),
    file: 'abcd'.indexOf(name[1]!),
    rank: Number(name[2]) - 1,
    side,
    isOpen,
  }));
  hollows.sort((a, b) => a.level - b.level || a.rank - b.rank || a.file - b.file);
  return {
    base: Math.max(0, ...hollows.map(({ level }) => level)),
    cells: hollows,
    reserves: [held[0] ?? 0, held[1] ?? 0],
  };
}

/** Cells by level and rank. */
export function rowsOf(cells: readonly PylosCell[]): PylosCell[][] {
  const rows: PylosCell[][] = [];
  for (const cell of cells) {
    if (cell.file === 0) rows.push([]);
    rows.at(-1)!.push(cell);
  }
  return rows;
}

/** Where a cell lies by its file and rank, as seen from below: what arrow keys go by. */
export function planOf(cell: PylosCell, bottomSide: number): { x: number; y: number } {
  const turn = bottomSide === 1 ? -1 : 1;
  const shift = (cell.level - 1) / 2;
  return { x: (cell.file + shift) * turn, y: -(cell.rank + shift) * turn };
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

/** Corners at which the balls of the next level rest on a cell, counted as seen from below. */
export function cornersCovered(
  { level, file, rank }: PylosCell,
  bottomSide: number,
  isTaken: (cell: string) => boolean,
): number[] {
  const turn = bottomSide === 1 ? -1 : 1;
  return CORNERS.flatMap(([dx, dy], corner) =>
    isTaken(pylosCellName(level + 1, file + (dx * turn - 1) / 2, rank + (dy * turn - 1) / 2)) ? [corner] : [],
  );
}
