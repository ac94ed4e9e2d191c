// Hexagons that stand on a corner, in rows: where they lie, which touch, what they form together.

export const RADIUS = 50; // from the centre to a corner
export const PITCH = RADIUS * Math.sqrt(3); // from one centre to the next

export interface Hex {
  cell: string; // 'q,r'
  q: number;
  r: number;
  x: number;
  y: number;
}

const AROUND: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

export function hexAt(q: number, r: number): Hex {
  return { cell: `${q},${r}`, q, r, x: PITCH * (q + r / 2), y: RADIUS * 1.5 * r };
}

export function hexOf(cell: string): Hex {
  const [q, r] = cell.split(',').map(Number);
  return hexAt(q!, r!);
}

/** The cell that holds a point. */
export function hexUnder(x: number, y: number): Hex {
  const r = y / (RADIUS * 1.5);
  const q = x / PITCH - r / 2;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return hexAt(rq + 0, rr + 0);
}

/** The cell whose middle is nearest to a point, and nearer than `within`. */
export function nearestTo(at: { x: number; y: number }, cells: string[], within: number): string | null {
  let [best, least]: [string | null, number] = [null, within];
  for (const cell of cells) {
    const hex = hexOf(cell);
    const far = Math.hypot(hex.x - at.x, hex.y - at.y);
    if (far < least) [best, least] = [cell, far];
  }
  return best;
}

export function neighbours(cell: string): string[] {
  const { q, r } = hexOf(cell);
  return AROUND.map(([dq, dr]) => `${q + dq},${r + dr}`);
}

/** Empty cells that touch one of these. */
export function borderOf(cells: ReadonlySet<string>): Set<string> {
  const border = new Set<string>();
  for (const cell of cells) for (const near of neighbours(cell)) if (!cells.has(near)) border.add(near);
  return border;
}

/** These cells, those that touch them, and some more, row by row. */
export function hexesAround(cells: ReadonlySet<string>, more: string[]): Hex[] {
  const all = new Set([...cells, ...borderOf(cells), ...more]);
  return [...all].map(hexOf).sort((a, b) => a.r - b.r || a.q - b.q);
}

/** The group of touching cells that holds `cell`. */
export function groupWith(cell: string, cells: ReadonlySet<string>): Set<string> {
  const group = new Set<string>();
  const open = cells.has(cell) ? [cell] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (group.has(next)) continue;
    group.add(next);
    open.push(...neighbours(next).filter((near) => cells.has(near)));
  }
  return group;
}

const corner = (hex: Hex, i: number, radius: number): [number, number] => {
  const angle = (Math.PI / 3) * i - Math.PI / 6;
  return [hex.x + radius * Math.cos(angle), hex.y + radius * Math.sin(angle)];
};

/** A hexagon with rounded corners, as path data. */
export function hexPath(radius: number, round: number, hex: Hex = hexAt(0, 0)): string {
  let path = '';
  for (let i = 0; i < 6; i++) {
    const at = corner(hex, i, radius);
    const toward = (other: [number, number]) => {
      const long = Math.hypot(other[0] - at[0], other[1] - at[1]);
      return [at[0] + ((other[0] - at[0]) * round) / long, at[1] + ((other[1] - at[1]) * round) / long]
        .map((n) => n.toFixed(2))
        .join(' ');
    };
    path += `${i === 0 ? 'M' : 'L'}${toward(corner(hex, i + 5, radius))}Q${at[0].toFixed(2)} ${at[1].toFixed(2)} ${toward(corner(hex, i + 1, radius))}`;
  }
  return `${path}Z`;
}

/** The line around a group of cells, edge by edge. */
export function outlineOf(group: ReadonlySet<string>): string {
  // Edge i lies between corners i and i + 1; the cell beyond it:
  const beyond = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ];
  let path = '';
  for (const cell of group) {
    const hex = hexOf(cell);
    beyond.forEach(([dq, dr], i) => {
      if (group.has(`${hex.q + dq!},${hex.r + dr!}`)) return;
      const [from, to] = [corner(hex, i, RADIUS), corner(hex, i + 1, RADIUS)];
      path += `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`;
    });
  }
  return path;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(hexes: Iterable<Hex>, margin = 0): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of hexes) {
    box.left = Math.min(box.left, x - PITCH / 2 - margin);
    box.right = Math.max(box.right, x + PITCH / 2 + margin);
    box.top = Math.min(box.top, y - RADIUS - margin);
    box.bottom = Math.max(box.bottom, y + RADIUS + margin);
  }
  return box;
}

/**
 * Where a key leads. Rows are shifted by half a cell, so going up and down keeps to `column`, the x where it
 * began, and does not drift sideways.
 */
export function hexAfterKey(key: string, from: Hex, hexes: Hex[], column: number): Hex | null {
  const row = hexes.filter((hex) => hex.r === from.r && hex.cell !== from.cell);
  const least = (list: Hex[], cost: (hex: Hex) => number): Hex | null =>
    list.reduce<Hex | null>((best, hex) => (best === null || cost(hex) < cost(best) ? hex : best), null);
  switch (key) {
    case 'ArrowLeft':
      return least(
        row.filter((hex) => hex.q < from.q),
        (hex) => from.q - hex.q,
      );
    case 'ArrowRight':
      return least(
        row.filter((hex) => hex.q > from.q),
        (hex) => hex.q - from.q,
      );
    case 'Home':
      return least(
        row.filter((hex) => hex.q < from.q),
        (hex) => hex.q,
      );
    case 'End':
      return least(
        row.filter((hex) => hex.q > from.q),
        (hex) => -hex.q,
      );
    case 'ArrowUp':
    case 'ArrowDown': {
      const step = key === 'ArrowUp' ? -1 : 1;
      return least(
        hexes.filter((hex) => (hex.r - from.r) * step > 0),
        (hex) => Math.abs(hex.r - from.r) * 1e6 + Math.abs(hex.x - column),
      );
    }
    default:
      return null;
  }
}
