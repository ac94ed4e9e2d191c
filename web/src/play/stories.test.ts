import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Played } from '../engine/types';
import { settings } from '../lib/settings.svelte';
import { Stories } from './stories.svelte';

const played = { move: 'C', seat: 0, events: [], notices: [] } as unknown as Played;

beforeEach(() => {
  settings.motion = 'full';
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** Whether a promise has been kept by now. */
async function isKept(promise: Promise<void>): Promise<boolean> {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(0);
  return isDone;
}

it('waits for the end of this story, not of another', async () => {
  const stories = new Stories();
  stories.tell(played);
  stories.tell(played);
  const waiting = stories.wait();
  stories.end(1);
  expect(await isKept(waiting)).toBe(false);
  stories.end(2);
  expect(await isKept(waiting)).toBe(true);
});

it('does not wait for ever', async () => {
  const stories = new Stories();
  stories.tell(played);
  const waiting = stories.wait();
  await vi.advanceTimersByTimeAsync(7000);
  expect(await isKept(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await isKept(waiting)).toBe(true);
});

it('can be cut short', async () => {
  const stories = new Stories();
  stories.tell(played);
  const waiting = stories.wait();
  stories.cut();
  expect(await isKept(waiting)).toBe(true);
});

it('does not wait where nothing is told or nothing moves', async () => {
  const stories = new Stories();
  expect(await isKept(stories.wait())).toBe(true);
  stories.tell(played);
  settings.motion = 'off';
  expect(await isKept(stories.wait())).toBe(true);
});
