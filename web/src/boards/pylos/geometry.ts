// The pyramid as it is seen: a camera that looks down at the board from the lower player's side, or
// a plan that lays the levels side by side. Lengths in the world are diameters of a ball.
//
// The camera stands high and near. Seen from lower down, the balls of one level would lie in line with
// the next row of the level below; from here they lie between the rows, and what is higher is larger.

import type { Box } from '../shared/cells';

export interface Seen {
  x: number;
  y: number;
  scale: number; // of a ball of radius BALL
  depth: number; // what is nearer is drawn later
}

export interface Level {
  level: number;
  x: number; // the corner of the level in the plan
  y: number;
  size: number;
}

/** Reserves before and behind the board, or at its sides; or the levels side by side. */
export type PylosShape = 'tall' | 'wide' | 'plan';

export interface PylosScene {
  isPlan: boolean;
  isWide: boolean;
  base: number;
  width: number;
  height: number;
  spot: (cell: { level: number; file: number; rank: number }, raised?: number) => Seen;
  reserve: (side: number, slot: number) => Seen;
  /** A point of the world (x to the right, y away, z up, from the middle of the lowest balls). */
  project: (x: number, y: number, z: number) => Seen;
  levels: Level[]; // of the plan
  trays: Box[]; // of the plan: where the reserves lie
}

export const BALL = 50;
/** How far the middle of a ball lies above the plate, and how high one level is above the other. */
export const PLATE = -0.42;
const RISE = Math.SQRT1_2;
const ELEVATION = (74 * Math.PI) / 180;
const DISTANCE = 11;
export const SQUASH = Math.sin(ELEVATION); // of circles that lie on the plate

/** The side of a cell in the plan. */
export const PLAN_UNIT = 104;

/** How far from its middle a cell can be touched: an empty one above others leaves room to touch those. */
export function touchRadius(scene: PylosScene, seen: Seen, isEmptyAbove: boolean): number {
  return scene.isPlan ? PLAN_UNIT / 2 : BALL * seen.scale * (isEmptyAbove ? 0.84 : 0.96);
}

/** How far the plate reaches from its middle, along the grooves of the reserves and across them. */
const ALONG = 0.32;
const ACROSS = 1.2;
export const GROOVE = 0.4; // half its width
export const grooveAt = (base: number) => base / 2 + 0.68;
export const plateHalf = (base: number, isWide: boolean) => ({
  x: base / 2 + (isWide ? ACROSS : ALONG),
  y: base / 2 + (isWide ? ALONG : ACROSS),
});
const reserveBall = (base: number) => (base + 0.42) / (base === 4 ? 8 : 5);

/** Where a ball touches the ball above it at this corner (dx, dy: ±1), as parts of its radius on the screen. */
export function contact(dx: number, dy: number): { x: number; y: number } {
  return { x: dx * 0.5, y: -(dy * 0.5 * Math.sin(ELEVATION) + RISE * Math.cos(ELEVATION)) };
}

/** Reserves lie in a groove, the second row in the gaps of the first: 8 and 7, or 4 and 3. */
function inGroove(base: number, slot: number): { along: number; across: number; up: number } {
  const first = base === 4 ? 8 : 4;
  const size = reserveBall(base);
  const [row, place] = slot < first ? [0, slot] : [1, slot - first];
  return {
    along: (place + row / 2 - (first - 1) / 2) * size,
    across: (row === 0 ? 0.08 : -0.32) * size,
    up: row * size * 0.5,
  };
}

function pyramid(base: number, bottomSide: number, isWide: boolean): PylosScene {
  const turn = bottomSide === 1 ? -1 : 1;
  const raw = (x: number, y: number, z: number): Seen => {
    const up = y * Math.sin(ELEVATION) + z * Math.cos(ELEVATION);
    const depth = z * Math.sin(ELEVATION) - y * Math.cos(ELEVATION);
    const near = DISTANCE / (DISTANCE - depth);
    return { x: x * 100 * near, y: -up * 100 * near, scale: near, depth };
  };
  const half = plateHalf(base, isWide);
  const margin = 14;
  const left = raw(-half.x, -half.y, PLATE).x - margin;
  const top = raw(0, half.y, PLATE).y - margin - (isWide ? 14 : 4);
  const bottom = raw(0, -half.y, PLATE - 0.3).y + margin + 6;
  const project = (x: number, y: number, z: number): Seen => {
    const seen = raw(x, y, z);
    return { ...seen, x: seen.x - left, y: seen.y - top };
  };
  const middle = (base - 1) / 2;
  return {
    isPlan: false,
    isWide,
    base,
    width: -2 * left,
    height: bottom - top,
    project,
    levels: [],
    trays: [],
    spot({ level, file, rank }, raised = 0) {
      const shift = (level - 1) / 2;
      return project((file + shift - middle) * turn, (rank + shift - middle) * turn, (level - 1) * RISE + raised);
    },
    /** In the groove at the near side of its owner, or at its right hand. */
    reserve(side, slot) {
      const { along, across, up } = inGroove(base, slot);
      const row = side === bottomSide ? -1 : 1;
      const size = reserveBall(base);
      const far = grooveAt(base) + across;
      const z = PLATE - 0.22 + size / 2 + up;
      const seen = isWide ? project(-row * far, -row * along, z) : project(-row * along, row * far, z);
      return { ...seen, scale: seen.scale * size, depth: seen.depth };
    },
  };
}

