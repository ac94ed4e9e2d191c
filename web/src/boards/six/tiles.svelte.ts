// Which tile lies where. Tiles keep their identity, so that one that moves is the same tile.

import type { Step, StoryEvent } from '../../engine/types';
import type { SixView } from './view';

export const TILES_EACH = 21;

/** A state between two positions: what lies on the cells, the tile that was lifted, what is in the hands. */
export interface Standing {
  cells: Map<string, number>; // cell to side
  lifted: { cell: string; side: number } | null;
  hands: [number, number];
}

export function standingOf(view: SixView): Standing {
  return { cells: new Map(view.tiles.map((tile) => [tile.cell, tile.side])), lifted: null, hands: [...view.hands] };
}

/** What a step or an event makes of a state; `side` is who acts. */
export function after(standing: Standing, event: Step | StoryEvent, side: number): Standing {
  const cells = new Map(standing.cells);
  const hands: [number, number] = [...standing.hands];
  switch (event.kind) {
    case 'pick':
    case 'lift':
      cells.delete(event.cell);
      return { cells, lifted: { cell: event.cell, side }, hands };
    case 'put':
      cells.set(event.cell, side);
      if (!standing.lifted) hands[side]!--;
      return { cells, lifted: null, hands };
    case 'fall':
      cells.delete(event.cell);
      return { cells, lifted: standing.lifted, hands };
    default:
      return standing;
  }
}

export function isSame(a: Standing, b: Standing): boolean {
  return (
    a.lifted?.cell === b.lifted?.cell &&
    a.cells.size === b.cells.size &&
    a.hands.join() === b.hands.join() &&
    [...a.cells].every(([cell, side]) => b.cells.get(cell) === side)
  );
}

/** The states of a story, one for each thing to be seen: all tiles that fall, fall together. */
export function statesOf(from: Standing, events: StoryEvent[], side: number): Standing[] {
  const states = [from];
  let wasFall = false;
  for (const event of events) {
    const next = after(states.at(-1)!, event, side);
    if (event.kind === 'fall' && wasFall) states[states.length - 1] = next;
    else states.push(next);
    wasFall = event.kind === 'fall';
  }
  return states;
}

/**
 * The states still to be told to somebody who sees `shown`. Whoever chose between groups has laid the tile
 * before the others fell, so both orders count as known.
 */
export function untold(
  from: Standing,
  events: StoryEvent[],
  side: number,
  shown: Standing,
): { isKnown: boolean; states: Standing[] } {
  const putFirst = [
    ...events.filter((event) => event.kind !== 'fall'),
    ...events.filter((event) => event.kind === 'fall'),
  ];
  for (const order of [events, putFirst]) {
    const states = statesOf(from, order, side);
    const known = states.map((state) => isSame(state, shown)).lastIndexOf(true);
    if (known >= 0) return { isKnown: true, states: states.slice(known + 1) };
  }
  return { isKnown: false, states: statesOf(from, events, side).slice(1) };
}

export class Tile {
  place = $state<string>('hand'); // a cell, 'hand', or 'gone'
  isLifted = $state(false);
  isFlying = $state(false);

  constructor(
    readonly id: number,
    readonly side: number,
  ) {}

  get isOnTable(): boolean {
    return this.place !== 'hand' && this.place !== 'gone';
  }
}

export class TileBoard {
  readonly tiles: Tile[] = Array.from({ length: 2 * TILES_EACH }, (_, id) => new Tile(id, Math.floor(id / TILES_EACH)));
  shown: Standing = { cells: new Map(), lifted: null, hands: [TILES_EACH, TILES_EACH] };

  /** Moves tiles so that they lie like this, as few as possible. Returns those that moved. */
  settle(standing: Standing): Tile[] {
    const moved = new Set<Tile>();
    for (const side of [0, 1]) this.#settleSide(side, standing, moved);
    this.shown = standing;
    return [...moved];
  }

  at(cell: string): Tile | undefined {
    return this.tiles.find((tile) => tile.place === cell);
  }

  #settleSide(side: number, { cells, lifted, hands }: Standing, moved: Set<Tile>): void {
    const own = this.tiles.filter((tile) => tile.side === side);
    const wanted = new Set([...cells].filter(([, owner]) => owner === side).map(([cell]) => cell));
    const move = (tile: Tile, place: string, isLifted: boolean) => {
      if (tile.place !== place || tile.isLifted !== isLifted) moved.add(tile);
      tile.place = place;
      tile.isLifted = isLifted;
    };
    const kept = own.filter((tile) => !tile.isLifted && wanted.has(tile.place));
    for (const tile of kept) wanted.delete(tile.place);
    // A lifted tile is the first to be laid down, then what has to leave its cell, the hand, and what had gone.
    const order = (tile: Tile) => (tile.isLifted ? 0 : tile.isOnTable ? 1 : tile.place === 'hand' ? 2 : 3);
    const loose = own.filter((tile) => !kept.includes(tile)).sort((a, b) => order(a) - order(b));
    if (lifted?.side === side) {
      const index = Math.max(
        0,
        loose.findIndex((tile) => tile.place === lifted.cell),
      );
      const [tile] = loose.splice(index, 1);
      if (tile) move(tile, lifted.cell, true);
    }
    for (const cell of wanted) {
      const tile = loose.shift();
      if (tile) move(tile, cell, false);
    }
    // Of the rest, so many are in the hand, and the others have left the game.
    const stays = (tile: Tile) => (tile.place === 'hand' ? 0 : tile.isOnTable ? 1 : 2);
    loose.sort((a, b) => stays(a) - stays(b));
    loose.forEach((tile, i) => move(tile, i < hands[side]! ? 'hand' : 'gone', false));
  }
}
