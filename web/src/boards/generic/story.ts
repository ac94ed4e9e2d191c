// What a ply does to any board, event by event: the boards between the one before it and the one after.

import type { Board, Cell, StoryEvent } from '../../engine/types';

export interface Frame {
  cells: ReadonlyMap<string, Pick<Cell, 'side' | 'count'>>;
  held: number[];
  roll: string | null;
  inHand: number; // lifted, and yet to be laid or sown
  at: string | null; // the cell that this happened at
  store: number | null; // or the side whose store or reserve it was
}

/** Pieces come to lie on a cell, or leave it; with heaps they are nobody's, and whose cell it is stays. */
function changed(frame: Frame, cell: string, by: number, side: number | null, hasHeaps: boolean): Frame['cells'] {
  const before = frame.cells.get(cell) ?? { side: null, count: 0 };
  const count = Math.max(0, before.count + by);
  const owner = hasHeaps ? before.side : count === 0 ? null : (side ?? before.side);
  return new Map(frame.cells).set(cell, { side: owner, count });
}

function heldPlus(held: number[], side: number, by: number): number[] {
  return held.map((count, i) => (i === side ? Math.max(0, count + by) : count));
}

/** The frame after one more event. */
function after(frame: Frame, event: StoryEvent, hasHeaps: boolean): Frame {
  if (event.kind === 'roll') return { ...frame, roll: String(event.total), at: null, store: null };
  if (event.kind === 'pass') return frame;
  const { cell, count, side } = event;
  const next = { ...frame, at: cell || null, store: null };
  const leaves = { ...next, cells: changed(frame, cell, -count, null, hasHeaps) };
  switch (event.kind) {
    case 'lift':
      return { ...leaves, inHand: frame.inHand + count };
    case 'sow':
      if (cell === '') return { ...intoStore(next, side, 1), inHand: frame.inHand - 1 };
      return { ...next, cells: changed(frame, cell, 1, side, hasHeaps), inHand: frame.inHand - 1 };
    case 'put': {
      const laid = { ...next, cells: changed(frame, cell, 1, side, hasHeaps) };
      if (frame.inHand > 0) return { ...laid, inHand: frame.inHand - 1 };
      return { ...laid, held: heldPlus(frame.held, side, -1) };
    }
    case 'fall':
      return leaves;
    default:
      return intoStore(leaves, side, count); // captured, kept, recovered, removed
  }
}

function intoStore(frame: Frame, side: number, count: number): Frame {
  return { ...frame, held: heldPlus(frame.held, side, count), store: side };
}

/** One frame for each event, in order. */
export function framesOf({ cells, held, roll }: Board, events: StoryEvent[], hasHeaps: boolean): Frame[] {
  let frame: Frame = {
    cells: new Map(cells.map(({ name, side, count }) => [name, { side, count }])),
    held,
    roll,
    inHand: 0,
    at: null,
    store: null,
  };
  return events.map((event) => (frame = after(frame, event, hasHeaps)));
}
