import { beforeEach, describe, expect, it } from 'vitest';
import { savedGame } from '../test/saved';
import type { SavedGame } from './saved';
import { GameStore } from './store';

let count = 0;
let name = '';
beforeEach(() => (name = `test-${++count}`));

const game = (id: string, updated = 1): SavedGame => savedGame({ id, updated });

function putRaw(store: string, value: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(store, 1);
    request.onsuccess = () => {
      const transaction = request.result.transaction('games', 'readwrite');
      transaction.objectStore('games').put(value);
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error!);
    };
  });
}

describe('the store', () => {
  it('keeps games for another day', async () => {
    await new GameStore(name).put(game('a'));
    const later = new GameStore(name);
    expect(await later.get('a')).toEqual(game('a'));
    expect(await later.get('b')).toBeNull();
    expect(later.isLasting).toBe(true);
  });

  it('lists the latest first', async () => {
    const store = new GameStore(name);
    await store.put(game('old', 5));
    await store.put(game('new', 9));
    expect((await store.all()).games.map((kept) => kept.id)).toEqual(['new', 'old']);
  });

  it('reads past broken entries and counts them', async () => {
    await new GameStore(name).put(game('a'));
    await putRaw(name, { id: 'broken', version: 1, line: 7 });
    await putRaw(name, { ...game('half'), notes: [] });
    const { games, broken } = await new GameStore(name).all();
    expect(games.map((kept) => kept.id)).toEqual(['a']);
    expect(broken).toBe(2);
    expect(await new GameStore(name).get('broken')).toBeNull();
  });

  it('exports, deletes and imports all', async () => {
    const store = new GameStore(name);
    await store.put(game('a'));
    await store.put(game('b', 2));
    const text = await store.exportAll(0);
    await store.removeAll();
    expect((await new GameStore(name).all()).games).toEqual([]);
    expect(await store.importAll(text)).toEqual({ added: 2, broken: 0 });
    expect(await store.importAll(text)).toEqual({ added: 0, broken: 0 });
    expect((await new GameStore(name).all()).games.length).toBe(2);
  });

  it('keeps the later of two versions when importing', async () => {
    const store = new GameStore(name);
    await store.put(game('a', 10));
    const older = JSON.stringify({ ludoteca: 1, games: [game('a', 5), { nonsense: true }] });
    expect(await store.importAll(older)).toEqual({ added: 0, broken: 1 });
    expect((await store.get('a'))?.updated).toBe(10);
  });

  it('knows what is no export', async () => {
    const store = new GameStore(name);
    for (const text of ['', '{', 'null', '[]', '{"ludoteca":2,"games":[]}', '{"ludoteca":1,"games":7}']) {
      expect(await store.importAll(text)).toBeNull();
    }
  });

  it('keeps games in memory where nothing lasts', async () => {
    const real = globalThis.indexedDB;
    Object.defineProperty(globalThis, 'indexedDB', {
      value: {
        open: () => {
          throw new Error('forbidden');
        },
      },
      configurable: true,
    });
    try {
      const store = new GameStore(name);
      expect(await store.put(game('a'))).toBe(false);
      expect(await store.get('a')).toEqual(game('a'));
      expect((await store.all()).games.length).toBe(1);
    } finally {
      Object.defineProperty(globalThis, 'indexedDB', { value: real, configurable: true });
    }
  });
});
