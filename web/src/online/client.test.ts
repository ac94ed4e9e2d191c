import { describe, expect, it } from 'vitest';
import { numbered, type Bare } from '../test/online';
import { FakeServer } from '../test/online_server';
import { OnlineClient, type DroppedMoves } from './client';
import { commitmentOf, printSecret, readSecret } from './draws';
import { fold, type OnlineGame } from './fold';
import type { PendingMove } from './shelf';

const ID = 'game000000000000';
const TOKEN = 'token-of-player-1';

const created: Bare = {
  type: 'created',
  game: 'oware',
  players: [
    { kind: 'person', name: 'Ana' },
    { kind: 'person', name: 'Luis' },
  ],
  clock: null,
  dice: null,
};
const start: Bare = { type: 'start', players: [1, 2], starter: 1, position: '…' };

/** A shelf that answers at once. */
class Memory {
  moves: PendingMove[] = [];
  secret: string | null = null;
  pendingMoves = (): Promise<PendingMove[]> => Promise.resolve(this.moves);
  keepPending = (_: string, moves: PendingMove[]): Promise<void> => {
    this.moves = moves;
    return Promise.resolve();
  };
  takeSecret = (_: string, made: string): Promise<string> => Promise.resolve((this.secret ??= made));
}

interface Table {
  server: FakeServer;
  client: OnlineClient;
  shelf: Memory;
  dropped: DroppedMoves[];
}

function sitDown(server: FakeServer, token: string | null = TOKEN, shelf = new Memory()): Table {
  const dropped: DroppedMoves[] = [];
  const ondropped = (what: DroppedMoves): void => void dropped.push(what);
  const client = new OnlineClient({ id: ID, token, world: server.world(), shelf, ondropped });
  void client.start();
  return { server, client, shelf, dropped };
}

const newServer = (): FakeServer => new FakeServer(numbered(created, start), new Map([[TOKEN, 1]]));
const words = (game: OnlineGame): string[] => game.moves.map(({ move }) => move ?? '');

describe('a client', () => {
  it('knows the game, its seat and who is there', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    expect(client.game).toEqual(fold(ID, server.events));
    expect(client.events).toEqual(server.events);
    expect(client).toMatchObject({ link: 'open', isCurrent: true, player: 1, seat: 1, isRefused: false });
    server.say({ type: 'presence', seat: 2, presence: 'away', watchers: 3 });
    await server.settle();
    expect(client.presence.get(2)).toBe('away');
    expect(client.watchers).toBe(3);
  });

  it('sits where play begins, not where it waited', async () => {
    const server = new FakeServer(numbered(created), new Map([[TOKEN, 1]]));
    const { client, dropped } = sitDown(server);
    await server.settle();
    expect(client.seat).toBe(1);
    server.add({ ...start, players: [2, 1] } as Bare);
    await server.settle();
    expect([client.player, client.seat]).toEqual([1, 2]);
    await client.move('C');
    server.play(2, 'C'); // the same from another tab
    await server.settleAll();
    expect([client.pending, dropped]).toEqual([[], []]);
  });

  it('watches without a token, and knows a token that is refused', async () => {
    const watcher = sitDown(newServer(), null);
    await watcher.server.settle();
    expect(watcher.client).toMatchObject({ isCurrent: true, player: null, isRefused: false });
    const stranger = sitDown(newServer(), 'another');
    await stranger.server.settle();
    expect(stranger.client).toMatchObject({ isCurrent: true, player: null, isRefused: true });
    await stranger.client.move('C');
    await stranger.server.settle();
    expect(words(stranger.client.game)).toEqual([]);
  });

  it('sends moves, and hears those of others', async () => {
    const { server, client, shelf, dropped } = sitDown(newServer());
    await server.settle();
    await client.move('C');
    expect(client.pending.map(({ move }) => move)).toEqual(['C']);
    await server.settle();
    expect(words(client.game)).toEqual(['C']);
    server.play(2, 'd');
    await server.settle();
    expect(words(client.game)).toEqual(['C', 'd']);
    expect([client.pending, shelf.moves, dropped]).toEqual([[], [], []]);
  });

  it('shows a move as under way until its event is there', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    server.isHolding = true; // answers, but tells no events yet
    await client.move('C');
    await server.settle();
    expect(client.pending.length + client.game.moves.length).toBe(1);
    server.release();
    await server.settle();
    expect([client.pending, words(client.game)]).toEqual([[], ['C']]);
    expect(server.received.filter((message) => message.do === 'moves').length).toBe(1);
  });

  it('tells how long ago something was by the server’s clock', async () => {
    const { server, client } = sitDown(newServer());
    server.now = 50_000; // events are of 1000 and 2000
    await server.settle();
    server.clockSkew = 777;
    server.play(1, 'C');
    await server.settle();
    expect(client.serverNow()).toBe(server.now + 777);
    server.say({ type: 'hello', last: server.events.length, now: server.now + 999, watchers: 4, you: null });
    await server.settle();
    expect(client.serverNow()).toBe(server.now + 999);
    expect(client.watchers).toBe(4);
  });

  it('answers other wishes', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    const wish = client.act('chat', { text: 'hola' });
    await server.settle();
    expect(await wish).toMatchObject({ status: 200 });
    expect(client.game.chat[0]?.text).toBe('hola');
    server.isUp = false;
    server.cutAll();
    await server.settle();
    expect(await client.act('chat', { text: 'nobody' })).toMatchObject({ status: 0 });
  });
});

