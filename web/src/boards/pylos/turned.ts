// The rings of a turned wooden ball, as circles around an axis seen from outside. Made once for a few axes.

import { sequence } from '../shared/random';
import { BALL } from './geometry';

type Vector = [number, number, number];

function across(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The visible part of the circle at this height around the axis, as path data. */
function ring(axis: Vector, u: Vector, v: Vector, height: number): string {
  const radius = Math.sqrt(1 - height * height);
  let path = '';
  let isDrawing = false;
  for (let i = 0; i <= 30; i++) {
    const t = (i / 30) * 2 * Math.PI;
    const [x, y, z] = [0, 1, 2].map(
      (k) => axis[k]! * height + radius * (u[k]! * Math.cos(t) + v[k]! * Math.sin(t)),
    ) as Vector;
    if (z > 0.05) path += `${isDrawing ? 'L' : 'M'}${(x * BALL).toFixed(1)} ${(y * BALL).toFixed(1)}`;
    isDrawing = z > 0.05;
  }
  return path;
}

function rings(seed: number): string {
  const random = sequence(seed, 31);
  const turn = random() * 2 * Math.PI;
  const lean = 0.15 + random() * 0.6;
  const axis: Vector = [Math.cos(turn) * Math.cos(lean), Math.sin(turn) * Math.cos(lean), Math.sin(lean)];
  const flat = Math.hypot(axis[0], axis[1]);
  const u: Vector = [-axis[1] / flat, axis[0] / flat, 0];
  const v = across(axis, u);
  let path = '';
  for (let height = -0.9; height < 0.97; height += 0.09 + random() * 0.13) path += ring(axis, u, v, height);
  return path;
}

export const TURNED = [1, 2, 3, 4, 5].map(rings);
