// Every game, kept in the browser (IndexedDB). Where that is forbidden, games are kept until the page
// is closed, and `isLasting` says so. A broken entry is counted and left alone; the rest is read.

import { Database } from '../lib/database';
import { readSaved, type SavedGame } from './saved';

const STORE = 'games';
const EXPORT_VERSION = 1;

export interface KeptGames {
  games: SavedGame[]; // the latest first
  broken: number;
}

export class GameStore {
  private readonly database: Database;
  private readonly memory = new Map<string, SavedGame>();

  constructor(name = 'ludoteca') {
    this.database = new Database(name, [STORE]);
  }

  get isLasting(): boolean {
    return this.database.isLasting;
  }

  private run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    return this.database.run(STORE, mode, act);
  }

  /** Keeps a game; true once it lasts. */
  async put(game: SavedGame): Promise<boolean> {
    this.memory.set(game.id, game);
    try {
      await this.run('readwrite', (store) => store.put(game));
    } catch {
      this.database.isLasting = false; // full, most likely
    }
    return this.isLasting;
  }

  async get(id: string): Promise<SavedGame | null> {
    const known = this.memory.get(id);
    if (known) return known;
    try {
      return readSaved(await this.run('readonly', (store) => store.get(id) as IDBRequest<unknown>));
    } catch {
      return null;
    }
  }

  async all(): Promise<KeptGames> {
    const games = new Map<string, SavedGame>();
    let broken = 0;
    let found: unknown[] = [];
    try {
      found = (await this.run('readonly', (store) => store.getAll() as IDBRequest<unknown[]>)) ?? [];
    } catch {
      this.database.isLasting = false;
    }
    for (const value of found) {
      const game = readSaved(value);
      if (game) games.set(game.id, game);
      else broken += 1;
    }
    for (const game of this.memory.values()) games.set(game.id, game);
    return { games: [...games.values()].sort((a, b) => b.updated - a.updated), broken };
  }

  async remove(id: string): Promise<void> {
    this.memory.delete(id);
    await this.run('readwrite', (store) => store.delete(id));
  }

  async removeAll(): Promise<void> {
    this.memory.clear();
    await this.run('readwrite', (store) => store.clear());
  }

  /** All games as a text, with whatever else shall go along. */
  async exportAll(now: number, more: object = {}): Promise<string> {
    const { games } = await this.all();
    return JSON.stringify({ ludoteca: EXPORT_VERSION, exported: new Date(now).toISOString(), games, ...more }, null, 1);
  }

  /** Adds games of an export; of two with the same name the later one stays. Null: no export. */
  async importAll(text: string): Promise<{ added: number; broken: number } | null> {
    const list = readExport(text);
    if (!list) return null;
    let added = 0;
    let broken = 0;
    for (const value of list) {
      const game = readSaved(value);
      if (!game) {
        broken += 1;
        continue;
      }
      const known = await this.get(game.id);
      if (known && known.updated >= game.updated) continue;
      await this.put(game);
      added += 1;
    }
    return { added, broken };
  }
}

function readExport(text: string): unknown[] | null {
  try {
    const found = JSON.parse(text) as { ludoteca?: unknown; games?: unknown } | null;
    return found && found.ludoteca === EXPORT_VERSION && Array.isArray(found.games) ? found.games : null;
  } catch {
    return null;
  }
}
