// Bringing pieces of tables, with a network that is slow, cut or lying.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Oracle } from './oracle';
import { PieceSource, pieceKey, type PieceShelf, type TableFile } from './pieces_source';

const FILE: TableFile = {
  file: 'pylos.distance.2.ludt',
  bytes: 3_000_000,
  tag: '1',
  url: 'https://host/tables/a.ludt?tag=1',
};
const LINE = ['pylos', '', '', '', '0', '0'];
const content = (at: number, size: number) => Uint8Array.from({ length: size }, (_, i) => (at + i) % 251);

/** Wants the pieces of a list, one after the other, and knows what they must be. */
class FakeEngine {
  readonly asked: string[][] = [];
  readonly given: number[] = [];
  private at = 0;

  constructor(private readonly pieces: { at: number; bytes: number }[]) {}

  ask = (words: readonly (string | Uint8Array)[]): string => {
    const [verb] = words as string[];
    this.asked.push(words.map((word) => (typeof word === 'string' ? word : `${word.length} bytes`)));
    const next = this.pieces[this.at];
    if (verb === 'wanted') return JSON.stringify({ pieces: next ? [{ file: FILE.file, ...next }] : [] });
    if (verb === 'giveUp') {
      this.given.push(Number(words[3]));
      this.at++;
    }
    if (verb !== 'bring') return JSON.stringify({ pieces: [] });
    const bytes = words[4] as Uint8Array;
    const right = content(next!.at, bytes.length);
    const isGood = bytes.every((byte, i) => byte === right[i]);
    if (isGood) this.at++;
    return JSON.stringify({ piece: isGood ? 'taken' : 'damaged' });
  };
}

class Shelf implements PieceShelf {
  readonly kept = new Map<string, Uint8Array>();
  isBroken = false;
  get = (key: string) =>
    this.isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(this.kept.get(key) ?? null);
  put = (key: string, bytes: Uint8Array) =>
    this.isBroken ? Promise.reject(new Error('full')) : Promise.resolve(void this.kept.set(key, bytes));
  remove = (key: string) => Promise.resolve(void this.kept.delete(key));
}

type Answer = (at: number, size: number, request: RequestInit) => Response | Promise<Response>;
const honest: Answer = (at, size) => new Response(content(at, size), { status: 206 });
let answer: Answer;
let calls: { range: string; cache: string }[];
let shelf: Shelf;
let pack: Uint8Array | null; // of FILE, from its beginning on
const packed = (_: TableFile, { at, bytes }: { at: number; bytes: number }) =>
  Promise.resolve(pack && pack.length >= at + bytes ? pack.slice(at, at + bytes) : null);

beforeEach(() => {
  answer = honest;
  calls = [];
  shelf = new Shelf();
  pack = null;
  vi.stubGlobal('fetch', (_: string, request: RequestInit) => {
    const range = (request.headers as Record<string, string>).Range!;
    const [first, last] = range.slice('bytes='.length).split('-').map(Number);
    calls.push({ range, cache: String(request.cache) });
    return Promise.resolve().then(() => answer(first!, last! - first! + 1, request));
  });
});
afterEach(() => vi.unstubAllGlobals());

function gather(pieces: { at: number; bytes: number }[]) {
  const engine = new FakeEngine(pieces);
  const oracle = new Oracle(engine.ask, new PieceSource(shelf, packed, 1));
  return { engine, result: oracle.gather(LINE, [FILE]) };
}