describe('a connection that is cut', () => {
  /** Four moves of ours, each after one of the other's, cut after so many messages. */
  async function playCut(cutAt: number, isDownFor: number): Promise<Table> {
    const table = sitDown(newServer());
    const { server, client } = table;
    server.cutAfter(cutAt, isDownFor);
    for (const [mine, theirs] of ['Cd', 'Ba', 'Fe', 'Ac']) {
      await client.move(mine!);
      await server.settleAll();
      server.play(2, theirs!);
      await server.settleAll();
    }
    return table;
  }

  it('anywhere loses nothing and doubles nothing', async () => {
    const whole = (await playCut(Infinity, 0)).server;
    expect(whole.delivered).toBe(22);
    for (let cutAt = 0; cutAt <= whole.delivered; cutAt += 1)
      for (const isDownFor of [0, 60_000]) {
        const { server, client, dropped, shelf } = await playCut(cutAt, isDownFor);
        const where = `cut after ${cutAt} messages, for ${isDownFor} ms`;
        expect(words(client.game), where).toEqual([...'CdBaFeAc']);
        expect(words(fold(ID, server.events)), where).toEqual([...'CdBaFeAc']);
        expect(client.events, where).toEqual(server.events);
        expect([dropped, client.pending, shelf.moves], where).toEqual([[], [], []]);
        expect(client.link, where).toBe('open');
      }
  });

  it('is tried again after longer and longer, never all at once', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    server.isUp = false;
    server.now += 60_000;
    server.cutAll();
    await server.settle();
    const tries = server.attempts.length;
    for (let i = 0; i < 12; i += 1) await server.advance();
    const waits = server.attempts.slice(tries + 1).map((at, i) => at - server.attempts[tries + i]!);
    waits.slice(0, 6).forEach((wait, i) => {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** (i + 1) * 0.5);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** (i + 1));
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    expect(client.link).toBe('waiting');
    server.isUp = true;
    client.wake();
    await server.settle();
    expect(client.link).toBe('open');
  });

  it('that is accepted and dropped at once is not hammered', async () => {
    const { server } = sitDown(newServer());
    server.dropsAfterHello = true;
    await server.settle();
    for (let i = 0; i < 10; i += 1) await server.advance();
    const [last, before] = [server.attempts.at(-1)!, server.attempts.at(-2)!];
    expect(last - before).toBeGreaterThan(10_000);
  });

  it('without a word is given up', async () => {
    const { server, client } = sitDown(newServer());
    server.isMute = true;
    await server.settle();
    expect(client.link).toBe('connecting');
    await server.advance();
    expect(client.link).toBe('waiting');
    server.isMute = false;
    await server.settleAll();
    expect(client.link).toBe('open');
  });

  it('without an answer is replaced', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    server.isDeaf = true;
    await client.move('C');
    await server.settle();
    expect(words(client.game)).toEqual([]);
    server.isDeaf = false;
    await server.settleAll();
    expect(words(client.game)).toEqual(['C']);
    expect(server.attempts.length).toBe(2);
  });

  it('goes on from the last event that is known', async () => {
    const { server } = sitDown(newServer());
    await server.settle();
    server.play(1, 'C');
    await server.settle();
    server.cutAll();
    await server.settleAll();
    expect(server.afters).toEqual([0, 3]);
  });

  it('that was silent while the page slept is looked after', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    client.wake();
    expect(server.attempts.length).toBe(1);
    server.now += 60_000;
    client.wake();
    await server.settle();
    expect(server.attempts.length).toBe(2);
    expect(client.link).toBe('open');
  });

  it('stays ended when it was ended', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    client.stop();
    server.play(1, 'C');
    await server.settleAll();
    expect([client.link, server.attempts.length, client.game.moves]).toEqual(['stopped', 1, []]);
    client.wake();
    await server.settleAll();
    expect(server.attempts.length).toBe(1);
  });

  it('that was ended before it began is not begun', async () => {
    const { server, client } = sitDown(newServer());
    client.stop();
    await server.settleAll();
    expect(server.attempts).toEqual([]);
  });

  it('to a game that is not there ends', async () => {
    const server = newServer();
    server.isGone = true;
    const { client } = sitDown(server);
    await server.settleAll();
    expect(client.link).toBe('gone');
    expect(server.attempts.length).toBe(1);
  });
});

