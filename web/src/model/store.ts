// Every game, kept in the browser (IndexedDB). Where that is forbidden, games are kept until the page
// is closed, and `isLasting` says so. A broken entry is counted and left alone; the rest is read.

import { readSaved, type SavedGame } from './saved';

const STORE = 'games';
const EXPORT_VERSION = 1;

export interface KeptGames {
  games: SavedGame[]; // the latest first
  broken: number;
}

export class GameStore {
  private database: IDBDatabase | null = null;
  private readonly opening: Promise<void>;
  private readonly memory = new Map<string, SavedGame>();
  isLasting = true;

  constructor(private readonly name = 'ludoteca') {
    this.opening = this.open();
  }

  private async open(): Promise<void> {
    try {
      this.database = await openDatabase(this.name);
      // Another tab with a newer page wants to change the store: let go rather than block it.
      this.database.onversionchange = () => this.letGo();
      this.database.onclose = () => this.letGo();
    } catch {
      this.isLasting = false;
    }
  }

  private letGo(): void {
    this.database?.close();
    this.database = null;
    this.isLasting = false;
  }

  private async run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    await this.opening;
    if (!this.database) return null;
    const transaction = this.database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('store'));
      transaction.onabort = () => reject(transaction.error ?? new Error('store'));
    });
  }

  /** Keeps a game; true once it lasts. */
  async put(game: SavedGame): Promise<boolean> {
    this.memory.set(game.id, game);
    try {
      await this.run('readwrite', (store) => store.put(game));
    } catch {
      this.isLasting = false; // full, most likely
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
      this.isLasting = false;
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

  async exportAll(now: number): Promise<string> {
    const { games } = await this.all();
    return JSON.stringify({ ludoteca: EXPORT_VERSION, exported: new Date(now).toISOString(), games }, null, 1);
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

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('store'));
    request.onblocked = () => reject(new Error('blocked'));
  });
}
