// How one began a game the last time, so that the next begins with one touch.

import type { Company } from './CompanyChoice.svelte';
import type { ClockSetting } from '../model/clock';
import type { Options } from '../model/options';

export interface Remembered {
  company: Company;
  levels: number[];
  options: Options;
  starter: string;
  clock: ClockSetting | null;
  seriesLength: number;
  onlineClock: string | null; // of games by link, as servers write it
}

const key = (game: string): string => `ludoteca.setup.${game}`;

function isLevel(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 11;
}

function isOptions(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
}

function isClock(value: unknown): value is ClockSetting | null {
  if (value === null) return true;
  const { baseMs, incrementMs } = value as Partial<ClockSetting>;
  return Number.isFinite(baseMs) && Number.isFinite(incrementMs);
}

/** What fits of anything that was kept. */
export function readRemembered(text: string | null): Partial<Remembered> {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Remembered> | null;
    if (typeof found !== 'object' || found === null) return {};
    const { company, levels, options, starter, clock, seriesLength, onlineClock } = found;
    return {
      ...(['computer', 'person', 'watch', 'mixed', 'friend'].includes(company as string) ? { company } : {}),
      ...(Array.isArray(levels) && levels.length === 2 && levels.every(isLevel) ? { levels } : {}),
      ...(isOptions(options) ? { options } : {}),
      ...(typeof starter === 'string' ? { starter } : {}),
      ...(clock !== undefined && isClock(clock) ? { clock } : {}),
      ...([0, 3, 5, 7].includes(seriesLength as number) ? { seriesLength } : {}),
      ...(onlineClock === null || typeof onlineClock === 'string' ? { onlineClock } : {}),
    };
  } catch {
    return {};
  }
}

export function recall(game: string): Partial<Remembered> {
  try {
    return readRemembered(localStorage.getItem(key(game)));
  } catch {
    return {}; // storage is forbidden
  }
}

export function remember(game: string, choice: Remembered): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(choice));
  } catch {
    // Storage is full or forbidden: the next game begins as usual.
  }
}
