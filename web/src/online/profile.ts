// What a server knows of a person who has a key, because they told it: a name and settings, which go along to other
// devices, and how they want to be told of their games.

import { language } from '../i18n/index.svelte';
import { fitsSchema, type Schema } from '../lib/schema';
import { settings, settingsText } from '../lib/settings.svelte';
import { ask, ownGamesIn, sitDown, type OwnGame } from './api';
import type { Reply } from './client';

export interface Profile {
  name: string | null;
  language: string | null;
  mail: string | null;
  confirmed: boolean; // whoever reads the mails said so
  pushes: number; // browsers that are told
  settings: string | null; // of the page
}

export interface Mine {
  games: OwnGame[];
  profile: Profile;
}

/** A browser's way to be told (Web Push). */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What is left out stays as it is, null forgets it. */
export interface ProfileChange {
  name?: string | null;
  language?: string | null;
  mail?: string | null;
  push?: PushAddress | false;
  settings?: string | null;
}

const textOrNull: Schema = { type: ['string', 'null'] };
const profile: Schema = {
  type: 'object',
  properties: {
    name: textOrNull,
    language: textOrNull,
    mail: textOrNull,
    confirmed: { type: 'boolean' },
    pushes: { type: 'integer' },
    settings: textOrNull,
  },
  required: ['name', 'mail', 'confirmed', 'pushes', 'settings'],
};

function readMine({ status, answer }: Reply): Mine | null {
  const found = answer as { games?: unknown; profile?: unknown } | null;
  if (status !== 200 || !fitsSchema(profile, found?.profile)) return null;
  return { games: ownGamesIn(found?.games), profile: found?.profile as Profile };
}

/** A person's games and profile; null if the server does not tell. */
export async function lookUp(key: string): Promise<Mine | null> {
  return readMine(await ask('mine', { token: key, body: {} }));
}

/** Tells the server; null if it did not hear. */
export async function changeProfile(key: string, change: ProfileChange): Promise<Mine | null> {
  return readMine(await ask('mine/profile', { token: key, body: change }));
}

/** What shall go along to other devices, as it is here and now. */
export function keepProfile(key: string): Promise<Mine | null> {
  return changeProfile(key, { name: settings.name || null, language: language(), settings: settingsText() });
}

/** A person becomes another: their seats are the other's from now on. */
export async function handOver(games: OwnGame[], from: string, to: string): Promise<void> {
  const lasting = games.filter(({ game }) => game.phase !== 'over');
  await Promise.all(lasting.map(({ game }) => sitDown(game.id, from, settings.name || null, to)));
}

/** From the link of a mail: mails are wanted, or not any more. */
export function confirmMail(person: string, code: string, wants: boolean): Promise<Reply> {
  return ask('mine/confirm', { body: { person, code, mail: wants } });
}
