// The options of a game, and its name, which follows from them.

import type { GameInfo } from '../engine/types';

/** Chosen values by key; a key that is missing is as usual. */
export type Options = Record<string, string>;

/** The option by which a game of several says how many play. */
export const PLAYERS = 'players';

/** 'pylos:variant=child'; what is as usual is not named. */
export function gameText(name: string, options: Options): string {
  const parts = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return parts.length > 0 ? `${name}:${parts.join(',')}` : name;
}

/** Chooses a value; the usual one is left out again. */
export function choose(info: GameInfo, options: Options, key: string, value: string | null): Options {
  const { [key]: _, ...rest } = options;
  const usual = info.options.find((option) => option.key === key)?.usual ?? null;
  return value === null || value === usual ? rest : { ...rest, [key]: value };
}
