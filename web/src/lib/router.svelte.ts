// Where the reader is: everything after # in the address, so that the page can live at any path,
// work from the cache, and be gone back to.

import { isGame } from './games';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'game'; id: string }
  | { page: 'shared'; code: string; isOwn: boolean } // own: not sent by anybody, but set up here
  | { page: 'play' | 'online'; id: string } // a game with others: to watch, or to sit in if this browser has a seat
  | { page: 'seat'; id: string; token: string } // whoever has the token has the seat
  | { page: 'carry'; code: string } // the reader's own key, from another device
  | { page: 'mail'; code: string; wants: boolean } // from a mail: it is wanted, or not any more
  | { page: 'learn'; parts: string[] }
  | { page: 'analyse'; parts: string[] }
  | { page: 'unknown' };

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '');
  const [page = '', ...parts] = path.split('/').map(decode);
  const first = parts[0];
  if (page === '') return { page: 'home' };
  if (page === 'new' && isGame(first)) return { page: 'new', game: first };
  if (page === 'game' && first) return { page: 'game', id: first };
  if ((page === 's' || page === 'from') && first) return { page: 'shared', code: first, isOwn: page === 'from' };
  if (page === 'play' || page === 'online') return isGameId(first) ? { page, id: first } : { page: 'unknown' };
  if (page === 'seat') return seatIn(first ?? '');
  if (page === 'carry' && first) return { page, code: first };
  if ((page === 'mail' || page === 'nomail') && first) return { page: 'mail', code: first, wants: page === 'mail' };
  if (page === 'learn') return { page: 'learn', parts };
  if (page === 'analyse') return { page: 'analyse', parts };
  return { page: 'unknown' };
}

const isGameId = (text: string | undefined): text is string => /^[A-Za-z0-9]{16}$/.test(text ?? '');

function seatIn(text: string): Route {
  const [, id, token] = /^([A-Za-z0-9]{16})\.([A-Za-z0-9_-]{16,120})$/.exec(text) ?? [];
  return id && token ? { page: 'seat', id, token } : { page: 'unknown' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % in a mangled link
  }
}

let current = $state.raw<Route>(parseRoute(location.hash));
addEventListener('hashchange', () => (current = parseRoute(location.hash)));

export function route(): Route {
  return current;
}

/** Goes to '#/…'; `replace` leaves no step to go back to. */
export function go(hash: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', hash);
    current = parseRoute(hash);
  } else {
    location.hash = hash;
  }
}
