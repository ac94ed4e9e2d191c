import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask, canPlayOnline, createGame, joinGame, listGames, listMine } from './api';
import { recallReach, rememberReach } from './reach';
import { socketAddress } from './world';

const real = globalThis.fetch;
let asked: { url: string; init: RequestInit }[] = [];
let answer: () => Response = () => new Response();

beforeEach(() => {
  asked = [];
  Object.defineProperty(globalThis, 'document', {
    value: { baseURI: 'https://example.org/games/' },
    configurable: true,
  });
  globalThis.fetch = (url, init) => {
    asked.push({ url: String(url), init: init ?? {} });
    return Promise.resolve().then(() => answer());
  };
});
afterEach(() => {
  globalThis.fetch = real;
  Reflect.deleteProperty(globalThis, 'document');
});

const json = (status: number, body: unknown): (() => Response) => {
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
};

describe('asking', () => {
  it('sends the token as a header, never in the address', async () => {
    answer = json(200, { version: 1 });
    expect(await ask('play/x', { token: 'secret' })).toEqual({ status: 200, answer: { version: 1 }, problem: null });
    expect(asked[0]!.url).toBe('https://example.org/games/api/v1/play/x');
    expect(asked[0]!.init).toMatchObject({ method: 'GET', headers: { Authorization: 'Bearer secret' } });
  });

  it('sends bodies as JSON', async () => {
    answer = json(201, { token: 't' });
    await joinGame('x', 'Ana', 'key');
    expect(asked[0]!.init).toMatchObject({ method: 'POST', body: '{"name":"Ana","key":"key"}' });
  });

  it('has problems, and no answer where nobody is', async () => {
    const problem = { type: 'x', title: 'y', status: 409, detail: 'z' };
    answer = json(409, problem);
    expect(await ask('play/x')).toEqual({ status: 409, answer: null, problem });
    answer = () => {
      throw new TypeError('no network');
    };
    expect(await ask('play/x')).toMatchObject({ status: 0 });
  });

  it('does not take a page for an answer', async () => {
    answer = () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } });
    expect(await listGames()).toBeNull();
  });
});

describe('lists', () => {
  const game = {
    id: 'a',
    game: 'oware',
    phase: 'open',
    clock: null,
    seats: [{ seat: 1, player: 1, kind: 'open', name: null }],
  };

  it('have the games that can be read', async () => {
    answer = json(200, { version: 1, open: [game, { id: 7 }], playing: 'none' });
    expect(await listGames()).toEqual({ open: [game], playing: [], pushKey: null, hasMail: false });
    answer = json(200, { version: 1, games: [{ player: 2, game }, { player: 1 }] });
    expect(await listMine('key')).toEqual([{ player: 2, game }]);
    expect(asked[1]!.init).toMatchObject({ method: 'POST', headers: { Authorization: 'Bearer key' } });
  });
});

describe('whether there is online play', () => {
  it('is asked once, and again if nobody answered; meanwhile the last answer holds', async () => {
    const silent = (): Response => {
      throw new TypeError('no network');
    };
    rememberReach(true);
    answer = silent;
    expect(await canPlayOnline()).toBe(true);
    rememberReach(false);
    expect(await canPlayOnline()).toBe(false);
    answer = json(200, { version: 1, open: [], playing: [], push_key: 'abc', mail: true });
    expect(await canPlayOnline()).toBe(true);
    expect(recallReach()).toBe(true);
    const count = asked.length;
    expect(await canPlayOnline()).toBe(true);
    expect(asked.length).toBe(count);
    expect(await listGames()).toMatchObject({ pushKey: 'abc', hasMail: true });
  });

  it('is not asked of a plain web server', async () => {
    Object.assign(globalThis, { isSecureContext: true, crossOriginIsolated: false });
    expect(await listGames()).toBeNull();
    expect(asked).toEqual([]);
    Reflect.deleteProperty(globalThis, 'isSecureContext');
    Reflect.deleteProperty(globalThis, 'crossOriginIsolated');
  });
});

describe('creating', () => {
  const wish = { game: 'oware', seats: ['person', 'person'], names: [null, null], clock: null };

  it('answers with the tokens, or why not', async () => {
    const made = { version: 1, id: 'a', seats: [{ seat: 1, player: 1, token: 't' }] };
    answer = json(201, made);
    expect(await createGame(wish)).toEqual(made);
    expect(asked[0]!.init.body).toBe(JSON.stringify(wish));
    answer = json(400, { status: 400, detail: 'no such game' });
    expect(await createGame(wish)).toMatchObject({ status: 400 });
  });
});

describe('the address of the socket', () => {
  it('is beside the page, and as safe as it', () => {
    expect(socketAddress('x', 'socket?after=3', 'https://a.b/c/index.html')).toBe(
      'wss://a.b/c/api/v1/play/x/socket?after=3',
    );
    expect(socketAddress('x', 'socket?after=0', 'http://[::1]:8080/')).toBe(
      'ws://[::1]:8080/api/v1/play/x/socket?after=0',
    );
  });
});
