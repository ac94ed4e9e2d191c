// Events of online games for tests.

import type { OnlineEvent } from '../online/events';

/** An event without its number and time, which follow from its place. */
export type Bare<T = OnlineEvent> = T extends OnlineEvent ? Omit<T, 'event' | 'at'> : never;

export function numbered(...events: Bare[]): OnlineEvent[] {
  return events.map((event, i) => ({ ...event, event: i + 1, at: 1000 * (i + 1) }) as OnlineEvent);
}
