// Dice as bodies: which faces make up a total, how a cube lies, tumbles, and is seen from above.

import { fraction } from '../shared/random';

export type Turn = readonly [number, number, number, number, number, number, number, number, number]; // a rotation, row by row

/** The two faces shown for a total. Any pair that adds up is as likely as it is with real dice; only the total counts. */
export function facesOf(total: number, seed: number): [number, number] {
  const low = Math.max(1, total - 6);
  const high = Math.min(6, total - 1);
  const first = low + Math.floor(fraction(seed, total) * (high - low + 1));
  return [first, total - first];
}

export function around(axis: readonly [number, number, number], angle: number): Turn {
  const long = Math.hypot(...axis) || 1;
  const [x, y, z] = axis.map((part) => part / long) as [number, number, number];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    t * x * x + c,
    t * x * y - s * z,
    t * x * z + s * y,
    t * x * y + s * z,
    t * y * y + c,
    t * y * z - s * x,
    t * x * z - s * y,
    t * y * z + s * x,
    t * z * z + c,
  ];
}

export function times(a: Turn, b: Turn): Turn {
  const cell = (row: number, column: number) =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!;
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) as unknown as Turn;
}

export type Point = [number, number, number];

export function turned(turn: Turn, [x, y, z]: Point): Point {
  return [
    turn[0] * x + turn[1] * y + turn[2] * z,
    turn[3] * x + turn[4] * y + turn[5] * z,
    turn[6] * x + turn[7] * y + turn[8] * z,
  ];
}

// Opposite faces add up to seven; z points at the eye above the table.
const NORMALS: readonly Point[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
];
const TO_TOP: readonly Turn[] = [
  around([1, 0, 0], 0),
  around([1, 0, 0], Math.PI / 2),
  around([0, 1, 0], -Math.PI / 2),
  around([0, 1, 0], Math.PI / 2),
  around([1, 0, 0], -Math.PI / 2),
  around([1, 0, 0], Math.PI),
];

/** A die that lies still with this face up, turned by `yaw` on the table. */
export function lying(face: number, yaw: number): Turn {
  return times(around([0, 0, 1], yaw), TO_TOP[face - 1]!);
}

/** Which face is up. */
export function faceUp(turn: Turn): number {
  const heights = NORMALS.map((normal) => turned(turn, normal)[2]);
  return heights.indexOf(Math.max(...heights)) + 1;
}

const TILT = (27 * Math.PI) / 180; // how far the eye stands from straight above
const EYE: Point = [0, Math.sin(TILT), Math.cos(TILT)];
const LAMP: Point = [-0.42, -0.3, 0.86];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Where a point of the die is drawn. */
export function drawnAt([x, y, z]: Point): [number, number] {
  return [x, y * Math.cos(TILT) - z * Math.sin(TILT)];
}

export interface Face {
  value: number;
  /** `transform` for a face drawn from -1 to 1 both ways. */
  matrix: string;
  shade: number; // 0 bright … 1 dark
}

/** The faces that are seen, those farther away first. */
export function facesSeen(turn: Turn): Face[] {
  return NORMALS.map((normal, i) => ({ normal, value: i + 1, out: turned(turn, normal) }))
    .filter(({ out }) => dot(out, EYE) > 0.02)
    .sort((a, b) => dot(a.out, EYE) - dot(b.out, EYE))
    .map(({ normal, value, out }) => {
      const u: Point = Math.abs(normal[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0];
      const v: Point = [
        normal[1] * u[2] - normal[2] * u[1],
        normal[2] * u[0] - normal[0] * u[2],
        normal[0] * u[1] - normal[1] * u[0],
      ];
      const parts = [...drawnAt(turned(turn, u)), ...drawnAt(turned(turn, v)), ...drawnAt(out)];
      return {
        value,
        matrix: `matrix(${parts.map((part) => part.toFixed(4)).join(' ')})`,
        shade: Math.min(1, Math.max(0, 1 - dot(out, LAMP))),
      };
    });
}

/** What the die looks like as a whole: the hull of its corners, pulled in for round edges. */
export function hullOf(turn: Turn, inset: number): string {
  const points = [-1, 1]
    .flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].map((z) => drawnAt(turned(turn, [x * inset, y * inset, z * inset])))),
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: [number, number][]) => {
    const kept: [number, number][] = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [a, b] = [kept[kept.length - 2]!, kept[kept.length - 1]!];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())].map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ');
}

/** Where pips sit on a face, on a grid from -1 to 1. */
export const PIPS: readonly (readonly [number, number])[][] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

export interface DieState {
  x: number;
  y: number;
  height: number; // above the table
  turn: Turn;
}

export interface Rest {
  x: number;
  y: number;
  face: number;
  yaw: number;
}

/** A die on its way, `t` from 0 (thrown at `from`) to 1 (at rest). It rolls the way it flies, and hops less and less. */
export function tumbling(from: { x: number; y: number }, rest: Rest, size: number, seed: number, t: number): DieState {
  const still = lying(rest.face, rest.yaw);
  if (t >= 1) return { x: rest.x, y: rest.y, height: 0, turn: still };
  const gone = 1 - (1 - t) ** 2.2;
  const [dx, dy] = [rest.x - from.x, rest.y - from.y];
  const sway = Math.sin(gone * Math.PI) * (fraction(seed, 5) - 0.5) * size * 1.6;
  const far = Math.hypot(dx, dy) || 1;
  const hop = Math.abs(Math.cos(t * Math.PI * 2.5)) * (1 - t) ** 1.6 * size * 2.6;
  const rolled = (1 - gone) * (Math.round(far / (size * 1.7)) + 1) * (Math.PI / 2) * 1.12;
  const spin = (1 - gone) * (fraction(seed, 6) - 0.5) * 5;
  const turn = times(around([dy, -dx, 0], rolled), times(around([0, 0, 1], spin), still));
  return { x: from.x + dx * gone - (dy / far) * sway, y: from.y + dy * gone + (dx / far) * sway, height: hop, turn };
}
