// How far the reader has come in each lesson, kept in the browser.

import { gameNames } from '../lib/games';
import type { Tier } from './course';

const KEY = 'ludoteca.lessons';
const FURTHER = 'further/'; // before the ids of second lessons
type Progress = Record<string, string[]>; // ids of the steps that were done

export function readProgress(text: string | null): Progress {
  const progress: Progress = Object.fromEntries(gameNames.map((game) => [game, []]));
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return progress;
  }
  for (const game of gameNames) {
    const ids = (found as Partial<Progress> | null)?.[game];
    if (Array.isArray(ids)) progress[game] = ids.filter((id) => typeof id === 'string').slice(0, 50);
  }
  return progress;
}

function load(): Progress {
  try {
    return readProgress(localStorage.getItem(KEY));
  } catch {
    return readProgress(null);
  }
}

const progress: Progress = $state(load());

/** The steps of a game's first or second lesson that were done. */
export function doneSteps(game: string, tier: Tier): string[] {
  const [further, first] = [[], []] as [string[], string[]];
  for (const id of progress[game] ?? [])
    if (id.startsWith(FURTHER)) further.push(id.slice(FURTHER.length));
    else first.push(id);
  return tier === 'further' ? further : first;
}

export function markDone(game: string, tier: Tier, id: string): void {
  if (doneSteps(game, tier).includes(id)) return;
  progress[game] = [...(progress[game] ?? []), tier === 'further' ? FURTHER + id : id];
  keep();
}

export function forget(game: string): void {
  progress[game] = [];
  keep();
}

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify($state.snapshot(progress)));
  } catch {
    // Full or forbidden: it holds until the page is closed.
  }
}
