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
