// Looking around the table on purpose: wheel, buttons and keys move the camera.

import { EDGE, TOUCH_PX, type Camera, type Corner } from './camera.svelte';
import { boxOf, hexOf, type Hex } from './hex';

const PANS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const PAN_PX = 80;

interface Seen {
  glides: () => boolean;
  hexes: () => Hex[]; // with a tile
  corners: () => Corner[]; // kept free
}

export class Looking {
  pageScrolls = $state(false);
  isGlance = $state(false); // moved closer for one touch: goes back by itself

  constructor(
    private readonly camera: Camera,
    private readonly seen: Seen,
  ) {}

  /** Whether the wheel and a swipe are wanted by the page itself. */
  findOut(): void {
    const page = document.scrollingElement;
    this.pageScrolls = page !== null && page.scrollHeight > page.clientHeight + 2;
  }

  #begin(): void {
    this.camera.isGliding = this.seen.glides();
    this.isGlance = false;
  }

  zoom(factor: number, px = this.camera.width / 2, py = this.camera.height / 2): void {
    this.#begin();
    this.camera.zoomAt(px, py, factor);
  }

  /** With everything in view, cells may be too small for a finger: the first touch moves closer, the next one acts. */
  comesCloser(cell: string, at: { x: number; y: number }): boolean {
    if (this.camera.pitchPx >= TOUCH_PX) return false;
    const goesBack = this.camera.isAuto || this.isGlance;
    this.zoom(60 / this.camera.pitchPx, at.x, at.y);
    this.camera.reveal(hexOf(cell));
    this.isGlance = goesBack;
    return true;
  }

  recentre(): void {
    this.#begin();
    this.camera.isAuto = true;
    const hexes = this.seen.hexes();
    this.camera.fit(boxOf(hexes, EDGE), hexes, this.seen.corners(), true);
  }

  /** A hand moves the table: nothing glides after it. */
  follow(): void {
    this.camera.isGliding = this.isGlance = false;
  }

  wheel(event: WheelEvent, at: { x: number; y: number }): void {
    this.findOut();
    if (this.pageScrolls && !event.ctrlKey) return;
    event.preventDefault();
    this.follow();
    this.camera.zoomAt(
      at.x,
      at.y,
      Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : event.ctrlKey ? 0.01 : 0.0016)),
    );
  }

  /** True if the key was one of these. */
  key(event: KeyboardEvent): boolean {
    const pan = event.shiftKey ? PANS[event.key] : undefined;
    if (pan) {
      this.#begin();
      this.camera.panBy(pan[0] * PAN_PX, pan[1] * PAN_PX);
    } else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.recentre();
    else return false;
    return true;
  }
}
