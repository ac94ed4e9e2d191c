// Where everything on a board of Oware lies, in units of the drawing.

export interface Hollow {
  x: number;
  y: number;
  rx: number;
  ry: number;
}

export interface OwareLayout {
  isCompact: boolean;
  width: number;
  height: number;
  seed: number; // radius
  places: Hollow[]; // twelve pits in sowing order, South's store, North's store
  letters: { x: number; y: number }[]; // one line beside each pit, for letter and count
  counts: { x: number; y: number; anchor: 'start' | 'middle' | 'end' }[]; // of the two stores
}

export const SOUTH_STORE = 12;
export const HAND = 14;

/** Stores at the ends, as boards are carved. */
function wide(bottomSide: number): OwareLayout {
  const column = (i: number) => 500 + (i - 2.5) * 121;
  return arrange(bottomSide, {
    width: 1000,
    height: 404,
    seed: 13.5,
    isCompact: false,
    pit: { rx: 53, ry: 53 },
    column,
    rows: [269, 135],
    lines: [348, 68],
    stores: [
      { x: 920, y: 202, rx: 50, ry: 124 },
      { x: 80, y: 202, rx: 50, ry: 124 },
    ],
    counts: [
      { x: 920, y: 363, anchor: 'middle' },
      { x: 80, y: 53, anchor: 'middle' },
    ],
  });
}

/** Narrow screens: stores as trays at the right of each player, so that pits stay large enough to touch. */
function compact(bottomSide: number): OwareLayout {
  const column = (i: number) => 320 + (i - 2.5) * 100;
  return arrange(bottomSide, {
    width: 640,
    height: 640,
    seed: 15.5,
    isCompact: true,
    pit: { rx: 45, ry: 66 },
    column,
    rows: [398, 242],
    lines: [499, 157], // clear of the rings and marks of the pits
    stores: [
      { x: 392, y: 564, rx: 214, ry: 42 },
      { x: 248, y: 72, rx: 214, ry: 42 },
    ],
    counts: [
      { x: 150, y: 574, anchor: 'end' },
      { x: 490, y: 82, anchor: 'start' },
    ],
  });
}

interface Plan {
  isCompact: boolean;
  width: number;
  height: number;
  seed: number;
  pit: { rx: number; ry: number };
  column: (i: number) => number;
  rows: [number, number]; // lower, upper
  lines: [number, number];
  stores: [Hollow, Hollow]; // of the lower, of the upper player
  counts: [OwareLayout['counts'][0], OwareLayout['counts'][0]];
}

function arrange(bottomSide: number, plan: Plan): OwareLayout {
  const { isCompact, width, height, seed } = plan;
  const layout: OwareLayout = { isCompact, width, height, seed, places: [], letters: [], counts: [] };
  for (let pit = 0; pit < 12; pit++) {
    const side = Math.floor(pit / 6);
    const row = side === bottomSide ? 0 : 1;
    const x = plan.column(row === 0 ? pit % 6 : 5 - (pit % 6));
    layout.places.push({ x, y: plan.rows[row]!, ...plan.pit });
    layout.letters.push({ x, y: plan.lines[row]! });
  }
  for (const side of [0, 1]) {
    const row = side === bottomSide ? 0 : 1;
    layout.places.push(plan.stores[row]!);
    layout.counts.push(plan.counts[row]!);
  }
  return layout;
}

export function owareLayout(isCompact: boolean, bottomSide: number): OwareLayout {
  return isCompact ? compact(bottomSide) : wide(bottomSide);
}
