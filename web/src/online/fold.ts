// An online game as its events say it stands. No rules: whose turn it is, and what the board looks like, the
// engine says of `lineOf`.

import type * as wire from '../engine/wire';
import type { Ending, GameLine } from '../engine/types';
import { gameOf, infoOf, isGame } from '../lib/games';
import {
  readThrow,
  type DropReason,
  type Entry,
  type EventOf,
  type EventType,
  type OfferKind,
  type OnlineEvent,
  type SeatKind,
  type SeriesFacts,
  type StrangeEvent,
  type Throw,
} from './events';

/** The option that names the seat that begins. */
const FIRST = 'first';
const DAY_MS = 86_400_000;

export type Phase = 'open' | 'dice' | 'playing' | 'over';

export interface OnlinePlayer {
  kind: SeatKind;
  name: string | null;
  is: string | null; // the computer's name
  away: { from: number; until: number } | null; // on vacation, by the server's time
}

export interface Offer {
  offer: OfferKind;
  seat: number;
  accepted: number[];
}

export interface DicePart {
  player: number;
  commitment: string | null;
  secret: string | null;
}

export interface Said {
  event: number;
  at: number;
  seat: number;
  text: string | null;
  phrase: string | null;
}

export interface OnlineGame {
  id: string;
  last: number; // the number of the last event, 0 for none
  created: number; // ms since 1970
  game: string; // 'oware:slam=keep'
  isPublic: boolean;
  lots: boolean; // who sits where is drawn
  rolloff: boolean; // dice decide who begins
  phase: Phase;
  players: OnlinePlayer[];
  seating: number[]; // the player of each seat; in their order until play begins
  starter: number | null; // seat
  throws: Throw[];
  moves: Entry[];
  takenBackAt: number; // the last event that took moves back, 0 for none
  drops: { seat: number; reason: DropReason; afterPly: number }[];
  agreed: { on: 'draw' | 'finish'; afterPly: number } | null;
  clock: string | null; // '5m+3s', '3d'
  clocks: number[] | null; // what each seat had left when that was last told …
  clocksAt: number; // … by the server's time
  turnAt: number; // since when somebody is to move
  offers: Offer[];
  dice: { by: 'server' | 'all'; terms: string; server: string; parts: DicePart[]; secret: string | null } | null;
  series: SeriesFacts | null;
  result: wire.Result | null;
  next: string | null; // the id of the rematch, or of the next game of the series
  chat: Said[];
}

export function emptyGame(id: string): OnlineGame {
  return {
    id,
    last: 0,
    created: 0,
    game: '',
    isPublic: false,
    lots: false,
    rolloff: false,
    phase: 'open',
    players: [],
    seating: [],
    starter: null,
    throws: [],
    moves: [],
    takenBackAt: 0,
    drops: [],
    agreed: null,
    clock: null,
    clocks: null,
    clocksAt: 0,
    turnAt: 0,
    offers: [],
    dice: null,
    series: null,
    result: null,
    next: null,
    chat: [],
  };
}

/* -- what each event changes --------------------------------------------------------------------- */

type Change = Partial<OnlineGame>;

/** Where players sit until play begins: in their order, or as the last game of the series left them. */
function seatingOf({ players, series }: EventOf<'created'>): number[] {
  const seats = series?.seats ?? players.map((_, i) => i + 1);
  return seats.map((_, seat) => seats.indexOf(seat + 1) + 1);
}

function created(_: OnlineGame, event: EventOf<'created'>): Change {
  const players = event.players.map(({ kind, name, is }) => ({ kind, name, is: is ?? null, away: null }));
  return {
    created: event.at,
    game: event.game,
    isPublic: event.public ?? false,
    lots: event.lots ?? false,
    rolloff: event.rolloff ?? false,
    players,
    seating: seatingOf(event),
    clock: event.clock,
    dice: event.dice && { ...event.dice, parts: [], secret: null },
    series: event.series ?? null,
  };
}

function changePlayer(game: OnlineGame, player: number, change: (one: OnlinePlayer) => Partial<OnlinePlayer>): Change {
  return { players: game.players.map((one, i) => (i + 1 === player ? { ...one, ...change(one) } : one)) };
}

