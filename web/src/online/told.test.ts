import { beforeEach, describe, expect, it, vi } from 'vitest';
import { numbered, type Bare } from '../test/online';
import { FakeServer } from '../test/online_server';
import { OnlineClient } from './client';
import { fold } from './fold';
import type { PendingMove } from './shelf';
import { Told, tooMany } from './told';

const ID = 'game000000000000';
const TOKEN = 'token-of-player-1';
const person = { kind: 'person' as const, name: null };
const created: Bare = { type: 'created', game: 'oware', players: [person, person], clock: null, dice: null };
const start: Bare = { type: 'start', players: [1, 2], starter: 1, position: '…' };
const move = (number: number, seat: number, word: string): Bare => ({
  type: 'move',
  number,
  seat,
  kind: 'move',
  move: word,
});
const events = numbered(created, start, move(1, 1, 'C'));
const longer = numbered(created, start, move(1, 1, 'C'), move(2, 2, 'c'));

let count = 0;
let told: Told;
beforeEach(() => (told = new Told(`told-${++count}`)));

describe('what this browser was told', () => {
  it('is kept for another day, with the seat of whoever had it', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    const later = new Told(`told-${count}`);
    expect(await later.recall(ID, TOKEN)).toEqual({ events, player: 1 });
    expect(await later.recall(ID, 'another')).toEqual({ events, player: null });
    expect(await later.recall(ID, null)).toEqual({ events, player: null });
    expect(await later.recall('another', TOKEN)).toBeNull();
  });
  it('is nothing if anything is missing, or strange', async () => {
    await told.keep(ID, TOKEN, { events: events.slice(1), player: 1 });
    expect(await told.recall(ID, TOKEN)).toBeNull();
    await told.keep(ID, TOKEN, { events, player: 1 });
    await told.keep(ID, TOKEN, { events: [...events, { event: 4, type: 'strange', at: 1 } as never], player: 1 });
    expect(await told.recall(ID, TOKEN)).toBeNull();
  });
  it('is forgotten when asked to', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    await told.keep('another', null, { events, player: null });
    await told.forget(ID);
    expect(await told.recall(ID, TOKEN)).toBeNull();
    await told.removeAll();
    expect(await told.recall('another', null)).toBeNull();
  });
  it('leaves out the oldest: of one’s own, and of those that were watched', async () => {
    const at = (mark: string) => (_: unknown, i: number) => ({ id: `${mark}${i}`, at: i, mark });
    const own = Array.from({ length: 42 }, at('own'));
    const watched = Array.from({ length: 11 }, at(''));
    expect(tooMany([...watched, ...own])).toEqual(['own1', 'own0', '0']);
    for (let i = 0; i < 12; i++) await told.keep(`watched${i}`, null, { events, player: null });
    const kept = await Promise.all(Array.from({ length: 12 }, (_, i) => told.recall(`watched${i}`, null)));
    expect(kept.filter((one) => one !== null)).toHaveLength(10);
  });
  it('is nothing where there is no database', async () => {
    const { indexedDB } = globalThis;
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const none = new Told('none');
    await none.keep(ID, TOKEN, { events, player: 1 });
    expect(await none.recall(ID, TOKEN)).toBeNull();
    await none.removeAll();
    globalThis.indexedDB = indexedDB;
  });
});

/** Comes to a game with what was kept. */
function come(server: FakeServer, pending: PendingMove[] = []): OnlineClient {
  const shelf = {
    pendingMoves: () => Promise.resolve(pending),
    keepPending: (_: string, moves: PendingMove[]) => Promise.resolve(void (pending = moves)),
    takeSecret: (_: string, made: string) => Promise.resolve(made),
  };
  const client = new OnlineClient({ id: ID, token: TOKEN, world: server.world(), shelf, told });
  void client.start();
  return client;
}

const newServer = (all = events): FakeServer => new FakeServer([...all], new Map([[TOKEN, 1]]));
/** Databases take their time. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function settle(server: FakeServer): Promise<void> {
  await rest();
  // What is kept may take longer to be read than a rest: then the client has not even called yet.
  await vi.waitFor(() => expect(!server.isUp || server.afters.length > 0).toBe(true), { timeout: 10_000 });
  await server.settle();
  await rest();
}

describe('a client that was told before', () => {
  it('knows the game and its seat without a connection, and what was played then is sent later', async () => {
    await told.keep(ID, TOKEN, { events: longer, player: 1 });
    const server = newServer(longer);
    server.isUp = false;
    const client = come(server);
    await settle(server);
    expect(client).toMatchObject({ isRecalled: true, isCurrent: false, player: 1, seat: 1 });
    expect(client.game).toEqual(fold(ID, server.events));
    await client.move('D');
    expect(client.pending).toEqual([{ number: 3, move: 'D', event: 4 }]);
    server.isUp = true;
    client.wake();
    await settle(server);
    expect(client).toMatchObject({ isRecalled: false, isCurrent: true, pending: [] });
    expect(server.events.at(-1)).toMatchObject({ number: 3, move: 'D' });
  });
  it('is told only what is new, and the last that it knew', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    const server = newServer(longer);
    const client = come(server);
    await settle(server);
    expect(server.afters).toEqual([2]);
    expect(client.events).toEqual(server.events);
    expect(client.isCurrent).toBe(true);
  });
  it('begins anew where the server knows less', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    const server = newServer(events.slice(0, 2));
    const client = come(server);
    await settle(server);
    await server.settleAll();
    expect(server.afters).toEqual([2, 0]);
    expect(client.events).toEqual(server.events);
  });
  it('begins anew where the server has another past', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    const other = numbered(created, start, move(1, 1, 'D'), move(2, 2, 'd')).map((event) => ({
      ...event,
      at: event.at + 5,
    }));
    const server = newServer(other);
    const client = come(server);
    await settle(server);
    await server.settleAll();
    expect(server.afters).toEqual([2, 0]);
    expect(client.events).toEqual(other);
    expect(client.isCurrent).toBe(true);
  });
  it('keeps what it is told, a little later and when it is left', async () => {
    const server = newServer();
    const client = come(server);
    await settle(server);
    client.stop();
    await rest();
    expect(await told.recall(ID, TOKEN)).toEqual({ events, player: 1 });
  });
  it('forgets a game that is no more', async () => {
    await told.keep(ID, TOKEN, { events, player: 1 });
    const server = newServer();
    server.isUp = false;
    server.isGone = true;
    const client = come(server);
    await settle(server);
    server.isUp = true;
    client.wake();
    await settle(server);
    expect(client.link).toBe('gone');
    expect(await told.recall(ID, TOKEN)).toBeNull();
  });
});
