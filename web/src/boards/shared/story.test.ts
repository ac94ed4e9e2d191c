import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceMs, StoryPlayer } from './story';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function story(player: StoryPlayer, count: number, ms: number) {
  const shown: number[] = [];
  const settle = vi.fn();
  player.play(
    Array.from({ length: count }, (_, i) => ({ ms, show: () => void shown.push(i) })),
    settle,
  );
  return { shown, settle };
}

it('keeps a step between 120 and 180 ms, and is faster with many', () => {
  for (let count = 1; count <= 12; count++) {
    expect(paceMs(count)).toBeGreaterThanOrEqual(120);
    expect(paceMs(count)).toBeLessThanOrEqual(180);
  }
  expect(paceMs(24)).toBe(60);
  expect(paceMs(100)).toBe(50);
});

it('shows step after step and settles once', () => {
  const player = new StoryPlayer();
  const { shown, settle } = story(player, 3, 100);
  expect(shown).toEqual([0]);
  vi.advanceTimersByTime(250);
  expect(shown).toEqual([0, 1, 2]);
  expect(settle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);
  expect(settle).toHaveBeenCalledOnce();
  player.finish();
  expect(settle).toHaveBeenCalledOnce();
  expect(player.isRunning).toBe(false);
});

it('finishes at once when cut short, and shows nothing afterwards', () => {
  const player = new StoryPlayer();
  const { shown, settle } = story(player, 5, 100);
  vi.advanceTimersByTime(110);
  player.finish();
  expect(settle).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([0, 1]);
});

it('settles the old story before a new one begins', () => {
  const player = new StoryPlayer();
  const first = story(player, 5, 100);
  story(player, 1, 100);
  expect(first.settle).toHaveBeenCalledOnce();
  expect(player.isRunning).toBe(true);
});
