// The library as the page meets it, without a browser: the same module, channels and clients, the
// worker replaced by an instance in this process.

import { beforeAll, describe, expect, it } from 'vitest';
import { Channel, CRASHED, type Port } from './channel';
import type { FromWorker, ToWorker } from './messages';
import { EngineModule } from './module';
import { rulesClient } from './rules';
import { thinkClient } from './thinker';
import { bringWeights } from '../test/weights';
import { LudotecaError, type GameLine, type RulesClient, type ThinkClient } from './types';

/** Answers in a task of its own, as a worker does, and dies when told to. */
class LocalPort implements Port {
  static made = 0;
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  private engine: EngineModule | null = null;
  private isTerminated = false;
  private current = 0;

  constructor(private readonly crashesOn: string | null = null) {
    LocalPort.made++;
  }

  postMessage(message: ToWorker): void {
    setTimeout(() => this.receive(message), 0);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  private tell(message: FromWorker): void {
    if (!this.isTerminated) this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  private receive(message: ToWorker): void {
    if (this.isTerminated) return;
    if (message.kind === 'begin') {
      const flag = message.flag && new Int32Array(message.flag);
      this.engine = new EngineModule(message.module, {
        isInterrupted: () => flag !== null && Atomics.load(flag, 0) !== 0,
        progress: (json) => this.tell({ kind: 'progress', id: this.current, json }),
      });
      return;
    }
    if (message.kind !== 'ask') return;
    this.current = message.id;
    if (message.pieces[0] === this.crashesOn) {
      this.tell({ kind: 'crash', id: message.id, message: 'made to' });
      return;
    }
    bringWeights(this.engine!, message.pieces[1] ?? '');
    this.tell({ kind: 'answer', id: message.id, json: this.engine!.ask(message.pieces) });
  }
}

let module: WebAssembly.Module;
let rules: RulesClient;
let thinker: ThinkClient;

function makeFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(8));
}

beforeAll(async () => {
  // Node 18 keeps it apart; browsers have it.
  globalThis.crypto ??= (await import('node' + ':crypto')).webcrypto;
  const files = await import('node' + ':fs'); // the page knows no types of Node's
  module = new WebAssembly.Module(files.readFileSync(new URL('./ludoteca.wasm', import.meta.url)));
  rules = rulesClient(new Channel(() => new LocalPort(), module, null));
  thinker = thinkClient(new Channel(() => new LocalPort(), module, makeFlag()));
});

function start(game: string, ...plies: string[]): GameLine {
  return { game, start: null, plies };
}

async function failure(promise: Promise<unknown>): Promise<LudotecaError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LudotecaError);
  return error as LudotecaError;
}

