// A clock for each seat: base time and an increment after each turn. Times are milliseconds; `now` is
// handed in, so that clocks can be tested and paused while the page is closed.

export interface ClockSetting {
  baseMs: number;
  incrementMs: number;
}

export interface ClockState {
  setting: ClockSetting;
  left: number[]; // for each seat, when the clock was last stopped
  running: number | null; // seat
  since: number; // when it was started
}

export function newClock(setting: ClockSetting, seats: number): ClockState {
  return { setting, left: Array<number>(seats).fill(setting.baseMs), running: null, since: 0 };
}

export function leftOf(clock: ClockState, seat: number, now: number): number {
  const spent = clock.running === seat ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, (clock.left[seat] ?? 0) - spent);
}

/** Stops whatever runs; the time spent is gone. */
export function stopClock(clock: ClockState, now: number): ClockState {
  const left = clock.left.map((_, seat) => leftOf(clock, seat, now));
  return { ...clock, left, running: null, since: 0 };
}

/** Starts a seat's clock, unless it runs already. */
export function startClock(clock: ClockState, seat: number, now: number): ClockState {
  if (clock.running === seat) return clock;
  return { ...stopClock(clock, now), running: seat, since: now };
}

/** The seat has moved: its clock stops and gains the increment. */
export function pressClock(clock: ClockState, seat: number, now: number): ClockState {
  const stopped = stopClock(clock, now);
  const left = stopped.left.map((ms, i) => (i === seat ? ms + clock.setting.incrementMs : ms));
  return { ...stopped, left };
}

/** 4:05, 1:00:00, and below ten seconds 9.3. */
export function formatClock(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const total = Math.ceil(ms / 1000);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}
