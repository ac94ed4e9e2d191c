import { expect, it } from 'vitest';
import { formatClock, leftOf, newClock, pressClock, startClock, stopClock } from './clock';

const setting = { baseMs: 60_000, incrementMs: 2_000 };

it('runs for one seat at a time', () => {
  const clock = startClock(newClock(setting, 2), 0, 1000);
  expect(leftOf(clock, 0, 11_000)).toBe(50_000);
  expect(leftOf(clock, 1, 11_000)).toBe(60_000);
  const other = startClock(clock, 1, 11_000);
  expect(leftOf(other, 0, 20_000)).toBe(50_000);
  expect(leftOf(other, 1, 20_000)).toBe(51_000);
});

it('adds the increment to whoever has moved', () => {
  const clock = pressClock(startClock(newClock(setting, 2), 0, 0), 0, 5_000);
  expect(clock.left).toEqual([57_000, 60_000]);
  expect(clock.running).toBeNull();
});

it('does not run while stopped, and starting twice changes nothing', () => {
  const running = startClock(newClock(setting, 2), 0, 0);
  expect(startClock(running, 0, 3_000)).toBe(running);
  const stopped = stopClock(running, 10_000);
  expect(leftOf(stopped, 0, 9_999_999)).toBe(50_000);
});

it('never falls below nothing', () => {
  expect(leftOf(startClock(newClock(setting, 2), 1, 0), 1, 1_000_000)).toBe(0);
});

it('is written as people read it', () => {
  expect(formatClock(245_000)).toBe('4:05');
  expect(formatClock(3_600_000)).toBe('1:00:00');
  expect(formatClock(9_340)).toBe('9.3');
  expect(formatClock(59_001)).toBe('1:00');
  expect(formatClock(0)).toBe('0.0');
});
