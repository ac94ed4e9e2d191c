// How seeds lie in a hollow: each new one rolls as near to the middle as it finds room, and when
// the floor is full, the heap grows upwards. The same hollow always gives the same heap.

import { sequence } from '../shared/random';
import type { Hollow } from './layout';

export interface Slot {
  x: number; // from the middle of the hollow
  y: number;
  turn: number; // degrees
  layer: number;
}

const TRIES = 70;
const made = new Map<string, Slot[]>();

export function heap(place: number, hollow: Hollow, seed: number, count: number): Slot[] {
  const key = [place, hollow.rx, hollow.ry, seed].join();
  let slots = made.get(key);
  if (!slots) made.set(key, (slots = []));
  while (slots.length < count) slots.push(nextSlot(slots, place, hollow, seed));
  return slots;
}

function nextSlot(slots: Slot[], place: number, hollow: Hollow, seed: number): Slot {
  const random = sequence(place, slots.length, 5);
  for (let layer = slots.at(-1)?.layer ?? 0; ; layer++) {
    const shrink = Math.max(0.25, 1 - 0.13 * layer);
    const rx = Math.max(2, (hollow.rx - seed * 1.2) * shrink);
    const ry = Math.max(2, (hollow.ry - seed * 1.2) * shrink);
    const same = slots.filter((slot) => slot.layer === layer);
    let best: Slot | null = null;
    let least = Infinity;
    for (let i = 0; i < TRIES; i++) {
      const angle = random() * 2 * Math.PI;
      const far = Math.sqrt(random());
      const x = Math.cos(angle) * far * rx;
      const y = Math.sin(angle) * far * ry;
      const room = seed * 1.68;
      if (same.some((other) => (other.x - x) ** 2 + (other.y + other.layer * 3.5 - y) ** 2 < room * room)) continue;
      const cost = Math.hypot(x / rx, y / ry) + random() * 0.45;
      if (cost < least) {
        least = cost;
        best = { x, y: y - layer * 3.5, turn: random() * 180, layer };
      }
    }
    if (best) return best;
  }
}
