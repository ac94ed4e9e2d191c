import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from './identity';
import { recallGames } from './recent';
import { createOnline, joinOnline, openSeat } from './seating';
import { Shelf } from './shelf';
import type { OnlinePlan } from './wish';

const real = globalThis.fetch;
const identity = { key: makeKey(), name: 'Ana' };
let count = 0;
let shelf: Shelf;
let asked: { path: string; token: string | null; body: unknown }[] = [];
let answer: (path: string) => [number, unknown] = () => [500, {}];

beforeEach(() => {
  asked = [];
  shelf = new Shelf(`seating-${++count}`);
  Object.defineProperty(globalThis, 'document', { value: { baseURI: 'https://a.b/' }, configurable: true });
  globalThis.fetch = (url, init) => {
    const path = new URL(String(url)).pathname.replace('/api/v1/', '');
    const token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? null;
    asked.push({ path, token, body: JSON.parse(String(init?.body ?? 'null')) });
    const [status, body] = answer(path);
    return Promise.resolve(Response.json(body, { status }));
  };
});
afterEach(() => {
  globalThis.fetch = real;
  Reflect.deleteProperty(globalThis, 'document');
});

const plan: OnlinePlan = {
  game: 'oware',
  players: [
    { kind: 'person', name: 'Ana', level: 1 },
    { kind: 'person', name: '', level: 1 },
  ],
  starter: 'other',
  clock: { kind: 'none' },
  isPublic: false,
  sharesDice: true,
  seriesLength: 0,
};
const seats = [
  { seat: 1, player: 1, kind: 'person', token: 'theirs' },
  { seat: 2, player: 2, kind: 'person', token: 'mine' },
];

describe('a seat', () => {
  it('of a game that one creates is one’s own; the others are to be handed on', async () => {
    answer = (path) => (path === 'play' ? [201, { id: 'x', seats }] : [200, {}]);
    expect(await createOnline(plan, identity, shelf)).toEqual({ id: 'x' });
    expect(await shelf.tokensOf('x')).toEqual(['mine']);
    expect(await shelf.invitesTo('x')).toEqual([{ player: 1, token: 'theirs' }]);
    expect(asked[1]).toEqual({ path: 'play/x/sit', token: 'mine', body: { name: 'Ana', key: identity.key } });
  });

  it('is kept even if the server does not hear whose it is', async () => {
    answer = (path) => (path === 'play' ? [201, { id: 'x', seats }] : [503, {}]);
    expect(await createOnline(plan, identity, shelf)).toEqual({ id: 'x' });
    expect(await shelf.tokensOf('x')).toEqual(['mine']);
  });

  it('of a game that was refused there is none', async () => {
    const problem = { status: 400, detail: 'no' };
    answer = () => [400, problem];
    expect(await createOnline(plan, identity, shelf)).toMatchObject({ status: 400, problem });
  });

  it('that was open is taken', async () => {
    const open = [{ ...seats[0], token: null }, seats[1]];
    answer = () => [201, { id: 'x', seats: open }];
    expect(await joinOnline('x', { ...identity, name: '' }, shelf)).toEqual({ id: 'x' });
    expect(asked[0]).toEqual({ path: 'play/x/join', token: null, body: { name: null, key: identity.key } });
    expect(await shelf.tokensOf('x')).toEqual(['mine']);
    answer = () => [409, { status: 409, key: 'That seat is taken.' }];
    expect(await joinOnline('y', identity, shelf)).toMatchObject({ status: 409 });
    expect(await shelf.tokensOf('y')).toEqual([]);
  });

  it('is shown on the first page', async () => {
    const named = seats.map((seat) => ({ ...seat, name: seat.player === 1 ? 'Luis' : 'Ana' }));
    const game = { id: 'x', game: 'oware', phase: 'playing', clock: null, position: null, seat: 2, seats: named };
    answer = () => [200, { ...game, you: { player: 2, seat: 2 } }];
    await openSeat({ id: 'x', token: 'given' }, identity, shelf);
    expect(recallGames()).toMatchObject([{ id: 'x', href: '#/online/x', players: 'contra Luis', isUrgent: true }]);
  });

  it('comes with its link', async () => {
    answer = () => [200, {}];
    await openSeat({ id: 'x', token: 'given' }, identity, shelf);
    expect(await shelf.tokensOf('x')).toEqual(['given']);
    expect(asked[0]).toMatchObject({ path: 'play/x/sit', token: 'given' });
  });
});
