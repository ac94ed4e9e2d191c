// The pyramid as it is seen: a camera that looks down at the board from the lower player's side, or
// a plan that lays the levels side by side. Lengths in the world are diameters of a ball.

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

export interface PylosScene {
  isPlan: boolean;
  base: number;
  width: number;
  height: number;
  spot: (cell: { level: number; file: number; rank: number }, raised?: number) => Seen;
  reserve: (side: number, slot: number) => Seen;
  /** A point of the world (x to the right, y away, z up, from the middle of the lowest balls). */
  project: (x: number, y: number, z: number) => Seen;
  levels: Level[]; // of the plan
}

export const BALL = 50;
/** How far the middle of a ball lies above the plate, and how high one level is above the other. */
export const PLATE = -0.42;
const RISE = Math.SQRT1_2;
const ELEVATION = (60 * Math.PI) / 180;
const DISTANCE = 15;
export const SQUASH = Math.sin(ELEVATION); // of circles that lie on the plate

/** The side of a cell in the plan. */
export const PLAN_UNIT = 104;

/** How far from its middle a cell can be touched: an empty one above others leaves room to touch those. */
export function touchRadius(scene: PylosScene, seen: Seen, isEmptyAbove: boolean): number {
  return scene.isPlan ? PLAN_UNIT / 2 : BALL * seen.scale * (isEmptyAbove ? 0.84 : 0.96);
}

/** Half the plate, and where the grooves of the reserves run. */
export const plateHalf = (base: number) => ({ x: base / 2 + 0.32, y: base / 2 + 1.14 });
export const grooveAt = (base: number) => base / 2 + 0.66;
const reserveBall = (base: number) => (base + 0.42) / (base === 4 ? 8 : 5);

/** Where a ball touches the ball above it at this corner (dx, dy: ±1), as parts of its radius on the screen. */
export function contact(dx: number, dy: number): { x: number; y: number } {
  return { x: dx * 0.5, y: -(dy * 0.5 * Math.sin(ELEVATION) + RISE * Math.cos(ELEVATION)) };
}

/** Reserves lie in a groove, the second row in the gaps of the first: 8 and 7, or 4 and 3. */
function inGroove(base: number, slot: number): { along: number; up: number } {
  const first = base === 4 ? 8 : 4;
  const size = reserveBall(base);
  const [row, place] = slot < first ? [0, slot] : [1, slot - first];
  return { along: (place + row / 2 - (first - 1) / 2) * size, up: row * size * 0.8 };
}

function pyramid(base: number, bottomSide: number): PylosScene {
  const turn = bottomSide === 1 ? -1 : 1;
  const raw = (x: number, y: number, z: number): Seen => {
    const up = y * Math.sin(ELEVATION) + z * Math.cos(ELEVATION);
    const depth = z * Math.sin(ELEVATION) - y * Math.cos(ELEVATION);
    const near = DISTANCE / (DISTANCE - depth);
    return { x: x * 100 * near, y: -up * 100 * near, scale: near, depth };
  };
  const half = plateHalf(base);
  const margin = 14;
  const left = raw(-half.x, -half.y, PLATE).x - margin;
  const small = reserveBall(base);
  const piled = raw(0, grooveAt(base), PLATE - 0.1 + small * 1.3);
  const top = Math.min(raw(0, half.y, PLATE).y, piled.y - BALL * small * piled.scale) - margin;
  const bottom = raw(0, -half.y, PLATE - 0.3).y + margin;
  const project = (x: number, y: number, z: number): Seen => {
    const seen = raw(x, y, z);
    return { ...seen, x: seen.x - left, y: seen.y - top };
  };
  const middle = (base - 1) / 2;
  return {
    isPlan: false, base, width: -2 * left, height: bottom - top, project, levels: [],
    spot({ level, file, rank }, raised = 0) {
      const shift = (level - 1) / 2;
      return project((file + shift - middle) * turn, (rank + shift - middle) * turn, (level - 1) * RISE + raised);
    },
    reserve(side, slot) {
      const { along, up } = inGroove(base, slot);
      const row = side === bottomSide ? -1 : 1;
      const size = reserveBall(base);
      const seen = project(-row * along, row * grooveAt(base), PLATE - 0.1 + size / 2 + up);
      return { ...seen, scale: seen.scale * size, depth: seen.depth };
    },
  };
}

/** Level 1 and 3 above 2 and 4, with the reserves over and under them. */
function plan(base: number, bottomSide: number): PylosScene {
  const unit = PLAN_UNIT;
  const gap = 44;
  const strip = 84;
  const rows: Level[] = [];
  const right = base * unit + gap;
  for (let level = 1; level <= base; level++) {
    const size = base - level + 1;
    rows.push({
      level, size,
      x: 24 + (level % 2 === 1 && level > 1 ? right : level === 4 ? right : 0),
      y: 24 + strip + (level === 2 || level === 4 ? base * unit + gap : 0),
    });
  }
  const width = 48 + right + (base - 2) * unit;
  const height = 48 + 2 * strip + base * unit + gap + (base - 1) * unit;
  const flip = bottomSide === 1;
  return {
    isPlan: true, base, width, height, levels: rows,
    project: (x, y) => ({ x, y, scale: 1, depth: 0 }),
    spot({ level, file, rank }, raised = 0) {
      const { x, y, size } = rows[level - 1]!;
      const column = flip ? size - 1 - file : file;
      const row = flip ? rank : size - 1 - rank;
      return { x: x + (column + 0.5) * unit, y: y + (row + 0.5) * unit - raised * 30, scale: 0.94 + raised * 0.2, depth: level };
    },
    reserve(side, slot) {
      const pitch = (width - 60) / (base === 4 ? 15 : 9);
      const isLower = side === bottomSide;
      return {
        x: isLower ? 30 + pitch * (slot + 0.5) : width - 30 - pitch * (slot + 0.5),
        y: isLower ? height - 52 : 52, scale: Math.min(0.5, pitch / 100), depth: 0,
      };
    },
  };
}

export function pylosScene(isPlan: boolean, base: number, bottomSide: number): PylosScene {
  return isPlan ? plan(base, bottomSide) : pyramid(base, bottomSide);
}
