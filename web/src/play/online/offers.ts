// What is said instead of whose turn it is, while there is something more urgent.

import type { OfferKind } from '../../online/events';
import { dueAt, playerAt } from '../../online/fold';
import { readClock } from '../../online/wish';
import type { OnlineRoom } from './room.svelte';

/** Whoever is away for so long, and is to move all the while, has left. */
const PATIENCE_MS = { live: 2 * 60_000, none: 14 * 86_400_000 };

export type Line =
  | { kind: 'link'; why: 'connecting' | 'waiting' | 'refused' }
  | { kind: 'offer'; offer: OfferKind; seat: number; isMine: boolean }
  | { kind: 'claim'; seat: number; why: 'left' | 'late' };

type Facts = Pick<OnlineRoom, 'link' | 'game' | 'seat' | 'isSeated' | 'presence'>;
type Claim = { seat: number; why: 'left' | 'late' };

/** Whom a win can be claimed from, and why: their days ran out, or where none are counted they left. */
function claimFrom({ game, seat, presence }: Facts, turn: number | null, now: number): Claim | null {
  if (turn === null || turn === seat || game.phase !== 'playing') return null;
  if (playerAt(game, turn)?.kind === 'computer') return null;
  const due = dueAt(game, turn);
  if (due !== null) return due < now ? { seat: turn, why: 'late' } : null;
  const seen = presence.get(turn); // null: not since the server began; undefined: it has not told yet
  const isAbsent = seen === 'left' || seen === null;
  const patience = PATIENCE_MS[readClock(game.clock).kind === 'live' ? 'live' : 'none'];
  return isAbsent && now - game.turnAt >= patience ? { seat: turn, why: 'left' } : null;
}

/** `turn` is the seat to move, from 1, `now` the server's time. A rematch is spoken of when the game is over. */
export function lineFor(room: Facts, turn: number | null, isRefused: boolean, now: number): Line | null {
  if (room.link === 'waiting' || room.link === 'connecting') return { kind: 'link', why: room.link };
  if (isRefused) return { kind: 'link', why: 'refused' };
  if (!room.isSeated || room.seat === null) return null;
  const { seat } = room;
  const offers = room.game.offers.filter(({ offer }) => offer !== 'rematch');
  const open = offers.find(({ accepted }) => !accepted.includes(seat)) ?? offers.find((offer) => offer.seat === seat);
  if (open) return { kind: 'offer', offer: open.offer, seat: open.seat, isMine: open.seat === seat };
  const claim = claimFrom(room, turn, now);
  return claim && { kind: 'claim', ...claim };
}
