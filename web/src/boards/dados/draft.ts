import type { Cell } from '../../engine/types';
import type { DraftKind } from '../drafts';
import { paint, piecesOf, rows, type Pieces } from '../shared/cell';
import { CHIPS_EACH } from './chips.svelte';
import { dadosView } from './view';

export interface DadosDraft {
  game: 'dados';
  printed: Cell[]; // the squares, as the engine told them
  chips: Pieces;
  sides: number;
  seat: number;
  roll: number | null;
}

/** The totals for which something is printed on the board, and the two that need nothing. */
export function rollsOf({ printed }: DadosDraft): number[] {
  return [...new Set([...printed.flatMap(({ number }) => number ?? []), 10, 11])].sort((a, b) => a - b);
}

function cellsOf({ printed, chips }: DadosDraft): Cell[] {
  return printed.map((cell) => {
    const side = chips[cell.name] ?? null;
    return { ...cell, side, count: side === null ? 0 : 1, isOpen: side === null, isWon: false };
  });
}

export const dadosDraft: DraftKind<DadosDraft> = {
  read: (situation) => ({
    game: 'dados',
    printed: situation.cells,
    chips: piecesOf(situation.cells),
    sides: situation.sides,
    seat: situation.turn ?? 0,
    roll: dadosView(situation).roll,
  }),
  write(draft) {
    const ranks = rows(6, (file, row) => 'gbr'[draft.chips[`${'abcdef'[file]}${6 - row}`] ?? 3] ?? '.');
    return `${ranks.join('/')} ${draft.seat + 1} ${draft.roll ?? '-'}`;
  },
  board: (draft) => ({
    cells: cellsOf(draft),
    held: Array.from(
      { length: draft.sides },
      (_, side) => CHIPS_EACH - Object.values(draft.chips).filter((chip) => chip === side).length,
    ),
    roll: draft.roll === null ? null : String(draft.roll),
  }),
  turn: ({ seat }) => seat,
  withTurn: (draft, seat) => ({ ...draft, seat }),
  clear: (draft) => ({ ...draft, chips: {} }),
  touch: (draft, cell, tool) => ({ ...draft, chips: paint(draft.chips, cell, tool) }),
  choices: (draft) => draft.printed.map(({ name }) => ({ kind: 'put', cell: name })),
  fields: () => import('./DadosFields.svelte'),
};
