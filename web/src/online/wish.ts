// What the set-up of a game with others asks the server for, and clocks as the server writes them.

import { gameOf, infoOf } from '../lib/games';
import type { Player } from '../model/saved';
import type { Wish } from './api';

export type OnlineClock =
  | { kind: 'none' }
  | { kind: 'live'; baseMs: number; incrementMs: number } // for each player, added after each turn
  | { kind: 'days'; days: number }; // for each move

export interface OnlinePlan {
  game: string; // with its options
  players: Player[]; // the reader first
  starter: 'lots' | 'me' | 'other';
  clock: OnlineClock;
  isPublic: boolean; // announced to everybody; else for whoever has a link
  sharesDice: boolean; // every device adds its part; else all of it is the server's
  seriesLength: number; // 0 or 1: a single game
}

/* -- clocks -------------------------------------------------------------------------------------- */

export function clockText(clock: OnlineClock): string | null {
  if (clock.kind === 'none') return null;
  if (clock.kind === 'days') return `${clock.days}d`;
  return `${Math.round(clock.baseMs / 1000)}s+${Math.round(clock.incrementMs / 1000)}s`;
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000 };

/** '5m+3s', '3d' or null, as the server tells clocks. What can't be read is no clock. */
export function readClock(text: string | null): OnlineClock {
  const days = /^(\d+)d$/.exec(text ?? '');
  if (days) return { kind: 'days', days: Number(days[1]) };
  const live = /^(\d+)([hms])\+(\d+)([hms])$/.exec(text ?? '');
  if (!live) return { kind: 'none' };
  const ms = (number: string, unit: string): number => Number(number) * UNIT_MS[unit]!;
  return { kind: 'live', baseMs: ms(live[1]!, live[2]!), incrementMs: ms(live[3]!, live[4]!) };
}

/* -- wishes -------------------------------------------------------------------------------------- */

const MAX_LEVEL = 11;

function seatWord({ kind, level }: Player, isPublic: boolean): string {
  if (kind === 'computer') return level >= MAX_LEVEL ? 'max' : `level=${level}`;
  return isPublic ? 'open' : 'person';
}

/** The wish, and which player the reader will be. */
export function wishOf(plan: OnlinePlan): { wish: Wish; me: number } {
  const { starter, hasDice } = infoOf(gameOf(plan));
  const rollsOff = starter === 'roll-off';
  // Whoever is first begins, unless chance says otherwise.
  const turn = plan.starter === 'other' ? 1 : 0;
  const order = plan.players.map((_, i) => plan.players[(i + turn) % plan.players.length]!);
  const mine = plan.players[0]!;
  const lots = plan.starter === 'lots' && !rollsOff;
  const rolloff = plan.starter === 'lots' && rollsOff;
  const wish: Wish = {
    game: plan.game,
    seats: order.map((player) => (player === mine ? 'person' : seatWord(player, plan.isPublic))),
    names: order.map(({ name }) => name.trim() || null),
    clock: clockText(plan.clock),
    ...(lots ? { lots } : {}),
    ...(rolloff ? { rolloff } : {}),
    ...(plan.sharesDice && (hasDice || lots) ? { dice: 'shared' as const } : {}),
    ...(plan.isPublic ? { public: true } : {}),
    ...(plan.seriesLength > 1 ? { games: plan.seriesLength } : {}),
  };
  return { wish, me: order.indexOf(mine) + 1 };
}
