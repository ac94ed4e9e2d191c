// What happens in an online game, as the server tells it (docs/ONLINE.md). Whatever comes from there passes
// `readEvent` first. Seats and players are counted from 1, as everywhere outside the page.

import type * as wire from '../engine/wire';
import { fitsSchema, type Schema } from '../lib/schema';

export type SeatKind = 'person' | 'open' | 'computer';
export type OfferKind = 'draw' | 'finish' | 'takeback' | 'rematch';
export type DropReason = 'resigned' | 'time' | 'left';

/** An entry of `moves`: a ply. */
export interface Entry {
  number: number;
  seat: number;
  kind: 'move' | 'roll' | 'skip';
  move?: string; // not of a skip
  dice?: [number, number]; // of a roll
}

export interface SeriesFacts {
  game: number;
  games: number | null;
  /* Of a game after another one: */
  previous?: string | null;
  points?: number[]; // by player: a win counts 2, a draw 1
  seats?: number[]; // of each player
  starter?: number; // the player who begins, if no dice decide
}

export interface Throw {
  seat: number;
  dice: [number, number];
}

interface Facts {
  created: {
    game: string;
    players: { kind: SeatKind; name: string | null; is?: string | null }[];
    clock: string | null;
    lots?: boolean;
    rolloff?: boolean;
    public?: boolean;
    dice: { by: 'server' | 'all'; terms: string; server: string } | null;
    series?: SeriesFacts | null;
  };
  sit: { player: number; name: string | null };
  commit: { player: number; commitment: string };
  reveal: { player: number; secret: string };
  start: {
    players: number[]; // of each seat
    starter: number;
    throws?: string[] | null; // '1 3 5': the seat and its dice
    position: string;
    clocks?: number[] | null;
  };
  move: Entry & { clocks?: number[] | null };
  offer: { seat: number; offer: OfferKind };
  accept: { seat: number; offer: OfferKind };
  decline: { seat: number; offer: OfferKind };
  takeback: { length: number; position: string; clocks?: number[] | null };
  drop: { seat: number; reason: DropReason; clocks?: number[] | null };
  agree: { on: 'draw' | 'finish' };
  end: { result: wire.Result; secret?: string | null };
  rematch: { id: string };
  vacation: { seat: number; days: number; until: number };
  chat: { seat: number; text?: string; phrase?: string };
}

export type EventType = keyof Facts;
/** An event of one type. */
export type EventOf<Type extends EventType> = { event: number; type: Type; at: number } & Facts[Type];
export type OnlineEvent = { [Type in EventType]: EventOf<Type> }[EventType];
/** A newer server may tell what this page has never heard of; it counts, and changes nothing. */
export interface StrangeEvent {
  event: number;
  type: 'strange';
  at: number;
}

/* -- reading ----------------------------------------------------------------------------------- */

const count: Schema = { type: 'integer', minimum: 1 };
const amount: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const flag: Schema = { type: 'boolean' };
const oneOf = (...values: string[]): Schema => ({ enum: values });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const orNull = (schema: Schema): Schema => ({ anyOf: [{ type: 'null' }, schema] });
const times = orNull(listOf({ type: 'number' }));
const offering = oneOf('draw', 'finish', 'takeback', 'rematch');

/** An object with these members; those whose names end in '?' may be absent. Others may come with later servers. */
function shape(members: Record<string, Schema>): Schema {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, schema]) => [key.replace('?', ''), schema])),
    required: entries.filter(([key]) => !key.endsWith('?')).map(([key]) => key),
  };
}

const die: Schema = { type: 'integer', minimum: 1, maximum: 6 };
const entryShape = {
  number: count,
  seat: count,
  kind: oneOf('move', 'roll', 'skip'),
  'move?': text,
  'dice?': { ...listOf(die), minItems: 2, maxItems: 2 },
};
const seriesShape = shape({
  game: count,
  games: { type: ['integer', 'null'] },
  'previous?': textOrNull,
  'points?': listOf({ type: 'number' }),
  'seats?': listOf(count),
  'starter?': count,
});
const thrown: Schema = { type: 'string', pattern: '^[1-9] [1-6] [1-6]$' };

const shapes: Record<EventType, Record<string, Schema>> = {
  created: {
    game: text,
    players: listOf(shape({ kind: oneOf('person', 'open', 'computer'), name: textOrNull, 'is?': textOrNull })),
    clock: textOrNull,
    'lots?': flag,
    'rolloff?': flag,
    'public?': flag,
    dice: orNull(shape({ by: oneOf('server', 'all'), terms: text, server: text })),
    'series?': orNull(seriesShape),
  },
  sit: { player: count, name: textOrNull },
  commit: { player: count, commitment: text },
  reveal: { player: count, secret: text },
  start: {
    players: listOf(count),
    starter: count,
    'throws?': orNull(listOf(thrown)),
    position: text,
    'clocks?': times,
  },
  move: { ...entryShape, 'clocks?': times },
  offer: { seat: count, offer: offering },
  accept: { seat: count, offer: offering },
  decline: { seat: count, offer: offering },
  takeback: { length: amount, position: text, 'clocks?': times },
  drop: { seat: count, reason: oneOf('resigned', 'time', 'left'), 'clocks?': times },
  agree: { on: oneOf('draw', 'finish') },
  end: { result: { type: 'object' }, 'secret?': textOrNull },
  rematch: { id: text },
  vacation: { seat: count, days: count, until: { type: 'number' } },
  chat: { seat: count, 'text?': text, 'phrase?': text },
};

const anyEvent = shape({ event: count, type: text, at: { type: 'number' } });
const isKnown = (type: string): type is EventType => Object.hasOwn(shapes, type);

export function fitsMembers(members: Record<string, Schema>, value: unknown): boolean {
  return fitsSchema(shape(members), value);
}

/** The event that a message is; null if it is none, or not as it should be. */
export function readEvent(value: unknown): OnlineEvent | StrangeEvent | null {
  if (!fitsSchema(anyEvent, value)) return null;
  const { event, type, at } = value as OnlineEvent;
  if (!isKnown(type)) return { event, type: 'strange', at };
  return fitsMembers(shapes[type], value) ? (value as OnlineEvent) : null;
}

/** A throw as it is told: '1 3 5'. */
export function readThrow(told: string): Throw {
  const [seat, first, second] = told.split(' ').map(Number);
  return { seat: seat!, dice: [first!, second!] };
}
