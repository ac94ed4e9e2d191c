// What this device owes to the dice of a game: its commitment first, and its secret once everybody is committed.

import { commitmentOf, makeSecret, partName, printSecret, readSecret, termsText } from './draws';
import type { OnlineGame } from './fold';

export const newSecret = (): string => printSecret(makeSecret());

/** What is to be said next; null for nothing. */
export function diceDuty(
  game: OnlineGame,
  player: number,
  secretText: string,
): { commitment: string } | { secret: string } | null {
  if (game.phase !== 'dice' || !game.dice) return null;
  const { parts } = game.dice;
  const own = parts.find((part) => part.player === player);
  const secret = readSecret(secretText);
  if (!secret || own?.secret) return null;
  const kinds = game.players.map(({ kind }) => kind);
  const terms = termsText({ ...game, kinds, by: game.dice.by });
  const commitment = printSecret(commitmentOf(secret, terms, partName(player)));
  if (!own?.commitment) return { commitment };
  const people = game.players.filter(({ kind }) => kind !== 'computer').length;
  const isReady = parts.filter((part) => part.commitment !== null).length === people;
  // Another device of the same player may have committed: then it is that one's to reveal.
  return isReady && own.commitment === commitment ? { secret: secretText } : null;
}
