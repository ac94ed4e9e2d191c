import { expect, it } from 'vitest';
import { SCENES } from './scenes';
import { testRules } from '../test/engine';
import { formOf, genericLayout, outline } from '../boards/generic/layout';

const plain = SCENES.filter(({ isSmall, name }) => !isSmall && !name.startsWith('any'));

it.each(plain)('lays $name out: every cell once, within the drawing, none on another', async ({ line }) => {
  const situation = await testRules.situation(line);
  const layout = genericLayout(situation, 0);
  expect(layout.cells.map(({ cell }) => cell.name).sort()).toEqual(situation.cells.map(({ name }) => name).sort());
  expect(layout.rows.flat()).toHaveLength(situation.cells.length);
  for (const { x, y, radius } of layout.cells) {
    expect(Math.min(x, y, layout.width - x, layout.strip - y)).toBeGreaterThanOrEqual(radius);
  }
  for (const a of layout.cells) {
    const near = layout.cells.filter((b) => b !== a && b.cell.level === a.cell.level);
    expect(Math.min(...near.map((b) => Math.hypot(a.x - b.x, a.y - b.y)), Infinity)).toBeGreaterThan(1.7 * a.radius);
  }
});

it('turns the board for who sits on the other side', async () => {
  const situation = await testRules.situation({ game: 'oware', start: null, plies: [] });
  const at = (bottom: number) => genericLayout(situation, bottom).cells.find(({ cell }) => cell.name === 'A')!;
  expect(at(0).y).toBeGreaterThan(at(1).y);
  expect(at(0).x).toBeLessThan(at(1).x);
});

it('has a form for every side and shape', () => {
  expect(new Set([0, 1, 2, 3].map((side) => formOf(side, 10))).size).toBe(4);
  expect(new Set((['round', 'square', 'hexagon'] as const).map((shape) => outline(shape, 10))).size).toBe(3);
});
