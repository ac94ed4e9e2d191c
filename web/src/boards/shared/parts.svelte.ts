// A board is drawn part by part, each in a task of its own: a whole one would leave touches unanswered for too long.

import { onDestroy } from 'svelte';

export class Parts {
  drawn = $state(0); // how many of them are to be drawn by now
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** While a board is being made. */
  constructor(readonly count: number) {
    onDestroy(() => clearTimeout(this.#timer));
  }

  get areWhole(): boolean {
    return this.drawn === this.count;
  }

  /** To be called whenever a board learns how wide it is: the first time begins. */
  begin(width: number): void {
    if (width > 0) this.#timer ??= setTimeout(() => this.#drawNext());
  }

  #drawNext(): void {
    this.drawn += 1;
    if (!this.areWhole) this.#timer = setTimeout(() => this.#drawNext());
  }
}
