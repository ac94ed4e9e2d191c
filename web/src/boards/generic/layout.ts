// Where the cells of any game lie on the drawing, from what the engine tells of them.

import type { Cell, Situation } from '../../engine/types';

export const HALF = 50; // half a cell, in units of the drawing
const HEXAGON_ROWS = Math.sqrt(3) / 2; // rows of hexagons lie that much closer
const MARGIN = 58; // from the middle of the outermost cells
const STRIP = 60; // for what the sides hold

export interface Placed {
  cell: Cell;
  x: number;
  y: number;
  radius: number;
}

export interface GenericLayout {
  width: number;
  height: number;
  cells: Placed[]; // lower levels first
  rows: Placed[][]; // as they are read: level by level, from the top
  strip: number; // the middle of what the sides hold
}

/** Half of what belongs to a cell, for a finger: on a flat board cells leave nothing between them. */
export function reachOf({ cells }: Situation, placed: Placed): number {
  return cells.some(({ level }) => level > 0) ? placed.radius : HALF - 1;
}

/** Every level is a little smaller, so that what lies below shows. */
function radiusOf({ level }: Cell): number {
  return 45 - 6 * Math.min(level, 4);
}

/** The board turned so that this side sits below; with more than two nobody's place is opposite. */
export function genericLayout({ cells, shape, sides }: Situation, bottomSide: number): GenericLayout {
  const turn = sides === 2 && bottomSide === 1 ? -1 : 1;
  const down = HALF * (shape === 'hexagon' ? HEXAGON_ROWS : 1);
  const spots = cells.map((cell) => ({
    cell,
    x: turn * cell.x * HALF,
    y: turn * cell.y * down,
    radius: radiusOf(cell),
  }));
  const left = Math.min(0, ...spots.map(({ x }) => x)) - MARGIN;
  const top = Math.min(0, ...spots.map(({ y }) => y)) - MARGIN;
  const width = Math.max(0, ...spots.map(({ x }) => x)) + MARGIN - left;
  const high = Math.max(0, ...spots.map(({ y }) => y)) + MARGIN - top;
  const placed = spots.map((spot) => ({ ...spot, x: spot.x - left, y: spot.y - top }));
  placed.sort((a, b) => a.cell.level - b.cell.level);
  return { width, height: high + STRIP, cells: placed, rows: rowsOf(placed), strip: high + STRIP / 2 - 10 };
}

function rowsOf(placed: Placed[]): Placed[][] {
  const rows = new Map<string, Placed[]>();
  for (const spot of placed) {
    const key = `${spot.cell.level} ${spot.y.toFixed(1)}`;
    rows.set(key, [...(rows.get(key) ?? []), spot]);
  }
  const inOrder = [...rows.values()].map((row) => row.sort((a, b) => a.x - b.x));
  return inOrder.sort((a, b) => a[0]!.cell.level - b[0]!.cell.level || a[0]!.y - b[0]!.y);
}

/** The outline of a cell, around 0. */
export function outline(shape: Situation['shape'], radius: number): string {
  if (shape === 'square') return `M${-radius} ${-radius}H${radius}V${radius}H${-radius}Z`;
  if (shape === 'hexagon') return polygon(6, radius * 1.15, -90);
  return `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`;
}

function polygon(corners: number, radius: number, from: number): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = ((from + (360 / corners) * i) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The form that tells a side from the others where colours do not: a disc, a triangle, a square, a star of lines. */
export function formOf(side: number, radius: number): string {
  if (side === 1) return polygon(3, radius * 1.15, -90);
  if (side === 2) return polygon(4, radius * 1.1, -45);
  return side === 0 ? outline('round', radius * 0.8) : polygon(5, radius, -90);
}
