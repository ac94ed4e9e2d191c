// What is said instead of whose turn it is, while there is something more urgent.

import type { OfferKind } from '../../online/events';
import type { OnlineRoom } from './room.svelte';

export type Line =
  | { kind: 'link'; why: 'connecting' | 'waiting' | 'refused' }
  | { kind: 'offer'; offer: OfferKind; seat: number; isMine: boolean }
  | { kind: 'claim'; seat: number; why: 'left' | 'late' };

type Facts = Pick<OnlineRoom, 'link' | 'game' | 'seat' | 'isSeated' | 'claimFrom'>;

/** `turn` is the seat to move, from 1. A rematch is spoken of when the game is over. */
export function lineFor(room: Facts, turn: number | null, isRefused: boolean): Line | null {
  if (room.link === 'waiting' || room.link === 'connecting') return { kind: 'link', why: room.link };
  if (isRefused) return { kind: 'link', why: 'refused' };
  if (!room.isSeated || room.seat === null) return null;
  const { seat } = room;
  const offers = room.game.offers.filter(({ offer }) => offer !== 'rematch');
  const open = offers.find(({ accepted }) => !accepted.includes(seat)) ?? offers.find((offer) => offer.seat === seat);
  if (open) return { kind: 'offer', offer: open.offer, seat: open.seat, isMine: open.seat === seat };
  const claim = room.claimFrom(turn);
  return claim && { kind: 'claim', ...claim };
}
