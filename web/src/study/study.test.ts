// What the analysis is made of: trees of variations, positions being set up, anything that may be pasted.

import { describe, expect, it, vi } from 'vitest';
import { boardOfDraft, clearDraft, readDraft, touchDraft, writeDraft, type Draft } from '../boards/drafts';
import { ringOf, type SixDraft } from '../boards/six/draft';
import type { Line, Situation } from '../engine/types';
import { studyEn } from '../i18n/study.en';
import { situationAt } from '../test/board';
import { testRules as rules } from '../test/engine';
import { likelyGame, readAnything } from './reading';
import { emptySituation } from '../model/empty';
import { Asking } from './asking.svelte';
import { readProbe, type Consultation } from './tables';
import {
  addPly,
  branchOf,
  isKeptTree,
  isMain,
  lineTo,
  makeMain,
  makeRoot,
  packTree,
  pathTo,
  removeBranch,
  variationStart,
  type StudyNode,
} from './tree';
import { byWorth, chancesOf, exactLines, signed, worthOf } from './values';

const situation = (turn: number): Situation => ({ ...emptySituation('oware'), turn });

describe('a tree of variations', () => {
  function sample() {
    const root = makeRoot(situation(0));
    const a = addPly(root, 'A', situation(1), false);
    const b = addPly(a, 'b', situation(0), false);
    const c = addPly(a, 'c', situation(0), true);
    const d = addPly(c, 'D', situation(1), true);
    return { root, a, b, c, d };
  }
  it('knows its main line and where variations leave it', () => {
    const { a, b, c, d } = sample();
    expect([a, b, c, d].map(isMain)).toEqual([true, true, false, false]);
    expect(branchOf(d)).toBe(a);
    expect(variationStart(d)).toBe(c);
    expect(variationStart(b)).toBeNull();
    expect(pathTo(d).map((node) => node.ply)).toEqual(['A', 'c', 'D']);
    expect(d.seat).toBe(0);
  });
  it('adds no ply twice', () => {
    const { a, b } = sample();
    expect(addPly(a, 'b', situation(0), true)).toBe(b);
    expect(a.children.length).toBe(2);
  });
  it('leaves out how the game ended, but not who went out before', () => {
    const { b, d } = sample();
    const origin = {
      game: 'dados',
      start: null,
      endings: [
        { afterPly: 1, kind: 'left' as const, seat: 1 },
        { afterPly: 2, kind: 'resigned' as const, seat: 0 },
      ],
    };
    expect(lineTo(origin, b).endings).toEqual([origin.endings[0]]);
    expect(lineTo(origin, d).endings).toEqual([]);
  });
  it('makes a variation the main line, and removes one', () => {
    const { root, a, b, c, d } = sample();
    makeMain(d);
    expect(isMain(d)).toBe(true);
    expect(isMain(b)).toBe(false);
    expect(removeBranch(c)).toBe(a);
    expect(packTree(root)).toEqual([{ p: 'A', c: [{ p: 'b' }] }]);
  });
  it('is kept as plies, and read with care', () => {
    const { root } = sample();
    const kept = packTree(root);
    expect(kept).toEqual([{ p: 'A', c: [{ p: 'b' }, { p: 'c', o: 1, c: [{ p: 'D', o: 1 }] }] }]);
    expect(isKeptTree(JSON.parse(JSON.stringify(kept)))).toBe(true);
    for (const broken of [null, {}, [1], [{ p: 2 }], [{ p: 'A', c: 'x' }]]) expect(isKeptTree(broken)).toBe(false);
  });
});

