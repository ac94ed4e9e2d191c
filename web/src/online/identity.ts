// Who the reader is to a server: a key of their own, made by this browser, and the name that they chose. There is
// no account: whoever has the key is that person, so it goes to another device as a file or a link.

import { toBase64 } from '../lib/base64';
import { carryLink, isKey } from './link';
import type { Shelf } from './shelf';

export interface Identity {
  key: string; // 32 bytes in base64
  name: string; // '' for none
}

const FILE_VERSION = 1;
const MOST_NAME = 40;

export function makeKey(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(32)));
}

/** The reader's key, which is made when it is first wanted. */
export async function ownKey(shelf: Shelf): Promise<string> {
  const key = await shelf.takeKey(makeKey());
  if (isKey(key)) return key;
  await shelf.keepOwnKey(makeKey()); // what was kept is broken
  return ownKey(shelf);
}

/** The reader's key if there is one. */
export async function knownKey(shelf: Shelf): Promise<string | null> {
  const key = await shelf.ownKey();
  return key !== null && isKey(key) ? key : null;
}

/** The identity as a file. */
export function identityFile({ key, name }: Identity): string {
  return JSON.stringify({ ludoteca: 'identity', version: FILE_VERSION, key, name }, null, 1);
}

/** Null if the text is no such file. */
export function readIdentityFile(text: string): Identity | null {
  try {
    const found = JSON.parse(text) as { ludoteca?: unknown; version?: unknown; key?: unknown; name?: unknown } | null;
    if (found?.ludoteca !== 'identity' || found.version !== FILE_VERSION) return null;
    if (typeof found.key !== 'string' || !isKey(found.key)) return null;
    return { key: found.key, name: typeof found.name === 'string' ? found.name.slice(0, MOST_NAME) : '' };
  } catch {
    return null;
  }
}

export function identityLink({ key, name }: Identity): string {
  return carryLink(key, name);
}

/** From now on this browser is that person. Games of the key that it had stay with their tokens. */
export async function takeOver(shelf: Shelf, { key }: Identity): Promise<void> {
  await shelf.keepOwnKey(key);
}
