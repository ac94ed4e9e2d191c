import type { Cell, Step } from '../../engine/types';
import type { DraftKind } from '../drafts';
import { paint, pieceCell, piecesOf, rows, type Pieces } from '../shared/cell';
import { pylosCellName, pylosView } from './view';

export interface PylosDraft {
  game: 'pylos';
  base: number;
  balls: Pieces;
  side: number;
}

const ballsEach = (base: number): number => (base === 4 ? 15 : 7);
const levelsOf = (base: number): number[] => Array.from({ length: base }, (_, i) => i + 1);

/** Whether something to rest on is there: the board, or four balls. */
function rests({ balls }: PylosDraft, level: number, file: number, rank: number): boolean {
  const below = [0, 1].flatMap((df) => [0, 1].map((dr) => pylosCellName(level - 1, file + df, rank + dr)));
  return level === 1 || below.every((cell) => cell in balls);
}

function cellsOf(draft: PylosDraft): Cell[] {
  return levelsOf(draft.base).flatMap((level) => {
    const size = draft.base - level + 1;
    return Array.from({ length: size * size }, (_, i) => {
      const [file, rank] = [i % size, Math.floor(i / size)];
      const cell = pieceCell(draft.balls, pylosCellName(level, file, rank), { level: level - 1 });
      return { ...cell, isOpen: cell.isOpen && rests(draft, level, file, rank) };
    });
  });
}

export const reserveOf = ({ base, balls }: PylosDraft, side: number): number => ballsEach(base) - countOf(balls, side);

const countOf = (balls: Pieces, side: number): number => Object.values(balls).filter((ball) => ball === side).length;

export const pylosDraft: DraftKind<PylosDraft> = {
  read: (situation) => ({
    game: 'pylos',
    base: pylosView(situation).base,
    balls: piecesOf(situation.cells),
    side: situation.turn ?? 0,
  }),
  write(draft) {
    const ballAt = (level: number) => (file: number, rank: number) =>
      'wb'[draft.balls[pylosCellName(level, file, rank)] ?? 2] ?? '.';
    const levels = levelsOf(draft.base).map((level) => rows(draft.base - level + 1, ballAt(level)).join('/'));
    return `${levels.join('|')} ${'wb'[draft.side]}`;
  },
  board: (draft) => ({
    cells: cellsOf(draft),
    held: [0, 1].map((side) => reserveOf(draft, side)),
    roll: null,
  }),
  turn: ({ side }) => side,
  withTurn: (draft, side) => ({ ...draft, side }),
  clear: (draft) => ({ ...draft, balls: {} }),
  touch(draft, cell, tool) {
    const balls = paint(draft.balls, cell, tool);
    const isTooMany = [0, 1].some((side) => countOf(balls, side) > ballsEach(draft.base));
    return isTooMany ? draft : { ...draft, balls };
  },
  choices: (draft) =>
    cellsOf(draft).flatMap(({ name, side, isOpen }): Step[] => {
      if (side !== null) return [{ kind: 'pick', cell: name }];
      return isOpen ? [{ kind: 'put', cell: name }] : [];
    }),
  fields: () => import('./PylosFields.svelte'),
};
