import { expect, it } from 'vitest';
import { BALL, pylosScene, touchRadius } from './geometry';

const cells = (base: number) => {
  const all: { level: number; file: number; rank: number }[] = [];
  for (let level = 1; level <= base; level++) {
    for (let rank = 0; rank <= base - level; rank++) for (let file = 0; file <= base - level; file++) all.push({ level, file, rank });
  }
  return all;
};

it.each([[false, 4], [false, 3], [true, 4], [true, 3]])('shows everything within the picture (plan: %s, base: %i)', (isPlan, base) => {
  for (const bottom of [0, 1]) {
    const scene = pylosScene(isPlan, base, bottom);
    const reserves = [0, 1].flatMap((side) => Array.from({ length: base === 4 ? 15 : 7 }, (_, slot) => scene.reserve(side, slot)));
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
  const scene = pylosScene(false, 4, 0);
  const depth = (level: number, file: number, rank: number) => scene.spot({ level, file, rank }).depth;
  expect(depth(2, 1, 1)).toBeGreaterThan(depth(1, 1, 1));
  expect(depth(2, 1, 1)).toBeGreaterThan(depth(1, 2, 2));
  expect(depth(1, 0, 0)).toBeGreaterThan(depth(1, 0, 3));
  expect(depth(4, 0, 0)).toBeGreaterThan(depth(3, 0, 0));
});

it('turns round for the other side', () => {
  const [light, dark] = [pylosScene(false, 4, 0), pylosScene(false, 4, 1)];
  const a = light.spot({ level: 1, file: 0, rank: 0 });
  const b = dark.spot({ level: 1, file: 3, rank: 3 });
  expect(b.x).toBeCloseTo(a.x);
  expect(b.y).toBeCloseTo(a.y);
  expect(light.reserve(0, 0).y).toBeGreaterThan(light.reserve(1, 0).y);
  expect(dark.reserve(0, 0).y).toBeLessThan(dark.reserve(1, 0).y);
});

it('leaves cells of 44 px on a screen of 320', () => {
  for (const isPlan of [false, true]) {
    const scene = pylosScene(isPlan, 4, 0);
    for (const cell of cells(4)) {
      const radius = touchRadius(scene, scene.spot(cell), cell.level > 1);
      expect((radius * 2 * 304) / scene.width).toBeGreaterThanOrEqual(44);
    }
  }
});
