// The computer that plays.

import type { ThinkClient } from '../engine/types';
import { thinker } from '../lib/engine';
import { leftOf } from '../model/clock';
import { playerAt, type SavedGame } from '../model/saved';
import { thinkingSpec } from './thinking';

export class Opponent {
  isThinking = $state(false);
  private client: ThinkClient | null = null;
  private asked = 0; // so that one that was stopped does not speak for the next

  /** The move of whoever sits there; what the engine throws is thrown. */
  async choose(saved: SavedGame, seat: number): Promise<string> {
    const { line, clock } = saved;
    const count = ++this.asked;
    const left = clock ? leftOf(clock, seat, Date.now()) : null;
    const { spec, limits } = thinkingSpec(playerAt(saved, seat).level, left, clock?.setting.incrementMs ?? 0);
    this.isThinking = true;
    try {
      this.client ??= await thinker('play');
      return (await this.client.choose(line, spec, limits)).move;
    } finally {
      if (count === this.asked) this.isThinking = false;
    }
  }

  stop(): void {
    this.asked += 1;
    this.isThinking = false;
    this.client?.stop();
  }
}
