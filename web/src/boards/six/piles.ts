// The tiles in hand: a pile for each player at the left edge of the window, one below, one above.

import type { Spot } from '../shared/flights';
import type { Corner } from './camera.svelte';
import type { At } from './gestures';
import { PITCH, RADIUS } from './hex';

const NARROW = 480;

export class Piles {
  readonly scale: number;
  /** In a narrow window the table needs all of it; how many tiles are left stands beside the players' names. */
  readonly areSeen: boolean;

  constructor(
    width: number,
    readonly height: number,
    readonly bottomSide: number,
  ) {
    this.areSeen = width >= NARROW;
    this.scale = Math.min(0.56, Math.max(0.3, Math.min(width, height) / 900));
  }

  spot(side: number): Spot {
    const { scale } = this;
    return {
      x: 14 + PITCH * scale * 0.5,
      y: side === this.bottomSide ? this.height - 14 - RADIUS * scale : 16 + RADIUS * scale * 1.45,
      scale,
    };
  }

  /** What the pile and its count cover. */
  corner(side: number): Corner {
    const { x, y } = this.spot(side);
    return {
      left: 0,
      right: x + PITCH * this.scale * 0.5 + 30,
      top: y - RADIUS * this.scale * 1.5,
      bottom: y + RADIUS * this.scale,
    };
  }

  isAt(side: number, at: At): boolean {
    const spot = this.spot(side);
    return (
      Math.abs(at.x - spot.x) < Math.max(22, PITCH * this.scale * 0.6) &&
      Math.abs(at.y - spot.y) < Math.max(22, RADIUS * this.scale * 1.3)
    );
  }
}