describe('a position being set up', () => {
  const positions = {
    oware: '1-1-4-7-11-0-1-0-1-1-5-10-3-3-S',
    pylos: '.wbw/b.w./wbwb/wwwb|.../.../b.b|../..|. w',
    six: 'r:-3,0;-3,2;-2,0;-2,1;-1,0;0,-1;0,0 b:-3,1;-2,2;-1,-1;1,-2;1,0;2,-1;2,0 14-14 r',
    dados: '....b./....b./.g..b./.bg.../...g../.g..bb 1 8',
  } as const;
  const draftOf = async (game: string, position: string): Promise<Draft> =>
    readDraft(await situationAt(game, position));
  it.each(Object.entries(positions))('reads and writes %s without a change', async (game, position) => {
    expect(writeDraft(await draftOf(game, position))).toBe(position);
  });
  it.each(Object.entries(positions))('draws %s as the engine does', async (game, position) => {
    const situation = await situationAt(game, position);
    const drawn = boardOfDraft(readDraft(situation));
    const brief = ({ cells }: Pick<Situation, 'cells'>) =>
      cells.map(({ name, side, count, number }) => [name, side, count, number].join()).sort();
    expect(brief(drawn)).toEqual(brief(situation));
    expect(drawn).toMatchObject({ held: situation.held, roll: situation.roll });
  });
  it('puts and takes', async () => {
    const oware = await draftOf('oware', positions.oware);
    expect(writeDraft(touchDraft(oware, 'F', 0))).toBe('1-1-4-7-11-1-1-0-1-1-5-10-3-3-S');
    expect(touchDraft(oware, 'F', 'take')).toEqual(oware);
    const pylos = await draftOf('pylos', positions.pylos);
    expect(writeDraft(touchDraft(pylos, '1a1', 1))).toBe('bwbw/b.w./wbwb/wwwb|.../.../b.b|../..|. w');
    expect(writeDraft(touchDraft(pylos, '1b1', 0))).toBe('..bw/b.w./wbwb/wwwb|.../.../b.b|../..|. w');
    const dados = await draftOf('dados', positions.dados);
    expect(writeDraft(touchDraft(dados, 'a6', 0))).toBe('g...b./....b./.g..b./.bg.../...g../.g..bb 1 8');
    expect(writeDraft(clearDraft(dados))).toBe('....../....../....../....../....../...... 1 8');
  });
  it('takes tiles of Six from the hand', async () => {
    const six = (await draftOf('six', 'r:0,0 b:1,0 20-20 r')) as SixDraft;
    expect(ringOf(six).sort()).toEqual(
      (await rules.situation({ game: 'six', start: null, plies: [] })).moves.map((info) => info.move).sort(),
    );
    expect(writeDraft(touchDraft(six, '0,1', 0))).toBe('r:0,0;0,1 b:1,0 19-20 r');
    expect(writeDraft(touchDraft(six, '1,0', 'take'))).toBe('r:0,0 b: 20-21 r');
  });
  it('never has more balls than there are', async () => {
    let draft = await draftOf('pylos', '..../..../..../....|.../.../...|../..|. w');
    for (const rank of '1234') for (const file of 'abcd') draft = touchDraft(draft, `1${file}${rank}`, 0);
    expect(Object.keys((draft as { balls: object }).balls).length).toBe(15);
  });
});

describe('anything that may be pasted', () => {
  const read = (text: string, current = 'oware') => readAnything(rules, text, current);
  it('may be a position of any game', async () => {
    expect(await read('r:0,0 b:1,0 20-20 r')).toEqual({
      sources: [{ line: { game: 'six', start: 'r:0,0 b:1,0 20-20 r', plies: [] }, names: [] }],
    });
    const fragment = await read('0-0-0-0-0-1-0-0-0-0-1-1-0-0-S');
    expect(fragment).toMatchObject({ sources: [{ line: { game: 'oware', isFragment: true } }] });
    expect(await read('....../....../....../....../....../....r. 3 -')).toMatchObject({
      sources: [{ line: { game: 'dados:players=3' } }],
    });
  });
  it('may be a bare list of moves', async () => {
    expect(await read('1. F f 2. E c')).toMatchObject({ sources: [{ line: { plies: ['F', 'f', 'E', 'c'] } }] });
    expect(await read('8:c5 10:-c5', 'dados')).toMatchObject({
      sources: [{ line: { plies: ['8', 'c5', '10', '-c5'] } }],
    });
  });
  it('may be several records', async () => {
    const one = await rules.writeRecord(
      {
        line: { game: 'oware', start: null, plies: ['F', 'f'] },
        tags: { South: 'Ana', North: 'Berta' },
        comments: {},
        result: null,
      },
      'ludo',
    );
    const found = await read(`${one}\n${one}`);
    expect(found).toMatchObject({ sources: [{ names: ['Ana', 'Berta'], line: { plies: ['F', 'f'] } }, {}] });
  });
  it('says what is wrong with it', async () => {
    const seeds = await read('4-4-4-4-4-4-4-4-4-4-4-9-0-0-S');
    expect('error' in seeds && seeds.error.text.args).toEqual(['53']);
    expect(await read('hello')).toHaveProperty('error');
    expect(await read('https://example.org/#/s/1broken')).toEqual({ problem: 'damaged' });
  });
  it('is guessed by its looks', async () => {
    const games = await rules.games();
    expect(likelyGame('wb../bw../..../....|.../.../...|../..|. w', games)).toBe('pylos');
    expect(likelyGame('F f E', games)).toBeNull();
  });
});

