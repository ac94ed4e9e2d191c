// What this browser keeps of online games, in a database of its own: tokens of seats, one's own and those to be
// handed to others, moves that are still to be
// sent, secrets of dice, and the reader's key. Without a database all of it lasts until the page is closed.

import { Database } from '../lib/database';
import { fitsMembers } from './events';

/** A move that the server has not acknowledged yet. */
export interface PendingMove {
  number: number; // among the game's moves, from 1
  move: string;
  event: number; // the last that was known when it was made
}

/** A seat that was made for somebody else. */
export interface Invite {
  player: number;
  token: string;
}

const STORES = ['seats', 'invites', 'moves', 'secrets', 'own'] as const;
type StoreName = (typeof STORES)[number];
const COPIED = STORES.filter((store) => store !== 'moves');

interface Seats {
  tokens: string[]; // the last one opened first
}
interface Invites {
  invites: Invite[];
}
interface Moves {
  pending: PendingMove[];
}
interface Secrets {
  secret: string;
}
interface Own {
  key: string;
}

const text = { type: 'string' };
const pendingMove = {
  type: 'object',
  properties: { number: { type: 'integer' }, move: text, event: { type: 'integer' } },
  required: ['number', 'move', 'event'],
};
const invite = {
  type: 'object',
  properties: { player: { type: 'integer' }, token: text },
  required: ['player', 'token'],
};
const shapes = {
  seats: { tokens: { type: 'array', items: text } },
  invites: { invites: { type: 'array', items: invite } },
  moves: { pending: { type: 'array', items: pendingMove } },
  secrets: { secret: text },
  own: { key: text },
};

export class Shelf {
  private readonly database: Database;
  private readonly memory = new Map<string, object>();

  constructor(name = 'ludoteca-online') {
    this.database = new Database(name, STORES);
  }

  get isLasting(): boolean {
    return this.database.isLasting;
  }

  private async put(store: StoreName, id: string, value: object): Promise<void> {
    this.memory.set(`${store} ${id}`, value);
    try {
      await this.database.run(store, 'readwrite', (kept) => kept.put({ id, ...value }));
    } catch {
      this.database.isLasting = false; // full, most likely
    }
  }

  /** What was kept; null if nothing was, or nothing that can be used. Other tabs write, too: the database comes first. */
  private async get<T extends object>(store: StoreName, id: string): Promise<T | null> {
    const remembered = (this.memory.get(`${store} ${id}`) as T | undefined) ?? null;
    try {
      const found = await this.database.run(store, 'readonly', (kept) => kept.get(id) as IDBRequest<unknown>);
      return fitsMembers(shapes[store], found) ? (found as T) : remembered;
    } catch {
      return remembered;
    }
  }

  /** Keeps a value unless another tab was first; what is kept now. */
  private async keepOnce<T extends object>(store: StoreName, id: string, value: T): Promise<T> {
    const kept = await this.get<T>(store, id);
    if (kept) return kept;
    this.memory.set(`${store} ${id}`, value);
    try {
      await this.database.run(store, 'readwrite', (open) => open.add({ id, ...value }));
    } catch {
      // There is one now; or there is no room, and this one lasts until the page is closed.
    }
    return (await this.get<T>(store, id)) ?? value;
  }

  /** The tokens of a game, the last one opened first. */
  async tokensOf(game: string): Promise<string[]> {
    return (await this.get<Seats>('seats', game))?.tokens ?? [];
  }

  async keepToken(game: string, token: string): Promise<void> {
    const others = (await this.tokensOf(game)).filter((other) => other !== token);
    await this.put('seats', game, { tokens: [token, ...others] } satisfies Seats);
  }

  /** The seats of a game that are to be handed to others. */
  async invitesTo(game: string): Promise<Invite[]> {
    return (await this.get<Invites>('invites', game))?.invites ?? [];
  }

  async keepInvites(game: string, invites: Invite[]): Promise<void> {
    await this.put('invites', game, { invites } satisfies Invites);
  }

  async pendingMoves(game: string): Promise<PendingMove[]> {
    return (await this.get<Moves>('moves', game))?.pending ?? [];
  }

  async keepPending(game: string, pending: PendingMove[]): Promise<void> {
    await this.put('moves', game, { pending } satisfies Moves);
  }

  /** This device's part of a game's dice. */
  async secretOf(game: string): Promise<string | null> {
    return (await this.get<Secrets>('secrets', game))?.secret ?? null;
  }

  /** The secret to use: this one, unless there is one already. */
  async takeSecret(game: string, made: string): Promise<string> {
    return (await this.keepOnce<Secrets>('secrets', game, { secret: made })).secret;
  }

  /** The reader's key: this one, unless there is one already. */
  async takeKey(made: string): Promise<string> {
    return (await this.keepOnce<Own>('own', 'identity', { key: made })).key;
  }

  async ownKey(): Promise<string | null> {
    return (await this.get<Own>('own', 'identity'))?.key ?? null;
  }

  /** Everything but moves that are still to be sent, for a copy. */
  async exportAll(): Promise<Record<string, unknown[]>> {
    const all: Record<string, unknown[]> = {};
    for (const store of COPIED)
      all[store] = (await this.database.run(store, 'readonly', (kept) => kept.getAll() as IDBRequest<unknown[]>)) ?? [];
    return all;
  }

  /** Adds what a copy holds; what is kept already stays. True if there was anything to add. */
  async importAll(copy: unknown): Promise<boolean> {
    let isNew = false;
    for (const store of COPIED) {
      const found = (copy as Record<string, unknown> | null)?.[store];
      for (const entry of Array.isArray(found) ? found : []) isNew = (await this.add(store, entry)) || isNew;
    }
    return isNew;
  }

  private async add(store: StoreName, entry: unknown): Promise<boolean> {
    const { id } = (entry ?? {}) as { id?: unknown };
    if (typeof id !== 'string' || !fitsMembers(shapes[store], entry)) return false;
    if (await this.get(store, id)) return false;
    await this.put(store, id, entry as object);
    return true;
  }

  async removeAll(): Promise<void> {
    this.memory.clear();
    for (const store of STORES) await this.database.run(store, 'readwrite', (kept) => kept.clear());
  }

  async keepOwnKey(key: string): Promise<void> {
    await this.put('own', 'identity', { key } satisfies Own);
  }
}
