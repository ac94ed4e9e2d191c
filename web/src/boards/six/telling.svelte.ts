// Tiles on their way: laid, lifted, carried off with their group.

import type { Board, StoryEvent } from '../../engine/types';
import { Flights, type Spot } from '../shared/flights';
import { StoryPlayer } from '../shared/story';
import { standingOf, TileBoard, untold, type Standing, type Tile } from './tiles.svelte';
import { sixView } from './view';

const FALL_APART_MS = 26; // between one tile and the next

const msOf = (from: Standing, to: Standing) => (to.lifted ? 140 : to.cells.size < from.cells.size ? 420 : 230);

/** Whose ply it is: whoever lifts or lays a tile. */
function moverOf(events: StoryEvent[]): number {
  const own = events.find((event) => event.kind === 'lift' || event.kind === 'put');
  return own && 'side' in own ? own.side : 0;
}

export class Telling {
  readonly board = new TileBoard();
  readonly player = new StoryPlayer();
  readonly elements = new Map<number, SVGGElement>();
  readonly #flights = new Flights();
  isRunning = $state(false);

  constructor(readonly spotOf: (tile: Tile) => Spot) {}

  /** Shows a state, flying what moved from where it was. */
  flyTo(state: Standing): void {
    const ms = msOf(this.board.shown, state);
    const before = new Map(this.board.tiles.map((tile) => [tile, this.spotOf(tile)]));
    const moved = this.board.settle(state);
    for (const tile of this.board.tiles) tile.isFlying = false;
    let falls = 0;
    for (const tile of moved) {
      const element = this.elements.get(tile.id);
      if (!element) continue;
      tile.isFlying = true;
      const from = before.get(tile)!;
      const delayMs = tile.place === 'gone' ? falls++ * FALL_APART_MS : 0;
      if (tile.place === 'gone') {
        // Away from under the others: smaller, lower, gone.
        this.#flights.fly(element, from, { x: from.x, y: from.y + 130, scale: 0.45 }, { ms, delayMs });
        this.#flights.fade(element, 1, 0, ms + delayMs);
      } else {
        this.#flights.fly(element, from, this.spotOf(tile), {
          ms,
          lift: tile.isLifted ? 0 : 34,
          swell: tile.isLifted ? 0 : 0.1,
        });
      }
      setTimeout(() => (tile.isFlying = false), ms + delayMs);
    }
  }

  /** Tells what is new of a ply to somebody who sees the board as it is; `rest` is what it comes to. */
  tell(before: Board, events: StoryEvent[], rest: () => Standing, onend: () => void): void {
    this.stop();
    const start = standingOf(sixView(before));
    const { isKnown, states } = untold(start, events, moverOf(events), this.board.shown);
    if (!isKnown) this.board.settle(start);
    let shown = this.board.shown;
    const steps = states.map((state) => {
      const ms = msOf(shown, state);
      shown = state;
      return { ms, show: () => this.flyTo(state) };
    });
    this.isRunning = true;
    this.player.play([...steps, { ms: 60, show: () => {} }], () => {
      this.isRunning = false;
      this.#flights.finish();
      this.board.settle(rest());
      for (const tile of this.board.tiles) tile.isFlying = false;
      onend();
    });
  }

  stop(): void {
    this.player.finish();
    this.#flights.finish();
  }
}
