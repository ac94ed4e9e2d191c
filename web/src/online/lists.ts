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
  const isYetToCome = game.phase === 'open' || game.phase === 'dice';
  return isYetToCome ? online.lists.somebody : (sides[(seat - 1) % sides.length] ?? '');
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

export function ownRow(own: OwnGame, words: Words, now: number): Row {
  const { game, player } = own;
  const others = othersIn(game, words, (seat) => seat.player === player);
  const players = others.length > 0 ? words.t.home.against(others) : '';
  const isUrgent = game.seats.some((seat) => seat.seat === game.seat && seat.player === player);
  return rowOf(game, { href: onlineLink(game.id), players, note: ownNote(own, words, now), isUrgent });
}

/** Over for so long that it is known. */
const KNOWN_MS = 24 * 3_600_000;
const isPast = ({ phase, changed = 0 }: ListedGame, now: number): boolean =>
  phase === 'over' && changed < now - KNOWN_MS;

/** One's own games, without those that ended long ago: where it is one's turn first, of those what is due soonest. */
export function ownRows(games: OwnGame[], words: Words, now: number): Row[] {
  return games
    .filter(({ game }) => isShown(game) && !isPast(game, now))
    .map((own) => ({ row: ownRow(own, words, now), due: own.game.due ?? Infinity, isOver: own.game.phase === 'over' }))
    .sort((a, b) => rank(a) - rank(b) || compare(a.due, b.due))
    .map(({ row }) => row);
}

const rank = ({ row, isOver }: { row: Row; isOver: boolean }): number => (row.isUrgent ? 0 : isOver ? 2 : 1);
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