/** Whoever sits down on an open seat is a person; one who says no name keeps it. */
function sit(game: OnlineGame, { player, name }: EventOf<'sit'>): Change {
  return changePlayer(game, player, (one) => ({ kind: 'person', name: name ?? one.name }));
}

/** More days during a vacation make it longer. */
function vacation(game: OnlineGame, { seat, until, at }: EventOf<'vacation'>): Change {
  const begun = ({ away }: OnlinePlayer): number => (away && away.until > at ? away.from : at);
  return changePlayer(game, game.seating[seat - 1] ?? 0, (one) => ({ away: { from: begun(one), until } }));
}

function changePart(game: OnlineGame, player: number, change: Partial<DicePart>): Change {
  if (!game.dice) return {};
  const known = game.dice.parts.find((part) => part.player === player);
  const others = game.dice.parts.filter((part) => part.player !== player);
  const part: DicePart = { player, commitment: null, secret: null, ...known, ...change };
  return { dice: { ...game.dice, parts: [...others, part].sort((a, b) => a.player - b.player) } };
}

/** Another turn begins, or the same one anew; and what was told of clocks, if anything was. */
function turnFrom({ clocks, at }: { clocks?: number[] | null; at: number }): Change {
  return { turnAt: at, ...(clocks ? { clocks, clocksAt: at } : {}) };
}

function start(_: OnlineGame, event: EventOf<'start'>): Change {
  const { players: seating, starter, throws } = event;
  return { phase: 'playing', seating, starter, throws: (throws ?? []).map(readThrow), ...turnFrom(event) };
}

/** Only a rematch outlives a move. */
const lasting = (offers: Offer[]): Offer[] => offers.filter(({ offer }) => offer === 'rematch');

function move(game: OnlineGame, event: EventOf<'move'>): Change {
  const { number, seat, kind, move: word, dice } = event;
  const entry: Entry = { number, seat, kind, ...(word === undefined ? {} : { move: word }), ...(dice ? { dice } : {}) };
  return { moves: [...game.moves, entry], offers: lasting(game.offers), ...turnFrom(event) };
}

function takeback(game: OnlineGame, event: EventOf<'takeback'>): Change {
  const drops = game.drops.map((drop) => ({ ...drop, afterPly: Math.min(drop.afterPly, event.length) }));
  const moves = game.moves.slice(0, event.length);
  return { moves, takenBackAt: event.event, drops, offers: lasting(game.offers), ...turnFrom(event) };
}

const withoutOffer = (offers: Offer[], gone: OfferKind): Offer[] => offers.filter(({ offer }) => offer !== gone);

function offer(game: OnlineGame, event: EventOf<'offer'>): Change {
  const made: Offer = { offer: event.offer, seat: event.seat, accepted: [event.seat] };
  return { offers: [...withoutOffer(game.offers, event.offer), made] };
}

function accept(game: OnlineGame, { seat, offer: kind }: EventOf<'accept'>): Change {
  const add = (accepted: number[]): number[] => (accepted.includes(seat) ? accepted : [...accepted, seat]);
  return {
    offers: game.offers.map((one) => (one.offer === kind ? { ...one, accepted: add(one.accepted) } : one)),
  };
}

function end(game: OnlineGame, { result, secret }: EventOf<'end'>): Change {
  const dice = game.dice && { ...game.dice, secret: secret ?? null };
  return { phase: 'over', result, dice, offers: lasting(game.offers) };
}

function chat(game: OnlineGame, { event, at, seat, text, phrase }: EventOf<'chat'>): Change {
  return { chat: [...game.chat, { event, at, seat, text: text ?? null, phrase: phrase ?? null }] };
}

const changes: { [Type in EventType]: (game: OnlineGame, event: EventOf<Type>) => Change } = {
  created,
  sit,
  commit: (game, { player, commitment }) => changePart(game, player, { commitment }),
  reveal: (game, { player, secret }) => changePart(game, player, { secret }),
  start,
  move,
  offer,
  accept,
  decline: (game, event) => ({ offers: withoutOffer(game.offers, event.offer) }),
  takeback,
  drop: (game, event) => ({
    drops: [...game.drops, { seat: event.seat, reason: event.reason, afterPly: game.moves.length }],
    offers: lasting(game.offers),
    ...turnFrom(event),
  }),
  agree: (game, { on }) => ({
    agreed: { on, afterPly: game.moves.length },
    offers: lasting(game.offers),
  }),
  end,
  rematch: (game, { id }) => ({ next: id, offers: withoutOffer(game.offers, 'rematch') }),
  vacation,
  chat,
};

