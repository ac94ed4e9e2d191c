// Which seed lies where. Seeds keep their identity, so that one can follow each with the eye.

import { hash } from '../shared/random';
import { HAND, SOUTH_STORE } from './layout';

export class Seed {
  place = $state(0);
  slot = $state(0);
  isFlying = $state(false);
  readonly tone: number;

  constructor(readonly id: number) {
    this.tone = hash(id, 3) % 4;
  }
}

export class SeedBoard {
  seeds: Seed[] = $state.raw([]);
  /** The pit over which the hand is. */
  handOver = $state(0);

  counts: number[] = $derived.by(() => {
    const counts = new Array<number>(HAND + 1).fill(0);
    for (const seed of this.seeds) counts[seed.place]!++;
    return counts;
  });

  at(place: number): Seed[] {
    return this.seeds.filter((seed) => seed.place === place).sort((a, b) => a.slot - b.slot);
  }

  /** Moves seeds so that these counts hold, as few as possible. Returns those that moved. */
  settle(counts: number[]): Seed[] {
    const whole = counts.map(Math.floor);
    const wanted = whole.reduce((sum, count) => sum + count, 0);
    if (this.seeds.length !== wanted) return this.#begin(whole, wanted);
    const spare = [...this.at(HAND)];
    whole.forEach((count, place) => spare.push(...this.at(place).slice(count)));
    const moved = [...spare];
    whole.forEach((count, place) => {
      let slot = this.at(place).filter((seed) => !spare.includes(seed)).length;
      while (slot < count) {
        const seed = spare.shift()!;
        seed.place = place;
        seed.slot = slot++;
      }
    });
    return moved;
  }

  #begin(counts: number[], total: number): Seed[] {
    const seeds = Array.from({ length: total }, (_, id) => new Seed(id));
    let next = 0;
    counts.forEach((count, place) => {
      for (let slot = 0; slot < count; slot++) Object.assign(seeds[next++]!, { place, slot });
    });
    this.seeds = seeds;
    return [];
  }

  lift(pit: number): Seed[] {
    this.handOver = pit;
    const taken = this.at(pit);
    taken.forEach((seed, slot) => Object.assign(seed, { place: HAND, slot }));
    return taken;
  }

  /** The hand goes to a pit and drops a seed there; all that was in the hand has moved. */
  sow(pit: number): Seed[] {
    this.handOver = pit;
    const hand = this.at(HAND);
    const falling = hand.at(-1);
    if (falling) Object.assign(falling, { place: pit, slot: this.at(pit).length });
    return hand;
  }

  /** Seeds of a pit go to a store. */
  store(pit: number, side: number, count: number): Seed[] {
    const taken = this.at(pit).slice(-count);
    let slot = this.at(SOUTH_STORE + side).length;
    for (const seed of taken) Object.assign(seed, { place: SOUTH_STORE + side, slot: slot++ });
    return taken;
  }
}
