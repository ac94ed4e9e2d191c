// Plays what a ply did, one step after the other. A board turns the events into steps; the player
// keeps time, and a click or a key anywhere finishes everything at once.

import type { Motion } from '../../lib/settings.svelte';

export interface StoryStep {
  ms: number;
  /** Shows the step; `ms` is how long it may move. */
  show: (ms: number) => void;
}

/** How long one of `count` steps takes: 180 ms for a few, 120 for a dozen, faster when there are many more. */
export function paceMs(count: number): number {
  if (count <= 4) return 180;
  if (count <= 12) return Math.round(180 - ((count - 4) * 60) / 8);
  return Math.max(50, Math.round(1440 / count));
}

/** How long a story without flights stays, so that one sees what changed. */
export const STILL_MS = 350;

/** Whether anything is to fly at all. What the system asks for is in `motion` already. */
export function moves(motion: Motion): boolean {
  return motion === 'full';
}

export class StoryPlayer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settle: (() => void) | null = null;

  get isRunning(): boolean {
    return this.#settle !== null;
  }

  /** Shows the steps in order; `settle` is called once, at the end or when it is cut short. */
  play(steps: StoryStep[], settle: () => void): void {
    this.finish();
    this.#settle = settle;
    let next = 0;
    let due = performance.now();
    const advance = () => {
      const step = steps[next++];
      if (!step) return this.finish();
      step.show(step.ms);
      // Late timers shorten the next wait, so that a busy machine does not slow the story down.
      due = Math.max(due + step.ms, performance.now());
      this.#timer = setTimeout(advance, due - performance.now());
    };
    advance();
  }

  /** Ends it at once, whatever was still to come; without a story, nothing. */
  finish(): void {
    clearTimeout(this.#timer);
    const settle = this.#settle;
    this.#settle = null;
    settle?.();
  }
}

/**
 * While a story runs, any press or key ends it. Within `board` the press does nothing else: whoever
 * cut a story short has not yet seen what they would be touching.
 */
export function finishOnInput(player: StoryPlayer, board: HTMLElement): () => void {
  let swallowsClick = false;
  const onInput = (event: Event) => {
    if (!player.isRunning) return;
    if (event instanceof KeyboardEvent && ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
    player.finish();
    if (!board.contains(event.target as Node)) return;
    event.stopPropagation();
    event.preventDefault();
    swallowsClick = event.type === 'pointerdown';
  };
  const onClick = (event: Event) => {
    if (swallowsClick && board.contains(event.target as Node)) {
      event.stopPropagation();
      event.preventDefault();
    }
    swallowsClick = false;
  };
  addEventListener('pointerdown', onInput, true);
  addEventListener('keydown', onInput, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onInput, true);
    removeEventListener('keydown', onInput, true);
    removeEventListener('click', onClick, true);
  };
}
