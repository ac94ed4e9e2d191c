// A situation made by hand: what the engine would say of it.

import type { MoveInfo, Played, Preview, Situation, Step } from '../engine/types';

export interface Scene {
  name: string;
  situation: Situation;
  chosen?: Step[];
  preview?: Preview;
  story?: Played;
  isSmall?: boolean;
  arrows?: { steps: Step[]; weight: number }[];
}

export function situation(
  game: string,
  position: string,
  turn: number | null,
  moves: MoveInfo[],
  held: number[],
  last: Played | null,
): Situation {
  return {
    game,
    position,
    seats: 2,
    sides: 2,
    turn,
    awaits: turn === null ? null : 'move',
    plies: 7,
    moves,
    held,
    out: [],
    offer: 'none',
    result: turn === null ? { result: '1-0', score: null, winner: 0, reason: 'majority', culprit: null } : null,
    last,
  };
}

export function put(cell: string): MoveInfo {
  return { move: cell, steps: [{ kind: 'put', cell }] };
}