describe('pieces of tables', () => {
  const two = [
    { at: 0, bytes: 4360 },
    { at: 70_000, bytes: 900 },
  ];

  it('are fetched by ranges, kept, and not fetched again', async () => {
    expect(await gather(two).result).toEqual({ bytes: 5260, requests: 2, damaged: [], isCut: false });
    expect(calls.map(({ range }) => range)).toEqual(['bytes=0-4359', 'bytes=70000-70899']);
    expect([...shelf.kept.keys()]).toEqual(two.map((piece) => pieceKey(FILE, { file: FILE.file, ...piece })));
    expect(await gather(two).result).toEqual({ bytes: 0, requests: 0, damaged: [], isCut: false });
    expect(calls).toHaveLength(2);
  });

  it('that arrive damaged once are asked for again, past all caches', async () => {
    let isFirst = true;
    answer = (at, size) => {
      const bytes = content(at, size);
      if (isFirst) bytes[10]! ^= 1;
      isFirst = false;
      return new Response(bytes, { status: 206 });
    };
    const { engine, result } = gather(two);
    expect(await result).toMatchObject({ damaged: [], isCut: false, requests: 3 });
    expect(calls.map(({ cache }) => cache)).toEqual(['default', 'reload', 'default']);
    expect(engine.given).toEqual([]);
    expect(shelf.kept.size).toBe(2);
  });

  it('that are always damaged are given up, told, and not kept', async () => {
    answer = (at, size) => new Response(at === 0 ? new Uint8Array(size) : content(at, size), { status: 206 });
    const { engine, result } = gather(two);
    expect(await result).toMatchObject({ damaged: [FILE.file], isCut: false });
    expect(engine.given).toEqual([0]);
    expect(calls.filter(({ range }) => range.startsWith('bytes=0-'))).toHaveLength(3);
    expect(shelf.kept.size).toBe(1);
  });

  it('that led to a damaged one are not believed either, though they were taken and kept', async () => {
    const index = { at: 256, bytes: 100 };
    const block = { at: 70_000, bytes: 50 };
    let taken: Uint8Array | null = null; // of the index
    const isGood = (bytes: Uint8Array, at: number) => bytes.every((byte, i) => byte === content(at, bytes.length)[i]);
    let isDone = false;
    const ask = (words: readonly (string | Uint8Array)[]): string => {
      const next = taken ? block : index;
      if (words[0] === 'giveUp') isDone = true;
      if (words[0] === 'wanted') return JSON.stringify({ pieces: isDone ? [] : [{ file: FILE.file, ...next }] });
      if (words[0] !== 'bring') return JSON.stringify({ pieces: [] });
      isDone = taken !== null && isGood(taken, index.at);
      taken = taken ? (isDone ? taken : null) : (words[4] as Uint8Array);
      return JSON.stringify({ piece: taken ? 'taken' : 'damaged' });
    };
    const spoilt = content(index.at, index.bytes);
    spoilt[9]! ^= 1;
    await shelf.put(pieceKey(FILE, { file: FILE.file, ...index }), spoilt);
    const result = await new Oracle(ask, new PieceSource(shelf, packed, 1)).gather(LINE, [FILE]);
    expect(result).toMatchObject({ damaged: [], isCut: false, requests: 3 });
    expect(calls.map(({ range, cache }) => [range, cache])).toEqual([
      ['bytes=70000-70049', 'default'],
      ['bytes=256-355', 'reload'],
      ['bytes=70000-70049', 'reload'],
    ]);
    expect(isGood(shelf.kept.get(pieceKey(FILE, { file: FILE.file, ...index }))!, index.at)).toBe(true);
  });

  it('kept ones that have spoilt meanwhile are fetched anew', async () => {
    await gather(two).result;
    for (const bytes of shelf.kept.values()) bytes[0]! ^= 1;
    expect(await gather(two).result).toMatchObject({ damaged: [], isCut: false, requests: 2 });
  });

  it.each<[string, Answer]>([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server that fails', () => new Response('', { status: 503 })],
    ['a file that is gone', () => new Response('', { status: 404 })],
    ['too few bytes', (at, size) => new Response(content(at, size - 1), { status: 206 })],
    ['a host without ranges, of a large file', () => new Response(content(0, 100), { status: 200 })],
  ])('can be cut off: %s', async (_, fault) => {
    answer = fault;
    const { engine, result } = gather(two);
    expect(await result).toEqual({ bytes: 0, requests: 2, damaged: [], isCut: true });
    expect(engine.given).toEqual([0, 70_000]); // the second without another try
    expect(shelf.kept.size).toBe(0);
  });

  it('survive a hiccup of the network', async () => {
    let isFirst = true;
    answer = (...request) => {
      if (!isFirst) return honest(...request);
      isFirst = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    expect(await gather(two).result).toMatchObject({ damaged: [], isCut: false, requests: 3 });
  });

  it('come from a pack as far as it was downloaded, and from the network if it is damaged', async () => {
    pack = content(0, 5000);
    expect(await gather(two).result).toMatchObject({ requests: 1, bytes: 900 });
    pack[7]! ^= 1;
    shelf = new Shelf();
    expect(await gather(two).result).toMatchObject({ requests: 2, damaged: [], isCut: false });
  });

  it('of files that are nowhere but here are not asked of the network', async () => {
    const engine = new FakeEngine(two);
    const oracle = new Oracle(engine.ask, new PieceSource(shelf, packed, 1));
    expect(await oracle.gather(LINE, [{ ...FILE, url: '' }])).toEqual({
      bytes: 0,
      requests: 0,
      damaged: [],
      isCut: true,
    });
  });

  it('do without a shelf', async () => {
    shelf.isBroken = true;
    expect(await gather(two).result).toMatchObject({ damaged: [], isCut: false, requests: 2 });
  });

  it('come out of whole files where a host knows no ranges and they are small', async () => {
    const small = { ...FILE, bytes: 6000 };
    answer = () => new Response(content(0, small.bytes), { status: 200 });
    const source = new PieceSource(shelf, packed, 1);
    expect(await source.get(small, { file: small.file, at: 300, bytes: 20 }, false)).toEqual(content(300, 20));
  });
});
