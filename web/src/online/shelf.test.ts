import { beforeEach, describe, expect, it } from 'vitest';
import { Shelf } from './shelf';

let count = 0;
let name = '';
beforeEach(() => (name = `shelf-${++count}`));

describe('the shelf', () => {
  it('keeps everything for another day', async () => {
    const today = new Shelf(name);
    await today.keepToken('game', 'first');
    await today.keepToken('game', 'second');
    await today.keepToken('game', 'first');
    await today.keepInvites('game', [{ player: 2, token: 'theirs' }]);
    await today.keepPending('game', [{ number: 3, move: 'C', event: 7 }]);
    expect(await today.takeSecret('game', 'ff')).toBe('ff');
    await today.keepOwnKey('key');
    const later = new Shelf(name);
    expect(await later.tokensOf('game')).toEqual(['first', 'second']);
    expect(await later.invitesTo('game')).toEqual([{ player: 2, token: 'theirs' }]);
    expect(await later.pendingMoves('game')).toEqual([{ number: 3, move: 'C', event: 7 }]);
    expect(await later.secretOf('game')).toBe('ff');
    expect(await later.takeSecret('game', 'ee')).toBe('ff');
    expect(await later.takeKey('other')).toBe('key');
    expect(later.isLasting).toBe(true);
  });

  it('goes into a copy and comes back, but for moves, and nothing else is lost by that', async () => {
    const old = new Shelf(name);
    await old.keepToken('a', 'seat');
    await old.keepInvites('a', [{ player: 2, token: 'theirs' }]);
    await old.keepPending('a', [{ number: 3, move: 'C', event: 7 }]);
    await old.takeSecret('a', 'ff');
    await old.keepOwnKey('key');
    const copy = JSON.parse(JSON.stringify(await old.exportAll())) as Record<string, unknown[]>;
    const other = new Shelf(`${name}-other`);
    await other.keepToken('b', 'mine');
    expect(await other.importAll(copy)).toBe(true);
    expect(await other.tokensOf('a')).toEqual(['seat']);
    expect(await other.tokensOf('b')).toEqual(['mine']);
    expect(await other.invitesTo('a')).toEqual([{ player: 2, token: 'theirs' }]);
    expect(await other.secretOf('a')).toBe('ff');
    expect(await other.pendingMoves('a')).toEqual([]);
    expect(await other.ownKey()).toBe('key');
    await other.keepOwnKey('later');
    expect(await other.importAll(copy)).toBe(false);
    expect(await other.ownKey()).toBe('later');
    const broken = [null, 7, { seats: 3 }, { seats: [null, { id: 'c' }, { id: 4, tokens: [] }] }];
    for (const wrong of broken) expect(await other.importAll(wrong)).toBe(false);
    await other.removeAll();
    expect([await other.tokensOf('a'), await other.ownKey()]).toEqual([[], null]);
  });

  it('has nothing of other games', async () => {
    const shelf = new Shelf(name);
    expect(await shelf.tokensOf('other')).toEqual([]);
    expect(await shelf.invitesTo('other')).toEqual([]);
    expect(await shelf.pendingMoves('other')).toEqual([]);
    expect(await shelf.secretOf('other')).toBeNull();
  });

  it('sees what another tab has kept', async () => {
    const [one, other] = [new Shelf(name), new Shelf(name)];
    await one.keepPending('game', [{ number: 1, move: 'C', event: 2 }]);
    await other.keepPending('game', []);
    expect(await one.pendingMoves('game')).toEqual([]);
  });

  it('makes a secret once, whichever tab is first', async () => {
    const tabs = Array.from({ length: 5 }, () => new Shelf(name));
    const taken = await Promise.all(tabs.map((tab, i) => tab.takeSecret('game', `secret ${i}`)));
    expect(new Set(taken).size).toBe(1);
    expect(await new Shelf(name).secretOf('game')).toBe(taken[0]);
  });

  it('passes over what is broken', async () => {
    const shelf = new Shelf(name);
    await shelf.keepPending('game', [{ number: 'x', move: 7 } as never]);
    expect(await new Shelf(name).pendingMoves('game')).toEqual([]);
  });

  it('remembers until the page is closed where nothing lasts', async () => {
    const real = globalThis.indexedDB;
    const open = (): never => {
      throw new Error('forbidden');
    };
    Object.defineProperty(globalThis, 'indexedDB', { value: { open }, configurable: true });
    try {
      const shelf = new Shelf(name);
      await shelf.keepToken('game', 'token');
      expect(await shelf.tokensOf('game')).toEqual(['token']);
      expect(shelf.isLasting).toBe(false);
    } finally {
      Object.defineProperty(globalThis, 'indexedDB', { value: real, configurable: true });
    }
  });
});
