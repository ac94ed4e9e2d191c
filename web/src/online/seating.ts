// Coming to have a seat: by creating a game, by joining one, or by a link. Tokens are kept here, one's own to play
// with and those of others to be handed on; and the server is told whose the seat is, so that other devices of the
// same person find the game.

import { t } from '../i18n/index.svelte';
import { online } from '../i18n/online';
import { createGame, joinGame, readGame, sitDown, type Created } from './api';
import type { Problem, Reply } from './client';
import type { Identity } from './identity';
import { ownRow } from './lists';
import { rememberGame } from './recent';
import type { Shelf } from './shelf';
import { wishOf, type OnlinePlan } from './wish';

/** The game, or why there is none; status 0: nobody answered. */
export type Seated = { id: string } | { status: number; problem: Problem | null };

const isCreated = (made: Created | Reply): made is Created => 'seats' in made;

/** The first page has it from now on. */
function show(answer: unknown, player: number): void {
  const game = readGame(answer);
  if (game) rememberGame(ownRow({ player, game }, { t: t(), online: online() }, Date.now()));
}

/** Which player somebody is, by the answer to their request. */
function playerIn(answer: unknown): number {
  return (answer as { you?: { player?: number } } | null)?.you?.player ?? 0;
}

async function take(shelf: Shelf, id: string, token: string, { name, key }: Identity): Promise<void> {
  await shelf.keepToken(id, token);
  // If that fails the token still has the seat.
  const { answer } = await sitDown(id, token, name || null, key);
  show(answer, playerIn(answer));
}

export async function createOnline(plan: OnlinePlan, identity: Identity, shelf: Shelf): Promise<Seated> {
  const { wish, me } = wishOf(plan);
  const made = await createGame(wish);
  if (!isCreated(made)) return made;
  const tokens = made.seats.flatMap(({ player, token }) => (token ? [{ player, token }] : []));
  const own = tokens.find(({ player }) => player === me);
  await shelf.keepInvites(
    made.id,
    tokens.filter(({ player }) => player !== me),
  );
  if (own) await take(shelf, made.id, own.token, identity);
  return { id: made.id };
}

/** Takes an open seat of a game. */
export async function joinOnline(id: string, { name, key }: Identity, shelf: Shelf): Promise<Seated> {
  const joined = await joinGame(id, name || null, key);
  if (!isCreated(joined)) return joined;
  const token = joined.seats.find((seat) => seat.token)?.token;
  if (token) await shelf.keepToken(id, token);
  show(joined, playerIn(joined));
  return { id };
}

/** A seat's link was opened. */
export async function openSeat(link: { id: string; token: string }, identity: Identity, shelf: Shelf): Promise<void> {
  await take(shelf, link.id, link.token, identity);
}
