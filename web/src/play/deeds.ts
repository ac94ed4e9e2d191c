// What happens next, by itself or because somebody does it.

import type { Situation } from '../engine/types';
import type { Motion } from '../lib/settings.svelte';
import { onlyPass } from '../model/entry';

export type Deed =
  | { kind: 'end' | 'skip' } // the game is over; whoever is to move has left it
  | { kind: 'wait' } // for a person, or until watching goes on
  | { kind: 'roll' | 'think' }
  | { kind: 'pass'; move: string };

export interface Actor {
  isComputer: boolean;
  isPaused: boolean; // computers only
  rollsAlone: boolean; // a person whose dice are rolled for them
}

export function nextDeed({ turn, awaits, result, out, moves }: Situation, actor: Actor): Deed {
  if (result || turn === null) return { kind: 'end' };
  if (out.includes(turn)) return { kind: 'skip' };
  if (actor.isComputer && actor.isPaused) return { kind: 'wait' };
  if (awaits === 'roll') return { kind: actor.isComputer || actor.rollsAlone ? 'roll' : 'wait' };
  const pass = onlyPass(moves);
  if (pass) return { kind: 'pass', move: pass.move };
  return { kind: actor.isComputer ? 'think' : 'wait' };
}

const PACE_MS: Record<Motion, number> = { full: 450, reduced: 300, off: 150 };

/** How long to wait before it, so that it can be followed; a person's lost turn is shown longer. */
export function paceOf(deed: Deed, isComputer: boolean, motion: Motion): number {
  return PACE_MS[motion] * (deed.kind === 'pass' && !isComputer ? 2 : 1);
}
