import { describe, expect, it } from 'vitest';
import type { StoryEvent } from '../../engine/types';
import { ghostsOf } from './ghosts';
import { heap } from './heaps';
import { HAND, owareLayout, SOUTH_STORE } from './layout';
import { SeedBoard } from './seeds.svelte';

describe('layout', () => {
  it.each([false, true])('puts each player below or above, stores at their right (compact: %s)', (isCompact) => {
    for (const bottom of [0, 1]) {
      const { places } = owareLayout(isCompact, bottom);
      const own = places.slice(bottom * 6, bottom * 6 + 6);
      const other = places.slice((1 - bottom) * 6, (1 - bottom) * 6 + 6);
      own.forEach((pit, i) => {
        expect(pit.y).toBeGreaterThan(other[i]!.y);
        if (i > 0) expect(pit.x).toBeGreaterThan(own[i - 1]!.x);
      });
      expect(other[0]!.x).toBe(own[5]!.x); // 'a' faces F
      expect(places[SOUTH_STORE + bottom]!.x).toBeGreaterThan(places[SOUTH_STORE + 1 - bottom]!.x);
    }
  });
  it('leaves pits of 44 px on a screen of 320', () => {
    const { places, width } = owareLayout(true, 0);
    for (const pit of places.slice(0, 12)) expect(((pit.rx + 3) * 2 * 304) / width).toBeGreaterThanOrEqual(44);
  });
});

describe('heaps', () => {
  const { places, seed } = owareLayout(false, 0);
  it('keeps every seed where it lay when more come', () => {
    const few = heap(3, places[3]!, seed, 4)
      .slice(0, 4)
      .map((slot) => ({ ...slot }));
    expect(heap(3, places[3]!, seed, 30).slice(0, 4)).toEqual(few);
  });
  it('stays within the hollow, and spreads the first seeds', () => {
    for (let place = 0; place < 14; place++) {
      const hollow = places[place]!;
      const slots = heap(place, hollow, seed, 48).slice(0, 48);
      for (const { x, y, layer } of slots) {
        expect((x / hollow.rx) ** 2 + ((y + layer * 3.5) / hollow.ry) ** 2).toBeLessThan(1);
      }
      const first = slots.filter((slot) => slot.layer === 0);
      expect(first.length).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('seeds', () => {
  const START = [...Array<number>(12).fill(4), 0, 0];

  it('sows seed by seed and captures', () => {
    const board = new SeedBoard();
    board.settle(START);
    const lifted = board.lift(2).map((seed) => seed.id);
    expect(lifted).toHaveLength(4);
    expect(board.counts[HAND]).toBe(4);
    for (const pit of [3, 4, 5, 6]) board.sow(pit);
    expect(board.counts).toEqual([4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4, 0, 0, 0]);
    board.store(6, 0, 5);
    expect(board.counts[SOUTH_STORE]).toBe(5);
    expect(board.counts[6]).toBe(0);
    expect(new Set(board.seeds.map((seed) => `${seed.place}/${seed.slot}`)).size).toBe(48);
  });
  it('moves no more seeds than it must', () => {
    const board = new SeedBoard();
    board.settle(START);
    const next = [...START];
    next[0] = 2;
    next[12] = 2;
    const moved = board.settle(next);
    expect(moved).toHaveLength(2);
    expect(moved.every((seed) => seed.place === SOUTH_STORE)).toBe(true);
    expect(board.settle(next)).toEqual([]);
  });
  it('takes boards with other numbers of seeds, and halves', () => {
    const board = new SeedBoard();
    board.settle(START);
    board.settle([1, ...Array<number>(11).fill(0), 23.5, 23.5]);
    expect(board.seeds).toHaveLength(47);
    expect(board.counts.slice(12, 14)).toEqual([23, 23]);
  });
});

it('tells what a move would do from its events alone', () => {
  const events: StoryEvent[] = [
    { kind: 'lift', cell: 'F', count: 2, side: 0 },
    { kind: 'sow', cell: 'a', count: 1, side: 0 },
    { kind: 'sow', cell: 'b', count: 1, side: 0 },
    { kind: 'capture', cell: 'b', count: 2, side: 0 },
  ];
  const ghosts = ghostsOf(events, [0, 1, 0, 0, 0, 2, 3, 1, 2, 4, 0, 0]);
  expect(ghosts.lifted).toBe(5);
  expect(ghosts.counts).toEqual([null, null, null, null, null, 0, 4, 2, null, null, null, null]);
  expect(ghosts.captured[7]).toBe(2);
  expect(ghosts.gains).toEqual([2, 0]);
});
