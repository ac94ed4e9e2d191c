import { expect, it } from 'vitest';
import { situationAt } from '../../test/board';
import { after, BallBoard, isOpen, isSame, standingOf } from './balls.svelte';
import { pylosView } from './view';

async function boardAt(position: string): Promise<BallBoard> {
  const board = new BallBoard();
  board.begin(15);
  board.settle(standingOf(pylosView(await situationAt('pylos', position))));
  return board;
}
const at = (board: BallBoard, cell: string) => board.balls.find((ball) => ball.cell === cell);
const reserve = (board: BallBoard, side: number) =>
  board.balls
    .filter((ball) => ball.side === side && ball.cell === null)
    .map((ball) => ball.slot)
    .sort((a, b) => a - b);

const FOUR = 'ww../bb../.w../....|.../.../...|../..|. w';

it('lays out a position and keeps the rest in reserve', async () => {
  const board = await boardAt(FOUR);
  expect(at(board, '1a1')?.side).toBe(0);
  expect(at(board, '1b2')?.side).toBe(1);
  expect(reserve(board, 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(reserve(board, 1)).toHaveLength(13);
});

it('lets the ball that was lifted be the one that is laid down', async () => {
  const board = await boardAt(FOUR);
  const ball = at(board, '1b3')!;
  const lifted = after(board.shown, { kind: 'pick', cell: '1b3' }, 0);
  expect(board.settle(lifted)).toEqual([ball]);
  expect(ball.isLifted).toBe(true);
  expect(board.settle(after(lifted, { kind: 'put', cell: '2a1' }, 0))).toEqual([ball]);
  expect(ball).toMatchObject({ cell: '2a1', isLifted: false });
});

it('puts a cancelled ball back where it was', async () => {
  const board = await boardAt(FOUR);
  const start = board.shown;
  const ball = at(board, '1b3')!;
  board.settle(after(start, { kind: 'pick', cell: '1b3' }, 0));
  expect(board.settle(start)).toEqual([ball]);
  expect(ball).toMatchObject({ cell: '1b3', isLifted: false });
});

it('takes the last ball of the reserve, and gives recovered balls back to its end', async () => {
  const board = await boardAt(FOUR);
  const put = after(board.shown, { kind: 'put', cell: '1d4' }, 1);
  const [laid] = board.settle(put);
  expect(laid).toMatchObject({ side: 1, cell: '1d4' });
  const [back] = board.settle(after(put, { kind: 'recover', cell: '1a2', count: 1, side: 1 }, 1));
  expect(back).toMatchObject({ cell: null, slot: 12 });
  expect(reserve(board, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it('tells states apart', async () => {
  const view = pylosView(await situationAt('pylos', FOUR));
  const start = standingOf(view);
  expect(isSame(start, standingOf(view))).toBe(true);
  expect(isSame(start, after(start, { kind: 'pick', cell: '1a1' }, 0))).toBe(false);
});

it('knows what is open while a move is being entered', async () => {
  const view = pylosView(await situationAt('pylos', FOUR));
  const cell = (name: string) => view.cells.find((other) => other.cell === name)!;
  const start = standingOf(view);
  for (const other of view.cells) expect(isOpen(start, other)).toBe(other.isOpen);
  const without = after(start, { kind: 'recover', cell: '1a1', count: 1, side: 0 }, 0);
  expect(isOpen(without, cell('1a1'))).toBe(true);
  expect(isOpen(without, cell('2a1'))).toBe(false);
});
