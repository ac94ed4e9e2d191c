// Links of online games. Everything secret stands behind the #, which never leaves the browser; and once a seat's
// link has been opened its token is kept here and taken out of the address.

import { fromBase64, toBase64 } from '../lib/base64';

export type OnlineLink =
  | { page: 'play'; id: string } // to watch, or to take an open seat
  | { page: 'seat'; id: string; token: string } // whoever has it has the seat
  | { page: 'online'; id: string } // a game whose seat this browser may have
  | { page: 'carry'; key: string; name: string }; // one's own key, for another device

const ID = /^[A-Za-z0-9]{16}$/;
const TOKEN = /^[A-Za-z0-9_-]{16,120}$/;
/** 32 bytes in base64, the last two bits of which are unused. */
const KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const MOST_NAME = 40;

export const isGameId = (text: string): boolean => ID.test(text);
export const isKey = (text: string): boolean => KEY.test(text);

export const playLink = (id: string): string => `#/play/${id}`;
export const seatLink = (id: string, token: string): string => `#/seat/${id}.${token}`;
export const onlineLink = (id: string): string => `#/online/${id}`;

export function carryLink(key: string, name: string): string {
  return `#/carry/${key}${name ? `.${toBase64(new TextEncoder().encode(name))}` : ''}`;
}

/** A link as it is sent: the page's own address and what stands behind its #. */
export function wholeLink(hash: string, base: string): string {
  return new URL(hash, base).href;
}

function readName(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(text)).slice(0, MOST_NAME);
  } catch {
    return ''; // a mangled name is none: the key is what matters
  }
}

/** What stands behind the # of an address; null if that is no link of online play. */
export function readLink(hash: string): OnlineLink | null {
  const [page, first = '', ...more] = hash.replace(/^#?\/?/, '').split('/');
  if (more.length > 0) return null;
  const [head = '', tail = '', ...rest] = first.split('.');
  if (rest.length > 0) return null;
  if (page === 'carry') return isKey(head) ? { page, key: head, name: readName(tail) } : null;
  if (!isGameId(head)) return null;
  if (page === 'seat') return TOKEN.test(tail) ? { page, id: head, token: tail } : null;
  return (page === 'play' || page === 'online') && tail === '' ? { page, id: head } : null;
}
