// Weights that some games are judged by: files of their own, fetched when such a game is first thought about.

import { weights } from 'virtual:weights';
import type { Weights } from './messages';

/** With whole addresses: a worker has another base than the page. */
export function weightsOfPage(): Weights {
  return Object.fromEntries(Object.entries(weights).map(([name, url]) => [name, new URL(url, document.baseURI).href]));
}