describe('values in words', () => {
  const line: Line = {
    move: 'F',
    value: 1.25,
    chance: 0.6,
    bound: 'exact',
    proven: false,
    depth: 9,
    selective_depth: 9,
    line: ['F'],
  };
  const worth = (change: Partial<Line>, exact?: { least: number; most: number; plies: null }) =>
    worthOf({ ...line, ...change }, 'seeds', exact, exact && 'seeds', studyEn, 'en');
  it('are exact where tables are', () => {
    expect(worth({ seeds_least: 3, seeds_most: 3 }).long).toBe('exactly +3 seeds');
    expect(worth({}, { least: -1, most: -1, plies: null }).long).toBe('exactly −1 seed');
    expect(worth({ seeds_least: -2, seeds_most: 4 }).long).toBe('between −2 and +4 seeds');
  });
  it('are estimates elsewhere', () => {
    expect(worth({})).toEqual({ short: '+1.3', long: '+1.3 seeds, estimated', isExact: false });
    expect(worth({ proven: true, wins_in: 9, turns: 5 }).long).toBe('wins in 5 moves');
    expect(worth({ proven: true, wins_in: 9, turns: 5, bound: 'lower' }).long).toBe('wins in at most 5 moves');
    expect(worth({ proven: true, loses_in: 2, turns: 1, bound: 'upper' }).long).toBe('loses in at most 1 move');
    expect(worth({ proven: true, chance: 1, wins_in: 9, turns: 0 }).long).toBe('wins');
    expect(worth({ proven: true, chance: 0.5 }).long).toBe('draws');
    expect(worth({ bound: 'lower' }).short).toBe('≥ +1.3');
  });
  it('write numbers as the reader does', () => {
    expect(signed(-0.75, 'es')).toMatch(/^−0,[78]$/);
    expect(signed(0, 'es')).toBe('±0');
  });
  it('give everybody a share', () => {
    const found = chancesOf(
      { ...situation(1), sides: 3 },
      {
        unit: 'chance',
        depth: 1,
        nodes: 1,
        ms: 1,
        lines: [{ ...line, chance: 0.5 }],
        rolls: null,
        chance: null,
        cells: null,
      },
    );
    expect(found).toEqual([0.25, 0.5, 0.25]);
  });
});

it('reads what tables say, and nothing else', () => {
  const position = { version: 1, game: 'oware', position: '…', known: true, value: 3, final_least: 3, final_most: 3 };
  const capture = { mover_forces_capture: true, opponent_forces_capture: null, capture_possible: true };
  const bounds = { low: 3, high: 3, ...capture };
  const known = { move: 'A', value: 3, final_least: 3, final_most: 3, ...bounds };
  const unknown = { move: 'B', value: null, final_least: null, final_most: null, ...bounds };
  const answer = { ...position, ...bounds, moves: [known, unknown] };
  expect(readProbe(answer)).toBeNull(); // the worth of B is missing
  expect([...readProbe({ ...answer, moves: [known] })!.moves]).toEqual([['A', { least: 3, most: 3, plies: null }]]);
  expect(readProbe({ ...answer, known: false })).toBeNull();
  expect(readProbe({ ...answer, moves: [{ ...known, value: '3' }] })).toBeNull();
  expect(readProbe({ ...answer, more: 1 })).toBeNull();
  expect(readProbe('nonsense')).toBeNull();
  const safe = { ...known, safe: true },
    open = { ...known, move: 'C', final_most: 5, safe: false };
  expect(readProbe({ ...answer, moves: [safe] })!.safe).toEqual([]); // nothing depends on endless play
  expect(readProbe({ ...answer, moves: [safe, open] })!.safe).toEqual(['A']);
  const ball = { move: '1a1', value: -1, plies: 12, final_least: -1, final_most: -1 };
  const pylos = readProbe({ ...position, plies: 12, moves: [ball] })!;
  expect(pylos.unit).toBe('outcome');
  expect(pylos.moves.get('1a1')).toEqual({ least: -1, most: -1, plies: 12 });
  expect(readProbe({ ...position, plies: 12, moves: [ball], only_move: '1a1' })!.only).toBe('1a1');
});

