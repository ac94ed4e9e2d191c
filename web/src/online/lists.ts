// Games of a server as lists show them: plain rows, in the reader's language.

import type { GameLine } from '../engine/types';
import { gameName, sideNames } from '../i18n/games';
import type { Messages } from '../i18n/index.svelte';
import type { OnlineTexts } from '../i18n/online';
import { gameOf, isGame } from '../lib/games';
import type { ListedGame, ListedSeat, OwnGame } from './api';
import { onlineLink, playLink } from './link';
import { readClock } from './wish';

export interface Row {
  id: string;
  href: string;
  game: string; // its name
  line: GameLine; // for the picture
  players: string;
  note: string;
  isUrgent: boolean; // it is the reader's turn
}

export interface Words {
  t: Messages;
  online: OnlineTexts;
}

/** What somebody is called; '' for an empty seat. */
function nameOf(game: ListedGame, { seat, kind, name }: ListedSeat, { t, online }: Words): string {
  if (kind === 'open') return '';
  if (name) return name;
  if (kind === 'computer') return t.setup.isComputer;
  const sides = sideNames(gameOf(game), t.language);
  return game.phase === 'open' ? online.lists.somebody : (sides[(seat - 1) % sides.length] ?? '');
}

export function clockWords(text: string | null, { t, online }: Words): string {
  const clock = readClock(text);
  if (clock.kind === 'none') return online.clock.none;
  if (clock.kind === 'days') return online.clock.days(clock.days);
  return t.setup.clockSummary(clock.baseMs / 60_000, clock.incrementMs / 1000);
}

const isShown = (game: ListedGame): boolean => isGame(gameOf(game)); // a newer server may have others

function rowOf(game: ListedGame, more: Omit<Row, 'id' | 'game' | 'line'>): Row {
  const line: GameLine = { game: game.game, start: game.position ?? null, plies: [] };
  return { id: game.id, game: gameName(gameOf(game)), line, ...more };
}

function othersIn(game: ListedGame, words: Words, isMe: (seat: ListedSeat) => boolean = () => false): string[] {
  return game.seats
    .filter((seat) => !isMe(seat))
    .map((seat) => nameOf(game, seat, words))
    .filter((name) => name !== '');
}

function publicRow(game: ListedGame, words: Words): Row {
  const players = words.t.home.between(othersIn(game, words));
  return rowOf(game, { href: playLink(game.id), players, note: clockWords(game.clock, words), isUrgent: false });
}

/** Games to watch, or with a seat to take. */
export function publicRows(games: ListedGame[], words: Words): Row[] {
  return games.filter(isShown).map((game) => publicRow(game, words));
}

function dueWords(due: number | null | undefined, now: number, { online }: Words): string {
  if (!due) return '';
  return due <= now ? online.clock.dueNow : online.clock.dueIn(Math.max(1, Math.round((due - now) / 3_600_000)));
}

function ownNote({ player, game }: OwnGame, words: Words, now: number): string {
  const { t, online } = words;
  if (game.phase === 'over') return online.lists.over;
  const turn = game.seats.find(({ seat }) => seat === game.seat);
  if (!turn) return online.lists.waitsFor;
  const whose = turn.player === player ? t.home.yourTurn : t.home.turnOf(nameOf(game, turn, words));
  return [whose, dueWords(game.due, now, words)].filter((part) => part !== '').join(' · ');
}

function ownRow(own: OwnGame, words: Words, now: number): Row {
  const { game, player } = own;
  const others = othersIn(game, words, (seat) => seat.player === player);
  const players = others.length > 0 ? words.t.home.against(others) : '';
  const isUrgent = game.seats.some((seat) => seat.seat === game.seat && seat.player === player);
  return rowOf(game, { href: onlineLink(game.id), players, note: ownNote(own, words, now), isUrgent });
}

/** One's own games that are not over: where it is one's turn first, of those what is due soonest. */
export function ownRows(games: OwnGame[], words: Words, now: number): Row[] {
  const dueOf = (id: string): number => games.find(({ game }) => game.id === id)?.game.due ?? Infinity;
  return games
    .filter(({ game }) => isShown(game) && game.phase !== 'over')
    .map((own) => ownRow(own, words, now))
    .sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || compare(dueOf(a.id), dueOf(b.id)));
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
