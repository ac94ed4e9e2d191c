import { describe, expect, it } from 'vitest';
import { situationAt } from '../../test/board';
import { after, ChipBoard, standingOf } from './chips.svelte';
import { faceUp, facesOf, facesSeen, lying, tumbling } from './dice';
import { LAYOUTS, layoutFor, runsOf, SQUARE } from './layout';
import { dadosView } from './view';

describe('dice', () => {
  it('show faces that add up, all pairs sooner or later', () => {
    for (let total = 2; total <= 12; total++) {
      const seen = new Set<string>();
      for (let seed = 0; seed < 80; seed++) {
        const [a, b] = facesOf(total, seed);
        expect(a + b).toBe(total);
        expect(Math.min(a, b) >= 1 && Math.max(a, b) <= 6).toBe(true);
        seen.add(`${a}${b}`);
      }
      expect(seen.size).toBe(6 - Math.abs(total - 7));
      expect(facesOf(total, 3)).toEqual(facesOf(total, 3));
    }
  });
  it('lie with the right face up, and the eye sees it best', () => {
    for (let face = 1; face <= 6; face++) {
      for (const yaw of [0, 0.4, 2]) {
        expect(faceUp(lying(face, yaw))).toBe(face);
        expect(facesSeen(lying(face, yaw)).at(-1)!.value).toBe(face);
      }
    }
  });
  it('come to rest where they shall', () => {
    const rest = { x: 700, y: 300, face: 5, yaw: 0.3 };
    const start = tumbling({ x: 0, y: 600 }, rest, 34, 1, 0);
    expect([start.x, start.y]).toEqual([0, 600]);
    const end = tumbling({ x: 0, y: 600 }, rest, 34, 1, 1);
    expect(end).toMatchObject({ x: 700, y: 300, height: 0 });
    expect(faceUp(end.turn)).toBe(5);
    const nearly = tumbling({ x: 0, y: 600 }, rest, 34, 1, 0.999);
    expect(Math.hypot(nearly.x - 700, nearly.y - 300) + nearly.height).toBeLessThan(1);
    expect(faceUp(nearly.turn)).toBe(5);
  });
});

describe('layout', () => {
  it('gives squares that a finger can hit on the narrowest phone', () => {
    const layout = layoutFor(304, 304);
    expect(Math.min(304 / layout.width, 304 / layout.height) * SQUARE).toBeGreaterThanOrEqual(44);
  });
  it('puts the dice where there is room', () => {
    expect(layoutFor(1000, 700)).toBe(LAYOUTS.side);
    expect(layoutFor(370, 460)).toBe(LAYOUTS.below);
  });
});

const viewAt = async (board: string) => dadosView(await situationAt('dados:players=3', `${board} 1 -`));

it.each([
  ['gggg../....../....../....../....../......', ['a6 b6 c6 d6']],
  ['b...../.b..../..b.../....../....../......', ['a6 b5 c4']],
  ['....../....../....r./...r../..r.../......', ['c2 d3 e4']],
  ['g...../g...../g...../b...../b...../......', ['a4 a5 a6']],
  ['gg.gg./....../....../....../....../......', []],
])('finds the lines of %s, each once and whole', async (board, wanted) => {
  const found = runsOf((await viewAt(board)).squares, 3);
  expect(found.map((run) => run.squares.map((square) => square.cell).join(' '))).toEqual(wanted);
});

it('gives a replaced chip back and lays another', async () => {
  const board = new ChipBoard();
  const before = standingOf(await viewAt('g...../....../..b.../....../....../......'));
  board.settle(before);
  const blue = board.at('c4')!;
  const gone = after(before, { kind: 'remove', cell: 'c4', count: 1, side: 1 });
  expect(board.settle(gone)).toEqual([blue]);
  const [green] = board.settle(after(gone, { kind: 'put', cell: 'c4', count: 1, side: 0 }));
  expect(green).toMatchObject({ side: 0, cell: 'c4' });
  expect([board.count(0), board.count(1), board.count(2)]).toEqual([2, 0, 0]);
});
