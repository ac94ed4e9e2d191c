// The games that there are: those of the engine, which was asked when the page was built.

import { answer, spanish } from 'virtual:games';
import { readGames } from '../engine/answers';
import type { GameInfo } from '../engine/types';

export const games: readonly GameInfo[] = readGames(answer);
export const gameNames: readonly string[] = games.map(({ name }) => name);

/** What games, sides and things held are called in Spanish, by their English words. */
export const spanishWords: Readonly<Record<string, string>> = spanish;

export function isGame(name: string | undefined): name is string {
  return name !== undefined && gameNames.includes(name);
}

/** The game that a line, a situation or an example is of; its options stand behind a colon. */
export function gameOf(line: { game: string }): string {
  return line.game.split(':')[0]!;
}

/** What the engine tells of a game, which must be one of its own. */
export function infoOf(name: string): GameInfo {
  const info = games.find((game) => game.name === name);
  if (!info) throw new RangeError(`no such game: ${name}`);
  return info;
}
