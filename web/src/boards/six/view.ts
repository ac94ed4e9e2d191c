// A table of Six as it is drawn: the tiles that lie there, and how many each side still has.

import type { Board, Played } from '../../engine/types';

export interface SixView {
  tiles: { cell: string; side: number }[]; // 'q,r'; red, black
  hands: [number, number];
}

export function sixView({ cells, held }: Board): SixView {
  const tiles = cells.flatMap(({ name, side }) => (side === null ? [] : [{ cell: name, side }]));
  return { tiles, hands: [held[0] ?? 0, held[1] ?? 0] };
}

/** Where tiles lay that a move lifted or cut off. */
export function takenBy(last: Played | null): string[] {
  return last?.events.flatMap((event) => (event.kind === 'lift' || event.kind === 'fall' ? [event.cell] : [])) ?? [];
}