describe('events', () => {
  it('that are known already change nothing', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    for (const event of server.events) server.say(event);
    await server.settleAll();
    expect(client.events).toEqual(server.events);
    expect(server.attempts.length).toBe(1);
  });

  it('after a gap are fetched again', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    server.losesNext = 1;
    server.play(1, 'C');
    server.play(2, 'd');
    await server.settleAll();
    expect(words(client.game)).toEqual(['C', 'd']);
    expect(client.events).toEqual(server.events);
    expect(server.looks).toBe(1);
  });

  it('of another past than ours replace it', async () => {
    for (const isSilentOnLook of [false, true]) {
      const { server, client } = sitDown(newServer());
      server.isSilentOnLook = isSilentOnLook;
      server.play(1, 'C');
      server.play(2, 'd');
      await server.settle();
      server.events = server.events.slice(0, 3); // an old copy of the server's disk
      server.cutAll();
      await server.settleAll();
      expect(words(client.game)).toEqual(['C']);
      expect(client.events).toEqual(server.events);
    }
  });

  it('of another past may be the last that somebody wants to hear', async () => {
    const server = newServer();
    const onchange = (): void => {
      if (client.game.last === 0 && server.afters.length > 1) client.stop();
    };
    const client = new OnlineClient({ id: ID, token: null, world: server.world(), shelf: new Memory(), onchange });
    await client.start();
    await server.settle();
    server.events = server.events.slice(0, 1);
    server.cutAll();
    await server.settleAll();
    expect([client.link, server.afters]).toEqual(['stopped', [0, 2]]);
  });

  it('that cannot be read are fetched again, not believed', async () => {
    const { server, client } = sitDown(newServer());
    await server.settle();
    server.sayText('{"event": 3, "type": "move", "at"');
    server.sayText('{"event": 3, "type": "move", "at": 5, "number": "one"}');
    await server.settleAll();
    server.play(1, 'C');
    await server.settleAll();
    expect(words(client.game)).toEqual(['C']);
    expect(client.link).toBe('open');
  });
});

