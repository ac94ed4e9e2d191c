// Events of online games for tests.

import { readFileSync } from 'node:fs';
import type { OnlineEvent } from '../online/events';

/** An event without its number and time, which follow from its place. */
export type Bare<T = OnlineEvent> = T extends OnlineEvent ? Omit<T, 'event' | 'at'> : never;

export function numbered(...events: Bare[]): OnlineEvent[] {
  return events.map((event, i) => ({ ...event, event: i + 1, at: 1000 * (i + 1) }) as OnlineEvent);
}

/** A game as the server told it: its events, and the position at its end. */
export interface ToldGame {
  id: string;
  events: OnlineEvent[];
  position: string;
}

/** Games that the server has told, of all kinds: online_games.txt, where # begins one and = has its position;
 * tests/cli/tell_online_games.py has others told. */
export function toldGames(): ToldGame[] {
  const games: ToldGame[] = [];
  for (const line of readFileSync(new URL('online_games.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (line.startsWith('#')) games.push({ id: line.slice(2), events: [], position: '' });
    else if (line.startsWith('=')) games.at(-1)!.position = line.slice(2);
    else games.at(-1)!.events.push(JSON.parse(line) as OnlineEvent);
  }
  return games;
}
