// What part of the table is seen. By itself it keeps everything in view; whoever pans or zooms holds it.

import { PITCH, type Box, type Hex } from './hex';

/** What is drawn over a corner of the table, in px of the window: nothing should lie below it. */
export interface Corner {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface View {
  x: number; // the point of the table in the middle of the window
  y: number;
  scale: number; // px for a unit of the table
}

export const TARGET_PX = 44;
/** Cells so wide can be told apart by a finger, the nearest that makes sense being meant. */
export const TOUCH_PX = 32;
/** Free around what should be in view, in units of the table. */
export const EDGE = 6;
const LARGEST = 84 / PITCH; // a few tiles do not fill the window …
const FEWEST = 8; // … unless it is so large that more than these fit one above the other
const CLOSEST = 150 / PITCH;
const FARTHEST = 9 / PITCH;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function fitInto(box: Box, width: number, height: number, insetX: number, insetY: number): View {
  const room = { x: Math.max(40, width - 2 * insetX), y: Math.max(40, height - 2 * insetY) };
  const largest = clamp(Math.min(width, height) / FEWEST / PITCH, LARGEST, CLOSEST);
  const scale = Math.min(largest, room.x / (box.right - box.left), room.y / (box.bottom - box.top));
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
}

/** Whether some cell would lie below a corner. */
function isCovered(view: View, hexes: Iterable<Hex>, width: number, height: number, corners: Corner[]): boolean {
  const pad = view.scale * PITCH * 0.5;
  for (const hex of hexes) {
    const x = (hex.x - view.x) * view.scale + width / 2;
    const y = (hex.y - view.y) * view.scale + height / 2;
    if (corners.some((c) => x > c.left - pad && x < c.right + pad && y > c.top - pad && y < c.bottom + pad))
      return true;
  }
  return false;
}

/** The closest view of everything that leaves the corners free. */
export function fitAll(box: Box, hexes: Hex[], width: number, height: number, corners: Corner[]): View {
  const inX = Math.max(0, ...corners.map((c) => Math.min(c.right, width - c.left)));
  const inY = Math.max(0, ...corners.map((c) => Math.min(c.bottom, height - c.top)));
  const tries = [0, 0.5, 1]
    .flatMap((part) => [fitInto(box, width, height, inX * part, 0), fitInto(box, width, height, 0, inY * part)])
    .sort((a, b) => b.scale - a.scale);
  return tries.find((view) => !isCovered(view, hexes, width, height, corners)) ?? tries.at(-1)!;
}

export class Camera {
  view: View = $state.raw({ x: 0, y: 0, scale: LARGEST });
  isAuto = $state(true);
  isGliding = $state(false); // whether a change of view is to be seen as movement
  width = $state(640);
  height = $state(420);
  /** Something that is drawn by the view's transform. */
  drawn: HTMLElement | undefined = $state.raw();

  readonly pitchPx = $derived(this.view.scale * PITCH);
  readonly transform = $derived(
    `translate(${this.width / 2 - this.view.x * this.view.scale}px, ${this.height / 2 - this.view.y * this.view.scale}px) scale(${this.view.scale})`,
  );

  /** What lies under a point of the window: while the view glides, as it is seen now and not as it will be. */
  toTable(px: number, py: number): { x: number; y: number } {
    if (this.isGliding && this.drawn) {
      const { a: scale, e: left, f: top } = new DOMMatrixReadOnly(getComputedStyle(this.drawn).transform);
      return { x: (px - left) / scale, y: (py - top) / scale };
    }
    return {
      x: this.view.x + (px - this.width / 2) / this.view.scale,
      y: this.view.y + (py - this.height / 2) / this.view.scale,
    };
  }

  /** Everything in view again. A view that still serves stays as it is, so that the table does not stir with every tile. */
  fit(box: Box, hexes: Hex[], corners: Corner[], isForced: boolean): void {
    const best = fitAll(box, hexes, this.width, this.height, corners);
    const { x, y, scale } = this.view;
    const [rx, ry] = [this.width / 2 / scale, this.height / 2 / scale];
    const isWhole = box.left >= x - rx && box.right <= x + rx && box.top >= y - ry && box.bottom <= y + ry;
    if (
      !isForced &&
      isWhole &&
      best.scale <= scale * 1.25 &&
      !isCovered(this.view, hexes, this.width, this.height, corners)
    )
      return;
    this.view = best;
  }

  panBy(dx: number, dy: number): void {
    this.isAuto = false;
    this.view = { ...this.view, x: this.view.x - dx / this.view.scale, y: this.view.y - dy / this.view.scale };
  }

  /** Closer or farther; the point of the table under (px, py) stays there. */
  zoomAt(px: number, py: number, factor: number): void {
    this.isAuto = false;
    const at = this.toTable(px, py);
    const scale = clamp(this.view.scale * factor, FARTHEST, CLOSEST);
    this.view = { x: at.x - (px - this.width / 2) / scale, y: at.y - (py - this.height / 2) / scale, scale };
  }

  /** Moves as little as needed to see a cell. */
  reveal(hex: Hex): void {
    const margin = Math.min(PITCH * 0.8, this.width / 2 / this.view.scale, this.height / 2 / this.view.scale);
    const [rx, ry] = [this.width / 2 / this.view.scale - margin, this.height / 2 / this.view.scale - margin];
    const x = clamp(this.view.x, hex.x - rx, hex.x + rx);
    const y = clamp(this.view.y, hex.y - ry, hex.y + ry);
    if (x !== this.view.x || y !== this.view.y) this.view = { ...this.view, x, y };
  }
}
