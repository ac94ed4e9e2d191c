// The worker as it runs in a browser: what it does by itself while nothing is asked of it.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from './messages';

type Scope = { onmessage: ((event: { data: ToWorker }) => void) | null; postMessage: (message: FromWorker) => void };
const scope = globalThis as unknown as Scope;
const said: FromWorker[] = [];
const tell = (data: ToWorker): void => scope.onmessage!({ data });

beforeAll(async () => {
  scope.onmessage = null; // a worker has one
  scope.postMessage = (message) => said.push(message);
  await import('./worker');
  const module = new WebAssembly.Module(readFileSync(new URL('./ludoteca.wasm', import.meta.url)));
  tell({ kind: 'begin', module, flag: null });
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
