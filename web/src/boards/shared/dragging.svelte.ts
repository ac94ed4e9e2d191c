// A piece under the finger: pressed, taken along, let go. What can be taken and where it may go, the board knows.

import { cellUnder, type Pointing } from './pointing.svelte';

export interface Point {
  x: number;
  y: number;
}

export interface Held<Piece> extends Point {
  piece: Piece;
}

interface Ways<Piece> {
  pointing: Pointing;
  /** Where an event happened in the drawing. */
  at: (event: PointerEvent) => Point;
  supply: string; // a selector: what can be pressed and is no cell
  act: (cell: string) => void;
  /** What is taken along from a cell, or from the supply (null); undefined: nothing. */
  take: (cell: string | null) => Piece | undefined;
  ondrag: (held: Held<Piece>) => void;
  ondrop: (cell: string | null, held: Held<Piece>) => void;
}

const DRAG_PX = 10;

export class Dragging<Piece> {
  held = $state<Held<Piece> | null>(null);
  #pressed: { x: number; y: number; cell: string | null } | null = null;

  constructor(private readonly ways: Ways<Piece>) {}

  get isPressed(): boolean {
    return this.#pressed !== null;
  }

  /** Whether what is held was taken from a cell. */
  get isFromCell(): boolean {
    return this.held !== null && !!this.#pressed?.cell;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const cell = cellUnder(event.target);
    if (!cell && !(event.target as Element).matches(this.ways.supply)) return;
    this.#pressed = { x: event.clientX, y: event.clientY, cell };
    if (!cell) return;
    this.ways.pointing.active = cell;
    this.ways.pointing.ask(cell);
  };

  readonly move = (event: PointerEvent): void => {
    const pressed = this.#pressed;
    if (!pressed) {
      if (event.pointerType === 'mouse') this.ways.pointing.ask(cellUnder(event.target));
      return;
    }
    if (!this.held) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG_PX) return;
      const piece = this.ways.take(pressed.cell);
      if (piece === undefined) return;
      this.held = { x: 0, y: 0, piece };
    }
    this.held = { ...this.held, ...this.ways.at(event) };
    this.ways.ondrag(this.held);
  };

  readonly up = (event: PointerEvent): void => {
    if (!this.#pressed) return;
    const { cell } = this.#pressed;
    this.#pressed = null;
    if (this.held) {
      this.ways.ondrop(cell, this.held);
      this.held = null;
      return;
    }
    if (cell && cellUnder(document.elementFromPoint(event.clientX, event.clientY)) === cell) this.ways.act(cell);
    if (event.pointerType !== 'mouse') this.ways.pointing.ask(null);
  };

  readonly release = (): void => {
    this.#pressed = this.held = null;
    this.ways.pointing.ask(null);
  };
}
