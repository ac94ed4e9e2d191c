// What is said of those who play elsewhere.

import { sideNames } from '../../i18n/games';
import type { Messages } from '../../i18n/index.svelte';
import type { OnlineTexts } from '../../i18n/online';
import type { OnlineGameTexts } from '../../i18n/online_game';
import { gameOf, isGame } from '../../lib/games';
import type { Presence } from '../../online/client';
import { playerAt, type OnlineGame, type OnlinePlayer } from '../../online/fold';

const HOUR_MS = 3_600_000;

/** A person's own name, else that of the side; seats are counted from 1. */
export function seatName(game: OnlineGame, seat: number, t: Messages): string {
  const player = playerAt(game, seat);
  if (player?.name) return player.name;
  if (player?.kind === 'computer') return t.play.computer;
  const name = gameOf(game);
  const sides = isGame(name) ? sideNames(name, t.language) : [];
  const count = game.seating.length === 4 ? 2 : game.seating.length;
  const side = sides[(seat - 1) % count] ?? '';
  return game.seating.length > count ? `${side} ${seat}` : side;
}

/** The level of a computer as the server calls it: 'level=4', 'max,time=1s'. */
export function levelOf(is: string | null): number {
  const level = Number(/^level=(\d+)/.exec(is ?? '')?.[1] ?? 0);
  return level >= 1 && level <= 10 ? level : 11;
}

/** Where somebody is; '' if nothing is to be said of it. */
export function presenceWords(
  { kind, away }: OnlinePlayer,
  presence: Presence | null | undefined,
  now: number,
  texts: OnlineGameTexts,
  language: string,
): string {
  if (kind !== 'person') return '';
  if (away && away.until > now)
    return texts.presence.vacation(
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(away.until),
    );
  if (presence === undefined || presence === null) return texts.presence.never;
  return presence === 'here' ? '' : texts.presence[presence];
}

/** How long until a move is due; '' without such a time. */
export function dueWords(due: number | null, now: number, { clock }: OnlineTexts): string {
  if (due === null) return '';
  return due <= now ? clock.dueNow : clock.dueIn(Math.max(1, Math.round((due - now) / HOUR_MS)));
}
