// The clocks of a game being played: which ply presses them, when they run and stop. A game without
// clocks has none of this.

import type { Situation } from '../engine/types';
import { leftOf, pressClock, startClock, stopClock, type ClockState } from '../model/clock';
import type { PlyNote } from '../model/saved';
import type { GameTable } from './table.svelte';

export class Timekeeping {
  constructor(private readonly table: GameTable) {}

  /** The clock once a seat has made this ply: only the move that ends a turn presses it. */
  afterPly({ seat, kind }: PlyNote, { turn, awaits }: Situation): ClockState | null {
    const { clock } = this.table.saved;
    const goesOn = turn === seat && awaits === 'move';
    return clock && kind === 'move' && !goesOn ? pressClock(clock, seat, Date.now()) : clock;
  }

  stopped(): ClockState | null {
    const { clock } = this.table.saved;
    return clock && stopClock(clock, Date.now());
  }

  start(seat: number): void {
    const { clock } = this.table.saved;
    if (clock) this.table.keep({ clock: startClock(clock, seat, Date.now()) });
  }

  stop(): void {
    if (this.table.saved.clock) this.table.keep({ clock: this.stopped() });
  }

  /** The page may be closed at any moment: what was used of the clock is written down. */
  writeDown(): void {
    const { clock } = this.table.saved;
    const now = Date.now();
    if (clock && clock.running !== null)
      this.table.keep({ clock: startClock(stopClock(clock, now), clock.running, now) });
  }

  /** The seat whose time has run out. */
  outOfTime(now: number): number | null {
    const { clock } = this.table.saved;
    if (!clock || clock.running === null || this.table.isOver) return null;
    return leftOf(clock, clock.running, now) <= 0 ? clock.running : null;
  }
}