/** Before play: seats to be taken come first, then everybody's part of the dice. */
function waitingFor({ players }: OnlineGame): Phase {
  return players.some(({ kind }) => kind === 'open') ? 'open' : 'dice';
}

/** The game after one more event, which must be the next one. */
export function tell(game: OnlineGame, event: OnlineEvent | StrangeEvent): OnlineGame {
  if (event.event !== game.last + 1) throw new RangeError(`event ${event.event} after ${game.last}`);
  if (event.type === 'strange') return { ...game, last: event.event };
  const change = changes[event.type] as (game: OnlineGame, event: OnlineEvent) => Change;
  const told = { ...game, ...change(game, event), last: event.event };
  const hasBegun = told.phase === 'playing' || told.phase === 'over';
  return hasBegun ? told : { ...told, phase: waitingFor(told) };
}

export function fold(id: string, events: readonly (OnlineEvent | StrangeEvent)[]): OnlineGame {
  return events.reduce(tell, emptyGame(id));
}

/* -- what follows -------------------------------------------------------------------------------- */

/** The rules with the seat that begins, where an option says which does: in a series it is not always the same. */
function rulesOf({ game, starter }: OnlineGame): string {
  const name = gameOf({ game });
  if (starter === null || !isGame(name) || infoOf(name).starter !== 'option') return game;
  const first = infoOf(name).options.find(({ key }) => key === FIRST)?.values[starter - 1]?.value;
  const others = (game.split(':')[1] ?? '').split(',').filter((option) => option && !option.startsWith(`${FIRST}=`));
  return `${name}:${[...others, `${FIRST}=${first}`].join(',')}`;
}

/** The game for the engine, which counts from 0 here. */
export function lineOf(game: OnlineGame): GameLine {
  const left: Ending[] = game.drops.map(({ seat, reason, afterPly }) => ({ afterPly, kind: reason, seat: seat - 1 }));
  const agreed: Ending[] = game.agreed ? [{ afterPly: game.agreed.afterPly, kind: `agreed-${game.agreed.on}` }] : [];
  const endings = [...left, ...agreed];
  const name = gameOf(game);
  const rollsOff = isGame(name) && infoOf(name).starter === 'roll-off';
  return {
    game: rulesOf(game),
    start: null,
    plies: game.moves.map((entry) => entry.move ?? ''),
    ...(endings.length > 0 ? { endings } : {}),
    ...(rollsOff && game.starter !== null ? { firstSeat: game.starter - 1 } : {}),
  };
}

export function playerAt(game: OnlineGame, seat: number): OnlinePlayer | null {
  return game.players[(game.seating[seat - 1] ?? 0) - 1] ?? null;
}

export function seatOf(game: OnlineGame, player: number): number | null {
  const index = game.seating.indexOf(player);
  return index < 0 ? null : index + 1;
}

/** What a seat has left at a time of the server's; `turn` is the seat whose clock runs. Null without a clock. */
export function timeLeft(game: OnlineGame, seat: number, turn: number | null, now: number): number | null {
  const told = game.clocks?.[seat - 1];
  if (told === undefined) return null;
  const isRunning = game.phase === 'playing' && seat === turn;
  return Math.max(0, told - (isRunning ? Math.max(0, now - game.clocksAt) : 0));
}

/** With days for each move: when the move of the seat whose turn it is is due; else null. A vacation puts it off. */
export function dueAt(game: OnlineGame, turn: number | null): number | null {
  const days = Number(/^(\d+)d$/.exec(game.clock ?? '')?.[1] ?? 0);
  if (days === 0 || turn === null || game.phase !== 'playing') return null;
  const due = game.turnAt + days * DAY_MS;
  const away = playerAt(game, turn)?.away;
  const from = Math.max(away?.from ?? 0, game.turnAt);
  return away && from < due && away.until > from ? due + away.until - from : due;
}
