// The worker as it runs in a browser: what it does by itself while nothing is asked of it.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { weightFiles } from '../test/weights';
import { NOT_FETCHED } from './channel';
import { ASKED, type FromWorker, type ToWorker } from './messages';

type Scope = { onmessage: ((event: { data: ToWorker }) => void) | null; postMessage: (message: FromWorker) => void };
const scope = globalThis as unknown as Scope;
const said: FromWorker[] = [];
const tell = (data: ToWorker): void => scope.onmessage!({ data });

beforeAll(async () => {
  scope.onmessage = null; // a worker has one
  scope.postMessage = (message) => said.push(message);
  await import('./worker');
  const module = new WebAssembly.Module(readFileSync(new URL('./ludoteca.wasm', import.meta.url)));
  const weights = Object.fromEntries(Object.keys(weightFiles).map((name) => [name, `test:${name}`]));
  tell({ kind: 'begin', module, flag: null, weights });
});
afterAll(() => {
  delete (globalThis as { onmessage?: unknown }).onmessage;
});

let id = 0;
/** The first line of a search of two plies over a few seeds: only tables know its exact worth. */
function exactLeast(): number | null {
  tell({
    kind: 'ask',
    id: ++id,
    pieces: ['analyse', 'oware', '0-0-1-0-0-0-1-0-0-1-0-0-22-23-S', '', '', '0', '0', '1', '0', '0', '2'],
  });
  const answer = said.find((message) => message.kind === 'answer' && message.id === id) as { json: string };
  return (JSON.parse(answer.json) as { lines: { exactLeast: number | null }[] }).lines[0]!.exactLeast;
}

it('makes small tables of Oware as soon as it hears of it, before it is asked to think', async () => {
  tell({ kind: 'prepare', game: 'six' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(said).toEqual([]);
  tell({ kind: 'prepare', game: 'oware' });
  const before = performance.now();
  await vi.waitFor(() => expect(exactLeast()).not.toBeNull(), { timeout: 15_000, interval: 100 });
  expect(performance.now() - before).toBeLessThan(15_000);
  expect(said.every(({ kind }) => kind !== 'crash')).toBe(true);
});

it('leaves off a table as soon as something is asked, and goes on later', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(8));
  const module = new WebAssembly.Module(readFileSync(new URL('./ludoteca.wasm', import.meta.url)));
  tell({ kind: 'begin', module, flag: flag.buffer as SharedArrayBuffer, weights: {} });
  const answersTo = (wanted: number) => said.filter((message) => message.kind === 'answer' && message.id === wanted);
  // Somebody is always about to ask: no piece that takes a while gets done, and nobody waits for one.
  Atomics.store(flag, ASKED, 1_000_000);
  tell({ kind: 'prepare', game: 'oware:slam=nocapture' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = performance.now();
  tell({ kind: 'ask', id: ++id, pieces: ['situation', 'oware', '', '', '', '0', '0'] });
  expect(answersTo(id)).toHaveLength(1);
  expect(performance.now() - before).toBeLessThan(2000);
  expect(said.every(({ kind }) => kind !== 'crash')).toBe(true);
  const weights = Object.fromEntries(Object.keys(weightFiles).map((name) => [name, `test:${name}`]));
  tell({ kind: 'begin', module, flag: null, weights });
});

describe('weights', () => {
  const fetched: string[] = [];
  let isOnline = false;
  const answers = () => said.filter((message) => message.kind === 'answer') as { id: number; json: string }[];
  const ask = (...pieces: string[]): number => {
    tell({ kind: 'ask', id: ++id, pieces });
    return id;
  };
  const hint = () => ask('hint', 'dados', '', '', '', '0', '1', '8', '0', '0', '1');
  const answerTo = (wanted: number) =>
    vi.waitFor(() => {
      const found = answers().find((one) => one.id === wanted);
      expect(found).toBeDefined();
      return JSON.parse(found!.json) as { error?: { key: string }; move?: string };
    });

  beforeAll(() => {
    vi.stubGlobal('fetch', (url: string) => {
      fetched.push(url);
      if (!isOnline) return Promise.reject(new TypeError('no network'));
      return Promise.resolve(new Response(weightFiles[url.slice('test:'.length)] as BodyInit));
    });
  });
  afterAll(() => vi.unstubAllGlobals());

  it('are fetched when a game is first thought about, and missed in words', async () => {
    expect((await answerTo(hint())).error?.key).toBe(NOT_FETCHED);
    isOnline = true;
    const first = hint();
    const meanwhile = ask('situation', 'oware', '', '', '', '0', '0');
    expect((await answerTo(first)).error).toBeUndefined();
    expect((await answerTo(meanwhile)).error).toBeUndefined();
    expect(answers().findIndex((one) => one.id === first)).toBeLessThan(
      answers().findIndex((one) => one.id === meanwhile),
    );
    expect((await answerTo(hint())).error).toBeUndefined();
    expect(fetched).toHaveLength(2);
    expect(fetched[0]).toBe(fetched[1]);
  });

  it('are fetched ahead for a game that was announced', async () => {
    tell({ kind: 'prepare', game: 'dados:line=5' });
    await vi.waitFor(() => expect(fetched).toHaveLength(3));
    const found = await answerTo(ask('hint', 'dados:line=5', '', '', '', '0', '1', '8', '0', '0', '1'));
    expect(found.error).toBeUndefined();
    expect(fetched).toHaveLength(3);
  });
});
