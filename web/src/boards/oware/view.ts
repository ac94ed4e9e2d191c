// A board of Oware as it is drawn: pits in sowing order, stores beside them.

import type { Board } from '../../engine/types';

export const OWARE_PITS = 'ABCDEFabcdef';

export interface OwareView {
  pits: number[]; // A–F, a–f: in sowing order
  stores: [number, number];
}

export function owareView({ cells, held }: Board): OwareView {
  return { pits: cells.map(({ count }) => count), stores: [held[0] ?? 0, held[1] ?? 0] };
}
