// Being told that it is one's turn while the page is closed: by this browser (Web Push), or by mail. Nothing is asked of
// the reader but on a press.

import { language } from '../i18n/index.svelte';
import { online } from '../i18n/online';
import { fromBase64 } from '../lib/base64';
import { note } from '../lib/say.svelte';
import { listGames } from './api';
import { ownKey } from './identity';
import { changeProfile, type PushAddress } from './profile';
import { Shelf } from './shelf';
import type { OnlineClock } from './wish';

/** Of this browser: it can't, it may not, it does not tell, it does. */
export type PushState = 'impossible' | 'forbidden' | 'off' | 'on';

const OFFERED = 'ludoteca.notices';

export function canPush(): boolean {
  return 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator;
}

async function pushes(): Promise<PushManager | null> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}

async function subscription(): Promise<PushSubscription | null> {
  return canPush() ? ((await (await pushes())?.getSubscription()) ?? null) : null;
}

export async function pushState(): Promise<PushState> {
  if (!canPush()) return 'impossible';
  if (Notification.permission === 'denied') return 'forbidden';
  return (await subscription()) ? 'on' : 'off';
}

/** What a server needs to reach a browser; null if the browser does not say. */
export function addressOf({ endpoint, keys }: PushSubscriptionJSON): PushAddress | null {
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null;
}

async function subscribe(pushKey: string, key: string): Promise<boolean> {
  const manager = await pushes();
  if (!manager) return false;
  await (await manager.getSubscription())?.unsubscribe(); // it may be for a key that the server no longer has
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(pushKey) });
  const push = addressOf(made.toJSON());
  if (push && (await changeProfile(key, { language: language(), push }))) return true;
  await made.unsubscribe();
  return false;
}

/** On a press: the browser asks its reader, and the server is told. */
export async function beginPush(pushKey: string, key: string): Promise<PushState | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  try {
    return (await subscribe(pushKey, key)) ? 'on' : 'failed';
  } catch {
    return 'failed'; // the browser's own service can't be reached
  }
}

/** The server learns of it when it next tries. */
export async function endPush(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** The reader is another person from now on: this browser tells them. */
export async function movePush(key: string): Promise<void> {
  const found = await subscription();
  const push = found && addressOf(found.toJSON());
  if (push) await changeProfile(key, { push });
}

/** How it went, in words; '' if the reader changed their mind. */
export function pushWords(state: PushState | 'failed'): string {
  return state === 'off' ? '' : online().notices[state];
}

function isOffered(): boolean {
  try {
    const was = localStorage.getItem(OFFERED) !== null;
    localStorage.setItem(OFFERED, 'yes');
    return was;
  } catch {
    return true; // storage is forbidden: then rather never than every time
  }
}

async function accept(pushKey: string): Promise<void> {
  const state = await beginPush(pushKey, await ownKey(new Shelf()));
  const words = pushWords(state);
  if (words) note(words, state === 'on' ? 'info' : 'error');
}

/** After coming to a game, however one came: offered once, and not where clocks keep everybody at the board. */
export async function offerNotices({ kind }: OnlineClock): Promise<void> {
  if (kind === 'live') return;
  const listing = await listGames();
  const state = await pushState();
  const { pushKey = null, hasMail = false } = listing ?? {};
  const canTell = pushKey !== null && state === 'off';
  if ((!canTell && !hasMail) || state === 'on' || isOffered()) return;
  if (canTell) note(online().notices.offer, 'info', { label: online().notices.begin, run: () => void accept(pushKey) });
  else note(online().notices.offerMail);
}
