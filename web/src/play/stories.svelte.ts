// The story that the board tells, and waiting for its end.

import type { Played } from '../engine/types';
import { motion } from '../lib/settings.svelte';

const STORY_LIMIT_MS = 8000; // a board that never says that its story ended does not stop the game

export class Stories {
  current: { id: number; played: Played } | null = $state.raw(null);
  private count = 0;
  private ended: (() => void) | null = null;

  /** Null: the board is at rest. */
  tell(played: Played | null): void {
    this.current = played ? { id: ++this.count, played } : null;
  }

  /** Called by the board. */
  end(id: number): void {
    if (this.current?.id === id) this.cut();
  }

  /** Whoever waits need not wait any longer. */
  cut(): void {
    this.ended?.();
  }

  wait(): Promise<void> {
    if (!this.current || motion() === 'off') return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, STORY_LIMIT_MS);
      this.ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
