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
}

export interface SeriesFacts {
  game: number;
  games: number | null;
  points: number[]; // by player: a win counts 2, a draw 1
  previous: string | null;
  next?: string | null;
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
    dice: { by: 'server' | 'all'; server: string } | null;
    series?: SeriesFacts | null;
  };
  sit: { player: number; name: string | null };
  commit: { player: number; commitment: string };
  reveal: { player: number; secret: string };
  start: {
    players: number[]; // of each seat
    starter: number;
    throws?: Throw[] | null;
    position: string;
    clocks?: number[] | null;
  };
  move: Entry & { clocks?: number[] | null };
  offer: { seat: number; offer: OfferKind };
  accept: { seat: number; offer: OfferKind };
  decline: { seat: number; offer: OfferKind };
  takeback: { length: number; position: string; clocks?: number[] | null };
  drop: { seat: number; reason: DropReason };
  agree: { on: 'draw' | 'finish' };
  end: { result: wire.Result; secret?: string | null };
  rematch: { id: string };
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

export const entryShape = { number: count, seat: count, kind: oneOf('move', 'roll', 'skip'), 'move?': text };
export const seriesShape = shape({
  game: count,
  games: { type: ['integer', 'null'] },
  points: listOf({ type: 'number' }),
  'previous?': textOrNull,
  'next?': textOrNull,
});
const die: Schema = { type: 'integer', minimum: 1, maximum: 6 };
const thrown = shape({ seat: count, dice: { ...listOf(die), minItems: 2, maxItems: 2 } });

const shapes: Record<EventType, Record<string, Schema>> = {
  created: {
    game: text,
    players: listOf(shape({ kind: oneOf('person', 'open', 'computer'), name: textOrNull, 'is?': textOrNull })),
    clock: textOrNull,
    'lots?': flag,
    'rolloff?': flag,
    'public?': flag,
    dice: orNull(shape({ by: oneOf('server', 'all'), server: text })),
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
  drop: { seat: count, reason: oneOf('resigned', 'time', 'left') },
  agree: { on: oneOf('draw', 'finish') },
  end: { result: { type: 'object' }, 'secret?': textOrNull },
  rematch: { id: text },
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
