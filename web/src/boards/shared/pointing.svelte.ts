// Cells that are pointed at, focused and pressed: what boards with fixed cells have in common.

import type { Step } from '../../engine/types';
import { cellAfterKey, type Place } from './roving';

/** The cell that an element belongs to. */
export function cellUnder(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? null;
}

/** Where an event happened, in the units of a picture that is `width` wide. */
export function pointIn(frame: Element, width: number, event: PointerEvent): { x: number; y: number } {
  const box = frame.getBoundingClientRect();
  const scale = width / box.width;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
}

interface Ways {
  stepAt: (cell: string) => Step | undefined;
  act: (cell: string) => void;
  onhover: (step: Step | null) => void;
  oncancel: () => void;
}

export class Pointing {
  active = $state<string | null>(null); // the cell that has tabindex 0
  asked = $state<string | null>(null); // the cell whose preview was asked for

  constructor(private readonly ways: Ways) {}

  ask(cell: string | null): void {
    const step = cell === null ? undefined : this.ways.stepAt(cell);
    const next = step ? step.cell : null;
    if (next === this.asked) return;
    this.asked = next;
    this.ways.onhover(step ?? null);
  }

  /** Enter and Escape; whatever else moves the focus among `places`. */
  key(event: KeyboardEvent, root: Element, places: () => Place[]): void {
    const cell = cellUnder(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.ways.act(cell);
    else if (event.key === 'Escape') this.ways.oncancel();
    else {
      const next = cellAfterKey(event.key, cell, places());
      if (next === null) return;
      this.active = next;
      root.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    }
    event.preventDefault();
  }

  /** Readers of the screen press a cell without a pointer. */
  click(event: MouseEvent): void {
    const cell = cellUnder(event.target);
    if (cell && event.detail === 0) this.ways.act(cell);
  }

  focus(event: FocusEvent): void {
    const cell = cellUnder(event.target);
    if (!cell) return;
    this.active = cell;
    // A touch focuses too, but after it has acted.
    if ((event.target as Element).matches(':focus-visible')) this.ask(cell);
  }
}
