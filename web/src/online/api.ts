// What is asked of the server with plain requests (docs/ONLINE.md); what happens in a game comes over its socket.
// Where there is no such server every question is answered with status 0 or 404, and online play is not shown.

import { fitsSchema, type Schema } from '../lib/schema';
import type { Reply } from './client';
import { comesFromPlainServer, recallReach, rememberReach } from './reach';

/** What a game is created with. */
export interface Wish {
  game: string;
  seats: string[]; // 'person', 'open', 'level=4' …
  names: (string | null)[];
  clock: string | null; // '5m+3s', '3d'
  lots?: boolean;
  rolloff?: boolean;
  dice?: 'shared';
  public?: boolean;
  games?: number;
}

/** A game in a list, as far as lists show it. */
export interface ListedGame {
  id: string;
  game: string;
  phase: string;
  position?: string | null;
  seat?: number | null; // whose turn it is
  seats: ListedSeat[];
  clock: string | null;
  due?: number | null;
  changed?: number;
}

export interface ListedSeat {
  seat: number;
  player: number;
  kind: string;
  name: string | null;
  is?: string | null;
}

/** One of the reader's own games, and which of its players they are. */
export interface OwnGame {
  player: number;
  game: ListedGame;
}

export interface Listing {
  open: ListedGame[];
  playing: ListedGame[];
  pushKey: string | null; // with which browsers subscribe to be told; null: the server tells none
  hasMail: boolean; // the server sends mails
}

export interface Created {
  id: string;
  seats: { seat: number; player: number; token?: string | null }[];
}

const WAIT_MS = 10_000;
const number: Schema = { type: 'integer' };
const text: Schema = { type: 'string' };
const textOrNull: Schema = { type: ['string', 'null'] };
const seat: Schema = {
  type: 'object',
  properties: { seat: number, player: number, kind: text, name: textOrNull, is: textOrNull },
  required: ['seat', 'player', 'kind', 'name'],
};
const listed: Schema = {
  type: 'object',
  properties: { id: text, game: text, phase: text, clock: textOrNull, seats: { type: 'array', items: seat } },
  required: ['id', 'game', 'phase', 'clock', 'seats'],
};
const own: Schema = { type: 'object', properties: { player: number, game: listed }, required: ['player', 'game'] };
const given: Schema = {
  type: 'object',
  properties: { seat: number, player: number, token: textOrNull },
  required: ['seat', 'player'],
};
const made: Schema = {
  type: 'object',
  properties: { id: text, seats: { type: 'array', items: given } },
  required: ['id', 'seats'],
};

interface Asking {
  token?: string | null;
  body?: object;
}

const NO_ANSWER: Reply = { status: 0, answer: null, problem: null };

/** Never throws; status 0 if there was no answer. */
export async function ask(path: string, { token = null, body }: Asking = {}): Promise<Reply> {
  if (navigator.onLine === false) return NO_ANSWER; // in vain, of which browsers complain
  try {
    const response = await fetch(new URL(`api/v1/${path}`, document.baseURI), {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return await readReply(response);
  } catch {
    return NO_ANSWER;
  }
}

async function readReply(response: Response): Promise<Reply> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const found: unknown = isJson ? await response.json() : null;
  const { status } = response;
  // A plain web server answers anything with its page.
  if (response.ok)
    return isJson ? { status, answer: found, problem: null } : { status: 404, answer: null, problem: null };
  return { status, answer: null, problem: (found as Reply['problem']) ?? null };
}

const gamesIn = (found: unknown): ListedGame[] =>
  Array.isArray(found) ? found.filter((one): one is ListedGame => fitsSchema(listed, one)) : [];

/** The status of asking for public games, which tells whether they can be had at all: 0 if nobody answered. */
async function askForGames(): Promise<Reply> {
  if (comesFromPlainServer()) return { status: 404, answer: null, problem: null };
  const reply = await ask('play');
  if (reply.status !== 0) rememberReach(reply.status === 200);
  return reply;
}

/** Public games; null where there is no online play. */
export async function listGames(): Promise<Listing | null> {
  const { status, answer } = await askForGames();
  if (status !== 200) return null;
  const { open, playing, push_key, mail } = (answer ?? {}) as Record<string, unknown>;
  const pushKey = typeof push_key === 'string' ? push_key : null;
  return { open: gamesIn(open), playing: gamesIn(playing), pushKey, hasMail: mail === true };
}

let probing: Promise<boolean> | null = null;

async function probe(): Promise<boolean> {
  const { status } = await askForGames();
  if (status !== 0) return status === 200;
  probing = null; // what was true the last time may be again
  return recallReach() ?? false;
}

/** Whether the page comes from a server with online play. */
export function canPlayOnline(): Promise<boolean> {
  probing ??= probe();
  return probing;
}

export const ownGamesIn = (found: unknown): OwnGame[] =>
  Array.isArray(found) ? found.filter((one): one is OwnGame => fitsSchema(own, one)) : [];

/** The games of a person, by their key. */
export async function listMine(key: string): Promise<OwnGame[] | null> {
  const { status, answer } = await ask('mine', { token: key, body: {} });
  return status === 200 ? ownGamesIn((answer as { games?: unknown } | null)?.games) : null;
}

/** The game and its tokens, or why there is none. */
async function askForSeats(path: string, body: object): Promise<Created | Reply> {
  const reply = await ask(path, { body });
  return reply.status === 201 && fitsSchema(made, reply.answer) ? (reply.answer as Created) : reply;
}

/** The game that an answer tells; null if it tells none. */
export function readGame(answer: unknown): ListedGame | null {
  return fitsSchema(listed, answer) ? (answer as ListedGame) : null;
}

export function createGame(wish: Wish): Promise<Created | Reply> {
  return askForSeats('play', wish);
}

/** Takes an open seat; of the answer's seats it is the one with a token. */
export function joinGame(id: string, name: string | null, key: string): Promise<Created | Reply> {
  return askForSeats(`play/${id}/join`, { name, key });
}

/** Says a name for a seat, and by the key whose it is. */
export function sitDown(id: string, token: string, name: string | null, key: string): Promise<Reply> {
  return ask(`play/${id}/sit`, { token, body: { name, key } });
}
