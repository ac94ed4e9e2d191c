import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { online } from '../i18n/online';
import { notes } from '../lib/say.svelte';
import { makeKey } from './identity';
import { addressOf, beginPush, endPush, movePush, offerNotices, pushState } from './notices';

const keys = { p256dh: 'point', auth: 'secret' };
const profile = { name: null, language: null, mail: null, confirmed: false, pushes: 1, settings: null };
const real = globalThis.fetch;
const page = globalThis as unknown as Record<string, unknown>;
let bodies: unknown[] = [];
let status = 200;
let permission = 'default';
let current: { endpoint: string } | null = null;
let isReachable = true;

const made = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: () => Promise.resolve((current = null)),
});
const pushManager = {
  getSubscription: () => Promise.resolve(current),
  subscribe: () => {
    if (!isReachable) return Promise.reject(new Error('push service'));
    return Promise.resolve((current = made('https://push/1')));
  },
};
const put = (name: string, value: unknown): void =>
  void Object.defineProperty(page, name, { value, configurable: true });

beforeEach(() => {
  [bodies, status, permission, current, isReachable] = [[], 200, 'default', null, true];
  put('document', { baseURI: 'https://a.b/' });
  put('PushManager', class {});
  put('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => Promise.resolve(permission === 'default' ? (permission = 'granted') : permission),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: () => Promise.resolve({ pushManager }) },
    configurable: true,
  });
  globalThis.fetch = (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json({ version: 1, games: [], profile }, { status }));
  };
});
afterEach(() => {
  globalThis.fetch = real;
  for (const name of ['document', 'PushManager', 'Notification']) Reflect.deleteProperty(page, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('notices of this browser', () => {
  it('begin once its reader agrees, and the server knows where to', async () => {
    expect(await pushState()).toBe('off');
    expect(await beginPush('AAAA', makeKey())).toBe('on');
    expect(bodies).toEqual([{ language: 'es', push: { endpoint: 'https://push/1', ...keys } }]);
    expect(await pushState()).toBe('on');
    await endPush();
    expect(await pushState()).toBe('off');
  });

  it('do not begin without leave, without a service, or if the server did not hear', async () => {
    status = 503;
    expect(await beginPush('AAAA', makeKey())).toBe('failed');
    expect(await pushState()).toBe('off');
    isReachable = false;
    expect(await beginPush('AAAA', makeKey())).toBe('failed');
    permission = 'denied';
    expect(await beginPush('AAAA', makeKey())).toBe('forbidden');
    Reflect.deleteProperty(page, 'PushManager');
    expect(await pushState()).toBe('impossible');
    expect(bodies.length).toBe(1);
  });

  it('go with their reader, who has another key now', async () => {
    await movePush(makeKey());
    expect(bodies).toEqual([]);
    current = made('https://push/2');
    await movePush(makeKey());
    expect(bodies).toEqual([{ push: { endpoint: 'https://push/2', ...keys } }]);
  });

  it('are offered once, and not where a clock runs', async () => {
    const listing = { version: 1, open: [], playing: [], push_key: 'AAAA', mail: false };
    const store = new Map<string, string>();
    put('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    });
    globalThis.fetch = () => Promise.resolve(Response.json(listing));
    notes.length = 0;
    await offerNotices({ kind: 'live', baseMs: 1000, incrementMs: 0 });
    expect(notes).toEqual([]);
    await offerNotices({ kind: 'none' });
    expect(notes.map(({ action }) => action?.label)).toEqual([online().notices.begin]);
    await offerNotices({ kind: 'days', days: 3 });
    expect(notes).toHaveLength(1);
    notes.length = 0;
    Reflect.deleteProperty(page, 'localStorage');
  });

  it('need all that a browser tells', () => {
    expect(addressOf({ endpoint: 'x', keys })).toEqual({ endpoint: 'x', ...keys });
    for (const less of [{}, { endpoint: 'x' }, { endpoint: 'x', keys: { auth: 'a' } }])
      expect(addressOf(less)).toBeNull();
  });
});
