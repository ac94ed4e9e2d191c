import { expect, it } from 'vitest';
import { BALL, pylosScene, shapeFor, touchRadius, type PylosShape } from './geometry';

const SHAPES: PylosShape[] = ['tall', 'wide', 'plan'];

const cells = (base: number) => {
  const all: { level: number; file: number; rank: number }[] = [];
  for (let level = 1; level <= base; level++) {
    for (let rank = 0; rank <= base - level; rank++)
      for (let file = 0; file <= base - level; file++) all.push({ level, file, rank });
  }
  return all;
};

it.each(
  SHAPES.flatMap((shape): [PylosShape, number][] => [
    [shape, 4],
    [shape, 3],
  ]),
)('shows everything within the picture (%s, base: %i)', (shape, base) => {
  for (const bottom of [0, 1]) {
    const scene = pylosScene(shape, base, bottom);
    const reserves = [0, 1].flatMap((side) =>
      Array.from({ length: base === 4 ? 15 : 7 }, (_, slot) => scene.reserve(side, slot)),
    );
    for (const seen of [...cells(base).map((cell) => scene.spot(cell)), ...reserves]) {
      const radius = BALL * seen.scale;
      expect(seen.x - radius).toBeGreaterThanOrEqual(0);
      expect(seen.x + radius).toBeLessThanOrEqual(scene.width);
      expect(seen.y - radius).toBeGreaterThanOrEqual(0);
      expect(seen.y + radius).toBeLessThanOrEqual(scene.height);
    }
  }
});

it('draws what is higher or nearer later', () => {
  const scene = pylosScene('tall', 4, 0);
  const depth = (level: number, file: number, rank: number) => scene.spot({ level, file, rank }).depth;
  expect(depth(2, 1, 1)).toBeGreaterThan(depth(1, 1, 1));
  expect(depth(2, 1, 1)).toBeGreaterThan(depth(1, 2, 2));
  expect(depth(1, 0, 0)).toBeGreaterThan(depth(1, 0, 3));
  expect(depth(4, 0, 0)).toBeGreaterThan(depth(3, 0, 0));
});

it('turns round for the other side', () => {
  const [light, dark] = [pylosScene('tall', 4, 0), pylosScene('tall', 4, 1)];
  const a = light.spot({ level: 1, file: 0, rank: 0 });
  const b = dark.spot({ level: 1, file: 3, rank: 3 });
  expect(b.x).toBeCloseTo(a.x);
  expect(b.y).toBeCloseTo(a.y);
  expect(light.reserve(0, 0).y).toBeGreaterThan(light.reserve(1, 0).y);
  expect(dark.reserve(0, 0).y).toBeLessThan(dark.reserve(1, 0).y);
});

it('leaves cells of 44 px on a phone of 320 by 640', () => {
  const [width, height] = [304, 350]; // what bars, status and buttons leave there
  for (const shape of [shapeFor(width, height, 4), 'plan'] as const) {
    const scene = pylosScene(shape, 4, 0);
    const scale = Math.min(width / scene.width, height / scene.height);
    for (const cell of cells(4)) {
      expect(touchRadius(scene, scene.spot(cell), cell.level > 1) * 2 * scale).toBeGreaterThanOrEqual(44);
    }
  }
});

it('lays the reserves where they leave the balls more room', () => {
  expect(shapeFor(900, 530, 4)).toBe('wide');
  expect(shapeFor(374, 574, 4)).toBe('tall');
});

it('keeps a level between the rows of the level below', () => {
  for (const shape of ['tall', 'wide'] as const) {
    const { spot } = pylosScene(shape, 4, 0);
    const y = (level: number, rank: number) => spot({ level, file: 0, rank }).y;
    const part = (y(1, 0) - y(2, 0)) / (y(1, 0) - y(1, 1));
    expect(part).toBeGreaterThan(0.5);
    expect(part).toBeLessThan(0.75);
    expect(spot({ level: 4, file: 0, rank: 0 }).scale).toBeGreaterThan(
      1.15 * spot({ level: 1, file: 1, rank: 1 }).scale,
    );
  }
});
