// Online games as this browser was last told of them, so that a page which is opened without a connection shows where
// they stand. A database of its own: it may be lost without harm, and the shelf's stores stay as they are. Without a
// database nothing is kept.

import { Database } from '../lib/database';
import { printSecret } from './draws';
import { fitsMembers, readEvent, type OnlineEvent } from './events';
import { sha256 } from './hash';

/** Of one's own games, and of those that were watched, the last ones are kept. */
const MOST_OWN = 40;
const MOST_WATCHED = 10;
/** A game that went on longer is told anew. */
const MOST_EVENTS = 3000;
const STORE = 'games';

export interface ToldGame {
  events: readonly { type: string }[];
  player: number | null; // whose seat it is that the token opens
}

interface Entry {
  id: string;
  at: number; // when it was kept
  mark: string; // of the token; '' for those who watch
  player: number | null;
  events: unknown[];
}

const entryShape = {
  id: { type: 'string' },
  at: { type: 'number' },
  mark: { type: 'string' },
  player: { type: ['integer', 'null'] },
  events: { type: 'array' },
};
const isEntry = (value: unknown): value is Entry => fitsMembers(entryShape, value);

/** Tells tokens apart without keeping them in one more place. */
function markOf(token: string | null): string {
  return token === null ? '' : printSecret(sha256(new TextEncoder().encode(token)));
}

/** All of them, from the first on; null if one is missing, or is something that this page has never heard of. */
function readAll(values: unknown[]): OnlineEvent[] | null {
  const events = values.map(readEvent);
  const isWhole = events.every((event, i) => event !== null && event.type !== 'strange' && event.event === i + 1);
  return isWhole && events.length > 0 ? (events as OnlineEvent[]) : null;
}

/** Which are to be dropped: the oldest beyond so many. */
export function tooMany(entries: { id: string; at: number; mark: string }[]): string[] {
  const newest = [...entries].sort((a, b) => b.at - a.at);
  const own = newest.filter(({ mark }) => mark !== '');
  const watched = newest.filter(({ mark }) => mark === '');
  return [...own.slice(MOST_OWN), ...watched.slice(MOST_WATCHED)].map(({ id }) => id);
}

export class Told {
  private readonly database: Database;
  private readonly known = new Set<string>(); // they have a place already

  constructor(name = 'ludoteca-told') {
    this.database = new Database(name, [STORE]);
  }

  async recall(id: string, token: string | null): Promise<{ events: OnlineEvent[]; player: number | null } | null> {
    const found = await this.run('readonly', (store) => store.get(id) as IDBRequest<unknown>);
    const events = isEntry(found) ? readAll(found.events) : null;
    if (!events) return null;
    const { mark, player } = found as Entry;
    return { events, player: mark === markOf(token) ? player : null };
  }

  async keep(id: string, token: string | null, { events, player }: ToldGame): Promise<void> {
    const isFit = events.length <= MOST_EVENTS && events.every(({ type }) => type !== 'strange');
    if (!isFit) return this.forget(id);
    const entry: Entry = { id, at: Date.now(), mark: markOf(token), player, events: [...events] };
    await this.run('readwrite', (store) => store.put(entry));
    if (!this.known.has(id)) await this.makeRoom();
    this.known.add(id);
  }

  private async makeRoom(): Promise<void> {
    const all = (await this.run('readonly', (store) => store.getAll() as IDBRequest<unknown[]>)) ?? [];
    for (const id of tooMany(all.filter(isEntry))) await this.forget(id);
  }

  async forget(id: string): Promise<void> {
    await this.run('readwrite', (store) => store.delete(id));
  }

  async removeAll(): Promise<void> {
    await this.run('readwrite', (store) => store.clear());
  }

  /** What can't be kept is told again. */
  private run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    return this.database.run(STORE, mode, act).catch(() => null);
  }
}
