// Which chip lies where. Chips keep their identity, so that one that goes back is the one that lay there.

import type { StoryEvent } from '../../engine/types';
import type { DadosView } from './view';

export const CHIPS_EACH = 20;

export type Standing = Map<string, number>; // cell to side

export function standingOf(view: DadosView): Standing {
  return new Map(view.squares.flatMap((square) => (square.side === null ? [] : [[square.cell, square.side]])));
}

export function after(standing: Standing, event: StoryEvent): Standing {
  const next = new Map(standing);
  if (event.kind === 'put') next.set(event.cell, event.side);
  else if (event.kind === 'remove') next.delete(event.cell);
  return next;
}

export class Chip {
  cell = $state<string | null>(null); // null: with its owner
  isFlying = $state(false);

  constructor(
    readonly id: number,
    readonly side: number,
  ) {}
}

export class ChipBoard {
  readonly chips: Chip[] = Array.from({ length: 3 * CHIPS_EACH }, (_, id) => new Chip(id, Math.floor(id / CHIPS_EACH)));

  /** Moves chips so that they lie like this. Returns those that moved. */
  settle(standing: Standing): Chip[] {
    const moved: Chip[] = [];
    const wanted = new Map(standing);
    for (const chip of this.chips) {
      if (chip.cell === null) continue;
      if (wanted.get(chip.cell) === chip.side) wanted.delete(chip.cell);
      else {
        chip.cell = null;
        moved.push(chip);
      }
    }
    for (const [cell, side] of wanted) {
      const chip = this.chips.find((other) => other.side === side && other.cell === null && !moved.includes(other));
      if (!chip) continue;
      chip.cell = cell;
      moved.push(chip);
    }
    return moved;
  }

  at(cell: string): Chip | undefined {
    return this.chips.find((chip) => chip.cell === cell);
  }

  count(side: number): number {
    return this.chips.filter((chip) => chip.side === side && chip.cell !== null).length;
  }
}
