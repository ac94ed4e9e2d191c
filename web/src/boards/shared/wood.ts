// The grain of a plank as a few paths: lines that flow together, part around a knot, and fade in
// and out. Drawn paths repaint far faster than filters, and look the same in every browser.

import { sequence } from './random';

export interface Grain {
  fine: string;
  bold: string;
}

interface GrainLine {
  isBold: boolean;
  points: [number, number][];
}

interface Knot {
  x: number;
  y: number;
  wide: number;
  high: number;
  push: number;
}

const made = new Map<string, Grain>();

/** A smooth line through points, as path data. */
function smooth(points: [number, number][]): string {
  const first = points[0]!;
  let path = `M${first[0].toFixed(0)} ${first[1].toFixed(1)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [x, y] = points[i]!;
    const [nx, ny] = points[i + 1]!;
    path += `Q${x.toFixed(0)} ${y.toFixed(1)} ${((x + nx) / 2).toFixed(0)} ${((y + ny) / 2).toFixed(1)}`;
  }
  return path;
}

/** Lines of grain along x for a plank of this size; the same seed always gives the same plank. */
export function grainLines(seed: number, width: number, height: number, lines: number, knots = 2): GrainLine[] {
  const random = sequence(seed, 77);
  const waves = Array.from({ length: 4 }, (_, k) => ({
    amplitude: height / 60 / (k + 1),
    fx: ((0.6 + random()) * (k + 1) * 2 * Math.PI) / (width * 1.1),
    fy: ((random() - 0.5) * (k + 1) * 5) / height,
    phase: random() * 6.28,
  }));
  const eyes: Knot[] = Array.from({ length: knots }, () => ({
    x: width * (0.1 + 0.8 * random()),
    y: height * (0.1 + 0.8 * random()),
    wide: width * 0.045,
    high: height * 0.1,
    push: height * 0.035,
  }));
  const bend = (x: number, y: number) => {
    let dy = 0;
    for (const wave of waves) dy += wave.amplitude * Math.sin(x * wave.fx + y * wave.fy + wave.phase);
    for (const eye of eyes) {
      const far = ((x - eye.x) / eye.wide) ** 2 + ((y - eye.y) / eye.high) ** 2;
      dy += eye.push * Math.sign(y - eye.y || 1) * Math.exp(-far);
    }
    return y + dy;
  };

  return Array.from({ length: lines }, (_, i) => {
    const y = (height * (i + random())) / lines;
    const from = random() < 0.35 ? random() * width * 0.7 : 0;
    const to = random() < 0.35 ? from + (width - from) * (0.3 + 0.6 * random()) : width;
    const points: [number, number][] = [];
    const step = width / 26;
    for (let x = from; x < to + step; x += step) points.push([Math.min(x, to), bend(x, y)]);
    return { isBold: random() < 0.24, points };
  });
}

/** The same as two paths, drawn as the plank lies; `place` may bend it to another view. */
export function grain(
  seed: number,
  width: number,
  height: number,
  lines: number,
  knots = 2,
  place: (point: [number, number]) => [number, number] = (point) => point,
  placeKey = '',
): Grain {
  const key = [seed, width, height, lines, knots, placeKey].join();
  let result = made.get(key);
  if (!result) {
    result = { fine: '', bold: '' };
    for (const line of grainLines(seed, width, height, lines, knots)) {
      result[line.isBold ? 'bold' : 'fine'] += smooth(line.points.map(place));
    }
    made.set(key, result);
  }
  return result;
}
