// Which ball lies where. Balls keep their identity, so that one that climbs is the same ball.

import type { Step, StoryEvent } from '../../engine/types';
import { pylosCellName, type PylosCell, type PylosView } from './view';

/** A state between two positions: what lies on the cells, and the ball that was lifted. */
export interface Standing {
  cells: Map<string, number>; // cell to side
  hand: { cell: string; side: number } | null;
}

export function standingOf(view: PylosView): Standing {
  const cells = new Map<string, number>();
  for (const cell of view.cells) if (cell.side !== null) cells.set(cell.cell, cell.side);
  return { cells, hand: null };
}

/** What a step or an event makes of a state; `side` is who acts. */
export function after(standing: Standing, event: Step | StoryEvent, side: number): Standing {
  const cells = new Map(standing.cells);
  const owner = 'side' in event ? event.side : side;
  switch (event.kind) {
    case 'pick':
    case 'lift':
      cells.delete(event.cell);
      return { cells, hand: { cell: event.cell, side: owner } };
    case 'put':
      cells.set(event.cell, owner);
      return { cells, hand: null };
    case 'recover':
      cells.delete(event.cell);
      return { cells, hand: standing.hand };
    default:
      return standing;
  }
}

/** Whether a cell is empty and has something to rest on. */
export function isOpen({ cells }: Standing, { cell, level, file, rank }: PylosCell): boolean {
  return (
    !cells.has(cell) &&
    (level === 1 ||
      [0, 1].every((dx) => [0, 1].every((dy) => cells.has(pylosCellName(level - 1, file + dx, rank + dy)))))
  );
}

export function isSame(a: Standing, b: Standing): boolean {
  return (
    a.hand?.cell === b.hand?.cell &&
    a.cells.size === b.cells.size &&
    [...a.cells].every(([cell, side]) => b.cells.get(cell) === side)
  );
}

export class Ball {
  cell = $state<string | null>(null); // null: in reserve
  slot = $state(0); // of the reserve
  isLifted = $state(false);
  isFlying = $state(false);

  constructor(
    readonly id: number,
    readonly side: number,
  ) {}
}

export class BallBoard {
  balls: Ball[] = $state.raw([]);
  shown: Standing = { cells: new Map(), hand: null };

  begin(each: number): void {
    this.balls = Array.from({ length: 2 * each }, (_, id) => new Ball(id, Math.floor(id / each)));
    for (const ball of this.balls) ball.slot = ball.id % each;
    this.shown = { cells: new Map(), hand: null };
  }

  /** Moves balls so that they stand like this, as few as possible. Returns those that moved. */
  settle(standing: Standing): Ball[] {
    const moved = new Set<Ball>();
    for (const side of [0, 1]) this.#settleSide(side, standing, moved);
    this.shown = standing;
    return [...moved];
  }

  /** The ball of a side that leaves its reserve next. */
  lastInReserve(side: number): Ball | undefined {
    return this.balls
      .filter((ball) => ball.side === side && ball.cell === null)
      .sort((a, b) => a.slot - b.slot)
      .at(-1);
  }

  #settleSide(side: number, { cells, hand }: Standing, moved: Set<Ball>): void {
    const own = this.balls.filter((ball) => ball.side === side);
    const wanted = new Set([...cells].filter(([, owner]) => owner === side).map(([cell]) => cell));
    const lift = hand?.side === side ? hand.cell : null;
    const kept = (ball: Ball) => ball.cell !== null && !ball.isLifted && wanted.has(ball.cell);
    // A lifted ball is the first to be laid down, then what has to leave its cell, then the reserve's last.
    const loose = own
      .filter((ball) => ball.cell !== null && !kept(ball))
      .sort((a, b) => Number(b.isLifted) - Number(a.isLifted));
    for (const ball of own.filter(kept)) wanted.delete(ball.cell!);
    const reserve = own.filter((ball) => ball.cell === null).sort((a, b) => a.slot - b.slot);
    const move = (ball: Ball, cell: string | null, isLifted: boolean) => {
      if (ball.cell !== cell || ball.isLifted !== isLifted) moved.add(ball);
      ball.cell = cell;
      ball.isLifted = isLifted;
    };
    if (lift !== null) {
      const ball = loose.find((other) => other.cell === lift) ?? loose[0] ?? reserve.pop();
      if (ball) {
        loose.splice(loose.indexOf(ball), loose.includes(ball) ? 1 : 0);
        move(ball, lift, true);
      }
    }
    for (const cell of wanted) {
      const ball = loose.shift() ?? reserve.pop();
      if (ball) move(ball, cell, false);
    }
    for (const ball of loose) {
      ball.slot = reserve.length;
      reserve.push(ball);
      move(ball, null, false);
    }
    reserve.forEach((ball, slot) => (ball.slot = slot));
  }
}
