// Fingers on the table: a tap, a tile that is dragged, and looking around with one finger or two.

import type { Camera } from './camera.svelte';

export interface At {
  x: number; // px in the window
  y: number;
}

export type Touched = { kind: 'cell'; cell: string } | { kind: 'hand' } | { kind: 'cloth' };

export interface GestureHost {
  touched(at: At, isTouch: boolean): Touched;
  onpress(what: Touched, isTouch: boolean): void;
  onhover(at: At | null): void; // of a mouse without a button
  ontap(what: Touched, at: At, isTouch: boolean): void;
  onlook(): void; // the view was moved by hand
  /** Takes a tile up; false: there is none to take, and the table itself is moved. */
  ontake(what: Touched): boolean;
  ondrag(at: At): void;
  ondrop(): void;
  ongiveup(): void; // what was dragged goes back
}

const DRAG_PX = 8;

export class Gestures {
  #fingers = new Map<number, At>();
  #pressed: { what: Touched; from: At; hasMoved: boolean } | null = null;

  constructor(
    readonly camera: Camera,
    readonly stage: () => HTMLElement,
    readonly host: GestureHost,
  ) {}

  get isPressed(): boolean {
    return this.#pressed !== null;
  }

  at(event: MouseEvent): At {
    const frame = this.stage().getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = this.at(event);
    this.#fingers.set(event.pointerId, at);
    this.stage().setPointerCapture(event.pointerId);
    if (this.#fingers.size > 1) {
      this.host.ongiveup();
      this.#pressed = null;
      return;
    }
    const isTouch = event.pointerType === 'touch';
    const what = this.host.touched(at, isTouch);
    this.#pressed = { what, from: at, hasMoved: false };
    this.host.onpress(what, isTouch);
  };

  readonly move = (event: PointerEvent): void => {
    const at = this.at(event);
    const before = this.#fingers.get(event.pointerId);
    if (before) this.#fingers.set(event.pointerId, at);
    if (before && this.#fingers.size === 2) return this.#pinch(event.pointerId, before, at);
    const pressed = this.#pressed;
    if (!pressed) {
      if (event.pointerType === 'mouse' && !before) this.host.onhover(at);
      return;
    }
    if (!pressed.hasMoved) {
      if (Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y) < DRAG_PX) return;
      pressed.hasMoved = true;
      if (pressed.what.kind === 'cloth' || !this.host.ontake(pressed.what)) pressed.what = { kind: 'cloth' };
    }
    if (pressed.what.kind !== 'cloth') return this.host.ondrag(at);
    this.host.onlook();
    if (before) this.camera.panBy(at.x - before.x, at.y - before.y);
    this.host.onhover(null);
  };

  /** Two fingers: what lies under them stays under them. */
  #pinch(id: number, before: At, at: At): void {
    const other = [...this.#fingers].find(([key]) => key !== id)![1];
    const wide = Math.hypot(at.x - other.x, at.y - other.y);
    const was = Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    this.host.onlook();
    this.camera.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.camera.zoomAt((at.x + other.x) / 2, (at.y + other.y) / 2, wide / was);
  }

  readonly up = (event: PointerEvent): void => {
    const wasPinch = this.#fingers.size > 1;
    this.#fingers.delete(event.pointerId);
    const pressed = this.#pressed;
    if (!pressed || wasPinch) return;
    this.#pressed = null;
    if (!pressed.hasMoved) this.host.ontap(pressed.what, this.at(event), event.pointerType === 'touch');
    else if (pressed.what.kind !== 'cloth') this.host.ondrop();
  };

  readonly cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    this.host.ongiveup();
    this.#pressed = null;
  };
}