const PLAN_EDGE = 20;
const PLAN_GAP = 40;

/** Level 1 over level 2; beside them the smaller levels between the reserves. Every cell is as large as can be. */
function plan(base: number, bottomSide: number): PylosScene {
  const unit = PLAN_UNIT;
  const column = 2 * unit; // the right one
  const right = PLAN_EDGE + base * unit + PLAN_GAP;
  const width = right + column + PLAN_EDGE;
  const height = 2 * PLAN_EDGE + 12 + (2 * base - 1) * unit + PLAN_GAP;
  const top = PLAN_EDGE + 12;
  const levels: Level[] = [
    { level: 1, size: base, x: PLAN_EDGE, y: top },
    { level: 2, size: base - 1, x: PLAN_EDGE + unit / 2, y: top + base * unit + PLAN_GAP },
  ];
  const high = (base === 4 ? 3 : 1) * unit + (base - 3) * PLAN_GAP; // the levels in the right column
  const tray = (height - PLAN_EDGE - top - high) / 2 - PLAN_GAP;
  let y = top + tray + PLAN_GAP;
  for (let level = 3; level <= base; level++) {
    const size = base - level + 1;
    levels.push({ level, size, x: right + (column - size * unit) / 2, y });
    y += size * unit + PLAN_GAP;
  }
  const trays = [height - PLAN_EDGE - tray, top].map((at) => ({ x: right, y: at, width: column, height: tray }));
  const columns = base === 4 ? 5 : 4;
  const pitch = Math.min(column / (columns + 0.3), tray / (base === 4 ? 3.2 : 2.2));
  const flip = bottomSide === 1;
  return {
    isPlan: true,
    isWide: false,
    base,
    width,
    height,
    levels,
    trays,
    project: (x, y) => ({ x, y, scale: 1, depth: 0 }),
    spot({ level, file, rank }, raised = 0) {
      const { x, y, size } = levels[level - 1]!;
      const column = flip ? size - 1 - file : file;
      const row = flip ? rank : size - 1 - rank;
      return {
        x: x + (column + 0.5) * unit,
        y: y + (row + 0.5) * unit - raised * 30,
        scale: 0.94 + raised * 0.2,
        depth: level,
      };
    },
    reserve(side, slot) {
      const box = trays[side === bottomSide ? 0 : 1]!;
      const rows = base === 4 ? 3 : 2;
      const [row, place] = [Math.floor(slot / columns), slot % columns];
      return {
        x: box.x + box.width / 2 + (place - (columns - 1) / 2) * pitch,
        y: box.y + box.height / 2 + (row - (rows - 1) / 2) * pitch,
        scale: (pitch * 0.94) / 100,
        depth: 0,
      };
    },
  };
}

export function pylosScene(shape: PylosShape, base: number, bottomSide: number): PylosScene {
  return shape === 'plan' ? plan(base, bottomSide) : pyramid(base, bottomSide, shape === 'wide');
}

/** Whichever shows the larger balls in this room. */
export function shapeFor(width: number, height: number, base: number): PylosShape {
  const scale = (scene: PylosScene) => Math.min(width / scene.width, height / scene.height);
  return scale(pylosScene('wide', base, 0)) > scale(pylosScene('tall', base, 0)) ? 'wide' : 'tall';
}

/** Around all balls that a side has in reserve at the beginning. */
export function grooveBox(scene: PylosScene, side: number): Box {
  const spots = Array.from({ length: scene.base === 4 ? 15 : 7 }, (_, slot) => scene.reserve(side, slot));
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const pad = 36;
  const [x, y] = [Math.min(...xs) - pad, Math.min(...ys) - pad];
  return { x, y, width: Math.max(...xs) + pad - x, height: Math.max(...ys) + pad - y };
}
