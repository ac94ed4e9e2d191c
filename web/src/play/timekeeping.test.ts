import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newClock } from '../model/clock';
import { testRules } from '../test/engine';
import { savedGame } from '../test/saved';
import { GameTable } from './table.svelte';
import { Timekeeping } from './timekeeping';

const setting = { baseMs: 60_000, incrementMs: 2000 };

async function tableWith(clock = true): Promise<{ table: GameTable; clocks: Timekeeping }> {
  const saved = savedGame(clock ? { clockSetting: setting, clock: newClock(setting, 2) } : {});
  const table = new GameTable(testRules, saved, await testRules.situation(saved.line));
  return { table, clocks: new Timekeeping(table) };
}

beforeEach(() => void vi.useFakeTimers({ now: 1000, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('runs, is pressed by moves that end a turn, and stops', async () => {
  const { table, clocks } = await tableWith();
  clocks.start(1);
  vi.setSystemTime(11_000);
  const now = table.situation;
  const next = { ...now, turn: 0 };
  expect(clocks.afterPly({ seat: 1, kind: 'roll' }, next)).toMatchObject({ running: 1, left: [60_000, 60_000] });
  expect(clocks.afterPly({ seat: 1, kind: 'move' }, now)).toMatchObject({ running: 1, left: [60_000, 60_000] });
  expect(clocks.afterPly({ seat: 1, kind: 'move' }, next)).toMatchObject({ running: null, left: [60_000, 52_000] });
  clocks.stop();
  expect(table.saved.clock).toMatchObject({ running: null, left: [60_000, 50_000] });
});

it('writes down what was used, and runs on', async () => {
  const { table, clocks } = await tableWith();
  clocks.writeDown();
  expect(table.saved.clock).toMatchObject({ running: null, left: [60_000, 60_000] });
  clocks.start(1);
  vi.setSystemTime(6000);
  clocks.writeDown();
  expect(table.saved.clock).toMatchObject({ running: 1, since: 6000, left: [60_000, 55_000] });
});

it('says whose time has run out', async () => {
  const { clocks } = await tableWith();
  expect(clocks.outOfTime(1e9)).toBeNull();
  clocks.start(1);
  expect(clocks.outOfTime(60_999)).toBeNull();
  expect(clocks.outOfTime(61_000)).toBe(1);
});

it('has nothing to do in a game without clocks', async () => {
  const { table, clocks } = await tableWith(false);
  const { saved } = table;
  clocks.start(1);
  clocks.writeDown();
  clocks.stop();
  expect(table.saved).toBe(saved);
  expect([
    clocks.stopped(),
    clocks.afterPly({ seat: 1, kind: 'move' }, table.situation),
    clocks.outOfTime(1e9),
  ]).toEqual([null, null, null]);
});