describe('rules', () => {
  it('lists the games with their options', async () => {
    const games = await rules.games();
    expect(games.map((game) => game.name)).toEqual(['oware', 'pylos', 'six', 'dados']);
    const [slam] = games[0].options;
    expect(slam).toMatchObject({ key: 'slam', usual: 'keep' });
    expect(slam.values.map(({ value }) => value)).toEqual(['keep', 'forfeit', 'nocapture', 'awari']);
    expect(games.map(({ starter, hasDice, canFinish }) => [starter, hasDice, canFinish])).toEqual([
      ['seat', false, true],
      ['seat', false, false],
      ['option', false, false],
      ['roll-off', true, false],
    ]);
    expect(games[3].options[1].usual).toBeNull();
    expect(games[3].sides).toEqual(['Green', 'Blue', 'Red']);
  });

  it('has the rules in prose', async () => {
    expect(await rules.prose('six', 'es')).toMatch(/^# Six/);
    expect(await rules.prose('six', 'en')).not.toEqual(await rules.prose('six', 'es'));
  });

  it('tells a situation of oware', async () => {
    const situation = await rules.situation(start('oware:slam=keep', 'C'));
    expect(situation).toMatchObject({
      game: 'oware',
      position: '4-4-0-5-5-5-5-4-4-4-4-4-0-0-N',
      seats: 2,
      sides: 2,
      turn: 1,
      awaits: 'move',
      plies: 1,
      held: [0, 0],
      out: [],
      offer: 'none',
      result: null,
    });
    expect(situation.moves.map((move) => move.move)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(situation.moves[0].steps).toEqual([{ kind: 'pick', cell: 'a' }]);
    expect(situation.last).toMatchObject({ seat: 0, move: 'C', notices: [] });
    expect(situation.last!.events.map((event) => event.kind)).toEqual(['lift', 'sow', 'sow', 'sow', 'sow']);
    expect(situation.last!.events[4]).toMatchObject({ kind: 'sow', cell: 'a' });
  });

  it('tells a capture backwards from the last seed', async () => {
    const line = { ...start('oware', 'F'), start: '0-0-0-0-0-2-1-2-0-0-0-4-20-19-S' };
    const { last } = await rules.situation(line);
    expect(last!.events).toEqual([
      { kind: 'lift', cell: 'F', count: 2, side: 0 },
      { kind: 'sow', cell: 'a', count: 1, side: 0 },
      { kind: 'sow', cell: 'b', count: 1, side: 0 },
      { kind: 'capture', cell: 'b', count: 3, side: 0 },
      { kind: 'capture', cell: 'a', count: 2, side: 0 },
      // 25 seeds: over at once, and nothing is divided
    ]);
  });

  it('goes back and forth in a game', async () => {
    const line = start('pylos', '1a1', '1b1', '1a2', '1b2');
    expect((await rules.situationAt(line, 2)).last!.move).toBe('1b1');
    expect((await rules.situationAt(line, 0)).last).toBeNull();
    expect((await rules.situation(line)).plies).toBe(4);
    expect((await rules.situation({ ...line, plies: [...line.plies, '2a1'] })).held).toEqual([12, 13]);
  });

  it('previews a move without making it', async () => {
    const line = start('six');
    const preview = await rules.preview(line, '2,0');
    expect(preview).toMatchObject({
      move: '2,0',
      after: { position: 'r:0,0;2,0 b:1,0 19-20 b', held: [19, 20] },
      events: [{ kind: 'put', cell: '2,0', count: 1, side: 0 }],
    });
    expect((await rules.situation(line)).plies).toBe(0);
  });

  it('says what is wrong', async () => {
    expect((await failure(rules.situation(start('oware', 'a')))).text).toEqual({
      key: '{1} is a pit of the opponent. Legal: {2}',
      args: ['a', 'A B C D E F'],
    });
    expect((await failure(rules.situation(start('chess')))).text.args[0]).toBe('chess');
    expect((await failure(rules.situation({ ...start('oware'), start: 'nonsense' }))).text.key).toMatch(/position/);
    await failure(rules.situation(start('oware', 'A'.repeat(100_000))));
  });

  it('rolls by the weights of two dice', async () => {
    const line = { ...start('dados:players=3'), firstSeat: 2 };
    const counts = new Map<string, number>();
    const seeds = Array.from({ length: 720 }, (_, i) => BigInt(i) * 0x9e3779b97f4a7c15n);
    for (const total of await Promise.all(seeds.map((seed) => rules.roll(line, seed)))) {
      counts.set(total, (counts.get(total) ?? 0) + 1);
    }
    expect(counts.size).toBe(11);
    expect(counts.get('7')!).toBeGreaterThan(counts.get('3')!);
    const situation = await rules.situation({ ...line, plies: ['8'] });
    expect(situation).toMatchObject({ turn: 2, awaits: 'move' });
    expect(situation.last!.events).toEqual([{ kind: 'roll', total: 8 }]);
    await failure(rules.roll({ ...line, plies: ['8'] }, 1n));
  });

  it('skips who is out of a game of three', async () => {
    const line: GameLine = {
      ...start('dados:players=3', '3', 'e1'),
      endings: [{ afterPly: 2, kind: 'resigned', seat: 1 }],
    };
    const situation = await rules.situation(line);
    expect(situation).toMatchObject({ turn: 2, out: [1], plies: 3, result: null });
    expect(situation.last!.move).toBe('e1');
    const ended = { ...line, endings: [...line.endings!, { afterPly: 3, kind: 'left' as const, seat: 2 }] };
    expect((await rules.situation(ended)).result).toMatchObject({
      result: '1-0-0',
      winner: 0,
      reason: 'left',
      culprit: 2,
    });
  });

  it('reads moves as people write them', async () => {
    expect(await rules.readMove(start('dados'), '8:c5')).toBe('c5');
    const square = start('pylos', '1a1', '1d4', '1b1', '1d3', '1a2', '1d2');
    expect(await rules.readMove(square, '1b2-1b1-1a1')).toBe('1b2-1a1-1b1');
    await failure(rules.readMove(start('oware'), 'z'));
  });

  it('reads and writes records', async () => {
    const record = {
      line: start('oware:slam=nocapture', 'C', 'c', 'D'),
      tags: { South: 'Ana «ñ»', North: 'Bob' },
      comments: { 0: 'first', 3: 'so far' },
      result: null,
    };
    for (const format of ['ludo', 'ogn', 'playstrategy'] as const) {
      const text = await rules.writeRecord(record, format);
      const [read] = await rules.readRecords(text);
      expect(read.line.game).toBe('oware:slam=nocapture');
      expect(read.line.plies).toEqual(['C', 'c', 'D']);
      expect(read.line.start).toBeNull();
      if (format === 'ludo') {
        expect(read.tags).toMatchObject(record.tags);
        expect(read.comments).toEqual(record.comments);
        expect(await rules.readRecords(`${text}\n${text}`)).toHaveLength(2);
      }
    }
    const error = await failure(rules.readRecords('[Game "oware"]\n\n1. C z\n'));
    expect(error.text).toMatchObject({ line: 3, move_number: 1 });
  });

  it('keeps resignations, fragments and who began in records', async () => {
    const lines: GameLine[] = [
      { ...start('six', '2,0'), endings: [{ afterPly: 1, kind: 'resigned', seat: 1 }] },
      { ...start('oware', 'A'), start: '1-1-0-0-0-0-1-0-0-0-0-0-0-0-S', isFragment: true },
      { ...start('dados', '8'), firstSeat: 1 },
      { ...start('dados:players=3', '3', 'e1', '', '5'), endings: [{ afterPly: 2, kind: 'left', seat: 1 }] },
    ];
    for (const line of lines) {
      const text = await rules.writeRecord({ line, tags: {}, comments: {}, result: null }, 'ludo');
      const [read] = await rules.readRecords(text);
      expect(await rules.situation(read.line)).toEqual(await rules.situation(line));
    }
  });

  it('runs a series', async () => {
    const result = { result: '1-0', score: null, winner: 0, reason: 'summit', culprit: null };
    const first = await rules.nextGame({ game: 'pylos', players: 2, games: [], random: 7n });
    expect([...first.players].sort()).toEqual([0, 1]);
    const second = await rules.nextGame({
      game: 'pylos',
      players: 2,
      games: [{ players: first.players, game: first.game, firstSeat: first.firstSeat, result }],
      random: 8n,
    });
    expect(second.players).toEqual([first.players[1], first.players[0]]); // the loser starts
    expect(second.score[first.players[0]]).toBe(1);
    const six = await rules.nextGame({
      game: 'six',
      players: 2,
      games: [{ players: [1, 0], game: 'six', firstSeat: 0, result }],
      random: 9n,
    });
    expect(six).toMatchObject({ players: [1, 0], game: 'six:first=b', firstSeat: 1 }); // colours stay
    const dados = await rules.nextGame({ game: 'dados:players=4', players: 4, games: [], random: 3n });
    expect(dados.throws.length).toBeGreaterThanOrEqual(8);
    const best = Math.max(...dados.throws.slice(0, 8).map(({ dice }) => dice[0] + dice[1]));
    const leaders = dados.throws.slice(0, 8).filter(({ dice }) => dice[0] + dice[1] === best);
    expect(leaders.map((leader) => leader.seat)).toContain(dados.firstSeat);
  });
});

describe('thinking', () => {
  const games = ['oware', 'pylos', 'six', 'dados'];

  it('chooses a legal move in every game', async () => {
    for (const game of games) {
      const line = start(game, ...(game === 'dados' ? ['8'] : []));
      const legal = (await rules.situation(line)).moves.map((move) => move.move);
      for (const player of ['random', 'level=1', 'level=4', 'max,depth=2']) {
        expect(legal).toContain((await thinker.choose(line, player)).move);
      }
    }
  });

  it('keeps within its limits', async () => {
    const began = performance.now();
    await thinker.choose(start('pylos'), 'max', { ms: 200 });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it('analyses, and tells of its progress', async () => {
    const told: number[] = [];
    const analysis = await thinker.analyse(start('oware'), 3, { depth: 8 }, (a) => told.push(a.depth));
    expect(analysis).toMatchObject({ unit: 'seeds', depth: 8, rolls: null });
    expect(analysis.lines).toHaveLength(3);
    expect(analysis.lines[0].line[0]).toBe(analysis.lines[0].move);
    expect(told.length).toBeGreaterThan(0);
    const dice = await thinker.analyse(start('dados'), 1, { depth: 1 });
    expect(dice.rolls).toHaveLength(11);
    expect(dice.rolls!.reduce((sum, roll) => sum + roll.weight, 0)).toBe(36);
    expect(dice.chance).toBeGreaterThan(0);
  });

  it('gives hints with reasons, but none to partners', async () => {
    const hint = await thinker.hint(start('six'), { depth: 2 });
    expect(hint.remarks.length).toBeGreaterThan(0);
    expect((await failure(thinker.hint(start('dados:players=4', '8')))).text.key).toMatch(/team/);
  });

  it('reviews a game', async () => {
    const told: [number, number][] = [];
    const line = start('oware', 'C', 'c', 'D', 'd');
    const review = await thinker.review(line, { nodes: 500 }, (done, total) => told.push([done, total]));
    expect(review.plies.map((ply) => ply.move)).toEqual(line.plies);
    expect(review.sides).toHaveLength(2);
    expect(told.at(-1)).toEqual([4, 4]);
  });

  it('stops a request that is queued', async () => {
    const first = thinker.choose(start('oware'), 'max', { ms: 50 });
    const second = failure(thinker.choose(start('oware'), 'max', { ms: 50 }));
    thinker.stop();
    expect((await failure(first)).text.key).toBe('stopped');
    expect((await second).text.key).toBe('stopped');
    expect((await thinker.choose(start('oware'), 'level=1')).move).toMatch(/[A-F]/);
  });

  it('ends the worker where memory is not shared', async () => {
    const before = LocalPort.made;
    const lonely = thinkClient(new Channel(() => new LocalPort(), module, null));
    const asked = failure(lonely.choose(start('oware'), 'max', { ms: 20 }));
    lonely.stop();
    expect((await asked).text.key).toBe('stopped');
    expect((await lonely.choose(start('oware'), 'level=2')).move).toMatch(/[A-F]/);
    expect(LocalPort.made - before).toBe(2);
  });

  it('replaces a worker that crashes', async () => {
    let ports = 0;
    const makePort = () => new LocalPort(ports++ === 0 ? 'hint' : null);
    const shaken = thinkClient(new Channel(makePort, module, null));
    expect((await failure(shaken.hint(start('oware'), { depth: 2 }))).text.key).toBe(CRASHED);
    expect((await shaken.hint(start('oware'), { depth: 2 })).best.move).toMatch(/[A-F]/);
  });
});

describe('the instance', () => {
  it('uses its tables of small endings, and grows for them', () => {
    const engine = new EngineModule(module, { isInterrupted: () => false, progress: () => {} });
    const ending = ['0', '0', '1', '0', '0', '0', '1', '0', '0', '1', '0', '0', '22', '23', 'S'].join('-');
    const ask = () =>
      JSON.parse(engine.ask(['analyse', 'oware', ending, '', '', '0', '0', '1', '0', '0', '2'])).lines[0];
    expect(ask().seeds_least).toBeUndefined();
    let pieces = 0;
    while (JSON.parse(engine.ask(['holdTables', 'oware', '6'])).more) pieces++;
    expect(pieces).toBeGreaterThan(10);
    expect(ask().seeds_least).toBeDefined();
  });

  it('answers nonsense with an error', () => {
    const engine = new EngineModule(module, { isInterrupted: () => false, progress: () => {} });
    for (const pieces of [
      [],
      ['nothing'],
      ['situation'],
      ['situation', 'oware', '', '', '', '-5', 'x', '999999999', 'A'],
      ['readRecords', ''],
      ['nextGame', 'oware', 'x', '3', '7'],
      ['choose', 'oware', '', '', '', '0', '0', 'level=99'],
      ['holdTables', 'oware', '-1'],
      ['writeRecord', 'six', '', '', '', '0', '0', 'ogn', '0', '0'],
    ]) {
      expect(() => JSON.parse(engine.ask(pieces))).not.toThrow();
    }
    const memory = engine.memoryBytes();
    for (let i = 0; i < 2000; i++) engine.ask(['situation', 'six', '', '', '', '0', '2', '2,0', 'bad']);
    expect(engine.memoryBytes()).toBe(memory);
  });
});