describe('a move', () => {
  it('made offline is kept, and sent another day', async () => {
    const server = newServer();
    server.isUp = false;
    const { client, shelf } = sitDown(server);
    await client.move('C');
    await server.settle();
    client.stop();
    expect(shelf.moves).toEqual([{ number: 1, move: 'C', event: 0 }]);
    server.isUp = true;
    const tomorrow = sitDown(server, TOKEN, shelf);
    await server.settleAll();
    expect(words(tomorrow.client.game)).toEqual(['C']);
    expect(shelf.moves).toEqual([]);
  });

  it('that is refused is dropped with the reason, and so are those after it', async () => {
    const { server, client, shelf, dropped } = sitDown(newServer());
    await server.settle();
    server.illegal = 'Z';
    await Promise.all([client.move('Z'), client.move('C')]);
    await server.settleAll();
    expect(dropped.length).toBe(1);
    expect(dropped[0]).toMatchObject({ cause: 'refused', problem: { status: 422 } });
    expect(dropped[0]!.moves.map(({ move }) => move)).toEqual(['Z', 'C']);
    expect([client.pending, shelf.moves, words(client.game)]).toEqual([[], [], []]);
    await client.move('C');
    await server.settleAll();
    expect(words(client.game)).toEqual(['C']);
  });

  it('whose place was taken from another device is dropped', async () => {
    const server = newServer();
    server.isUp = false;
    const { client, dropped } = sitDown(server);
    await client.move('C');
    server.play(1, 'F');
    server.isUp = true;
    await server.settleAll();
    expect(dropped.map(({ cause }) => cause)).toEqual(['taken']);
    expect([words(client.game), client.pending]).toEqual([['F'], []]);
  });

  it('is not sent before all that happened is known', async () => {
    const server = newServer();
    server.seatsFirst = true;
    server.play(1, 'F');
    const shelf = new Memory();
    shelf.moves = [{ number: 1, move: 'C', event: 2 }];
    const { dropped } = sitDown(server, TOKEN, shelf);
    await server.settleAll();
    expect(dropped.map(({ cause }) => cause)).toEqual(['taken']);
    expect(server.received.filter((message) => 'do' in message)).toEqual([]);
  });

  it('that is overtaken on its way is dropped once', async () => {
    const { server, client, dropped } = sitDown(newServer());
    await server.settle();
    await client.move('C');
    server.play(1, 'F');
    await server.settleAll();
    expect(dropped.map(({ cause }) => cause)).toEqual(['taken']);
  });

  it('made before others were taken back, or the game ended, is dropped', async () => {
    for (const [event, cause] of [
      [{ type: 'takeback', length: 0, position: '…' }, 'takenback'],
      [{ type: 'end', result: {} }, 'over'],
    ] as [Bare, string][]) {
      const { server, client, dropped } = sitDown(newServer());
      server.play(1, 'C');
      server.play(2, 'd');
      await server.settle();
      server.isUp = false;
      server.cutAll();
      await client.move('B');
      server.add(event);
      server.isUp = true;
      await server.settleAll();
      expect(dropped.map((one) => one.cause)).toEqual([cause]);
    }
  });

  it('that the server is too busy for is sent again', async () => {
    const { server, client, dropped } = sitDown(newServer());
    await server.settle();
    server.busy = 2;
    await client.move('C');
    await server.settleAll();
    expect([words(client.game), dropped]).toEqual([['C'], []]);
  });

  it('made in two tabs is made once', async () => {
    const server = newServer();
    const shelf = new Memory();
    const [one, other] = [sitDown(server, TOKEN, shelf), sitDown(server, TOKEN, shelf)];
    await server.settle();
    await Promise.all([one.client.move('C'), other.client.move('C')]);
    await server.settleAll();
    for (const { client, dropped } of [one, other])
      expect([words(client.game), client.pending, dropped]).toEqual([['C'], [], []]);
    await one.client.move('B'); // the server waits for the other seat only by rules, which are not here
    await server.settleAll();
    expect(words(other.client.game)).toEqual(['C', 'B']);
  });

  it('of dice is the word, not what falls', async () => {
    const { server, client, dropped } = sitDown(newServer());
    await server.settle();
    server.isUp = false;
    server.cutAll();
    await client.move('roll');
    server.add({ type: 'move', number: 1, seat: 1, kind: 'roll', move: '8' }); // asked for by another tab
    server.isUp = true;
    await server.settleAll();
    expect([words(client.game), client.pending, dropped]).toEqual([['8'], [], []]);
  });
});

describe('dice', () => {
  const shared = { ...created, game: 'dados', dice: { by: 'all', terms: '…', server: 'aa' } } as Bare;
  const commit: Bare = { type: 'commit', player: 2, commitment: 'c2' };

  it('get this device’s part: first the commitment, then the secret', async () => {
    for (let cutAt = 0; cutAt < 14; cutAt += 1) {
      const server = new FakeServer(numbered(shared), new Map([[TOKEN, 1]]));
      server.cutAfter(cutAt, 1000);
      const { client, shelf } = sitDown(server);
      await server.settleAll();
      const own = (): unknown => client.game.dice?.parts.find(({ player }) => player === 1);
      const commitment = printSecret(commitmentOf(readSecret(shelf.secret!)!, `${ID} dados pp all`, 'player 1'));
      expect(own()).toEqual({ player: 1, commitment, secret: null });
      server.add(commit);
      await server.settleAll();
      expect(own()).toEqual({ player: 1, commitment, secret: shelf.secret });
      const said = server.events.filter(({ type }) => type === 'commit' || type === 'reveal');
      expect(said.map(({ type }) => type)).toEqual(['commit', 'commit', 'reveal']);
    }
  });

  it('are left to the device that committed', async () => {
    const other: Bare = { type: 'commit', player: 1, commitment: 'of another device' };
    const server = new FakeServer(numbered(shared, other, commit), new Map([[TOKEN, 1]]));
    sitDown(server);
    await server.settleAll();
    expect(server.events.length).toBe(3);
  });
});
