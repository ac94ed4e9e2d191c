// What a move would do, told by its events, for drawing it before it is made.

import type { StoryEvent } from '../../engine/types';
import { OWARE_PITS } from './view';

export interface Ghosts {
  lifted: number | null; // the pit that would be emptied
  sown: number[]; // seeds that would fall into each pit
  counts: (number | null)[]; // of the pits that change: what they would hold before any capture
  captured: number[]; // seeds that each pit would lose to a store
  gains: [number, number]; // of the stores
}

export function ghostsOf(events: StoryEvent[], before: number[]): Ghosts {
  const ghosts: Ghosts = {
    lifted: null,
    sown: Array(12).fill(0),
    counts: Array(12).fill(null),
    captured: Array(12).fill(0),
    gains: [0, 0],
  };
  for (const event of events) {
    const pit = 'cell' in event ? OWARE_PITS.indexOf(event.cell) : -1;
    if (pit < 0) continue;
    if (event.kind === 'lift') {
      ghosts.lifted = pit;
      ghosts.counts[pit] = 0;
    } else if (event.kind === 'sow') {
      ghosts.sown[pit]!++;
      ghosts.counts[pit] = (ghosts.counts[pit] ?? before[pit]!) + 1;
    } else if (event.kind === 'capture') {
      ghosts.captured[pit]! += event.count;
      ghosts.gains[event.side as 0 | 1] += event.count;
    }
  }
  return ghosts;
}
