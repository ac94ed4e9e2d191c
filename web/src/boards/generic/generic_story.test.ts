import { expect, it } from 'vitest';
import type { GameLine } from '../../engine/types';
import { gameNames } from '../../lib/games';
import { testRules } from '../../test/engine';
import { demoOf } from '../demos';
import { framesOf } from './story';

const lines = gameNames.map((game): GameLine => {
  const { start, plies } = demoOf(game);
  return { game, start, plies };
});

it.each(lines)('tells every ply of a game of $game so that it leads to the next board', async (line) => {
  for (let count = 1; count <= line.plies.length; count++) {
    const now = await testRules.situationAt(line, count);
    const { before, events } = now.last!;
    const frame = framesOf(before, events, now.hasHeaps).at(-1)!;
    expect(frame.inHand).toBe(0);
    expect(frame.held).toEqual(now.held);
    for (const { name, side, count: pieces } of now.cells.filter(
      (cell) => cell.count > 0 || frame.cells.has(cell.name),
    ))
      expect([name, frame.cells.get(name)]).toEqual([name, { side, count: pieces }]);
  }
});

it('drops a seed without a cell into the store of whoever sows', () => {
  const cell = { name: 'F', x: 0, y: 0, level: 0, side: 0, count: 1, number: null, isOpen: true, isWon: false };
  const before = { position: '', cells: [cell], held: [3, 4], roll: null };
  const frames = framesOf(
    before,
    [
      { kind: 'lift', cell: 'F', count: 1, side: 0 },
      { kind: 'sow', cell: '', count: 1, side: 0 },
    ],
    true,
  );
  expect(frames.map(({ inHand, held, store }) => ({ inHand, held, store }))).toEqual([
    { inHand: 1, held: [3, 4], store: null },
    { inHand: 0, held: [4, 4], store: 0 },
  ]);
  expect(frames[1]!.cells.get('F')).toEqual({ side: 0, count: 0 });
});
