import { describe, expect, it } from 'vitest';
import { identityFile, identityLink, makeKey, ownKey, readIdentityFile, takeOver } from './identity';
import { isKey, readLink } from './link';
import { Shelf } from './shelf';

describe('an identity', () => {
  it('has a key of 32 bytes, which is another each time', () => {
    const keys = Array.from({ length: 50 }, makeKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(isKey(key), key).toBe(true);
  });

  it('is made once and kept', async () => {
    const key = await ownKey(new Shelf('identity-1'));
    expect(await ownKey(new Shelf('identity-1'))).toBe(key);
    expect(await ownKey(new Shelf('identity-2'))).not.toBe(key);
  });

  it('goes to another device as a file or a link', async () => {
    const identity = { key: makeKey(), name: 'Ana' };
    expect(readIdentityFile(identityFile(identity))).toEqual(identity);
    expect(readLink(identityLink(identity))).toEqual({ page: 'carry', ...identity });
    const other = new Shelf('identity-3');
    await ownKey(other);
    await takeOver(other, identity);
    expect(await ownKey(other)).toBe(identity.key);
  });

  it('is not read from other files', () => {
    const file = { ludoteca: 'identity', version: 1, key: makeKey(), name: 'Ana' };
    expect(readIdentityFile(JSON.stringify({ ...file, name: 7 }))).toEqual({ key: file.key, name: '' });
    const wrong = ['', '{', 'null', '[]', '7', JSON.stringify({ ludoteca: 1, games: [] })];
    wrong.push(JSON.stringify({ ...file, key: 'short' }), JSON.stringify({ ...file, version: 2 }));
    for (const text of wrong) expect(readIdentityFile(text), text).toBeNull();
  });

  it('with a broken key is made anew', async () => {
    const shelf = new Shelf('identity-4');
    await shelf.keepOwnKey('broken');
    expect(isKey(await ownKey(shelf))).toBe(true);
  });
});
