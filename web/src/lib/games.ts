import type { GameName } from '../engine/types';

export const gameNames: readonly GameName[] = ['oware', 'pylos', 'six', 'dados'];

/** The game that a line, a situation or an example is of; its options stand behind a colon. */
export function gameOf(line: { game: string }): GameName {
  const name = line.game.split(':')[0] as GameName;
  return gameNames.includes(name) ? name : 'oware';
}