describe('tables that are asked', () => {
  const node = (id: number) => ({ id, situation: { result: null } }) as StudyNode;
  const line = (game: string) => ({ game, start: null, plies: [] });
  const known: Consultation = { exact: { unit: 'outcome', moves: new Map(), only: null, safe: [] }, fault: null };

  it('are asked one question at a time, and of those that wait only the last', async () => {
    const asked: string[] = [];
    let answer: (told: Consultation) => void = () => {};
    const asking = new Asking(({ game }) => {
      asked.push(game);
      return new Promise((resolve) => (answer = resolve));
    });
    asking.ask(node(1), line('first'));
    asking.ask(node(2), line('second'));
    asking.ask(node(3), line('third'));
    expect(asked).toEqual(['first']);
    answer(known);
    await vi.waitFor(() => expect(asked).toEqual(['first', 'third']));
    expect(asking.stateOf(node(1))).toBe('known');
    expect(asking.stateOf(node(2))).toBeNull();
    answer({ exact: null, fault: 'damaged' });
    await vi.waitFor(() => expect(asking.stateOf(node(3))).toBe('damaged'));
    asking.again(node(3), line('again'));
    expect(asked.at(-1)).toBe('again');
    asking.close();
    answer(known);
    await Promise.resolve();
    expect(asking.stateOf(node(3))).toBeNull();
  });

  it('say when the network is slow, and that they could not be reached', async () => {
    vi.useFakeTimers();
    let answer: (told: Consultation) => void = () => {};
    const asking = new Asking(() => new Promise((resolve) => (answer = resolve)));
    asking.ask(node(1), line('pylos'));
    expect(asking.stateOf(node(1))).toBeNull();
    vi.advanceTimersByTime(3000);
    expect(asking.stateOf(node(1))).toBe('slow');
    vi.useRealTimers();
    answer({ exact: null, fault: 'cut' });
    await vi.waitFor(() => expect(asking.stateOf(node(1))).toBe('cut'));
  });
});

it('shows every move as tables have it, whatever a search thinks of it', () => {
  const searched = { value: 1, bound: 'exact' as const, proven: false, depth: 9, selective_depth: 9 };
  const found = [
    { ...searched, move: 'A', chance: 0.9, line: ['A', 'b', 'C'] },
    { ...searched, move: 'B', chance: 0.2, line: ['B', 'a'] },
  ];
  const moves = new Map([
    ['A', { least: -1, most: -1, plies: 8 }],
    ['B', { least: -1, most: -1, plies: 12 }],
    ['C', { least: 1, most: 1, plies: 5 }],
  ]);
  const lines = exactLines(found, { unit: 'outcome', moves, only: 'C', safe: [] });
  expect(lines.map(({ line, chance }) => [line.join(' '), chance])).toEqual([
    ['C', 1],
    ['B a', 0],
    ['A', 0],
  ]);
});

it('puts the better of exact moves first', () => {
  const move = (least: number, plies: number | null) => ({ least, most: least, plies });
  const sorted = [move(-1, 4), move(1, 9), move(0, null), move(-1, 12), move(1, 3)].sort(byWorth);
  expect(sorted.map(({ least, plies }) => [least, plies])).toEqual([
    [1, 3],
    [1, 9],
    [0, null],
    [-1, 12],
    [-1, 4],
  ]);
});
