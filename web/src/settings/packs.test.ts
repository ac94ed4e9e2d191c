// Packs: what can be downloaded, how far it is, and what becomes of a download.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { packName, readPackName } from '../engine/pack_files';
import type { PackNews } from '../engine/pack_worker';
import { forgetOffers, gameOfFile, type Offer } from '../lib/offers';
import { groupPacks, Packs, type Loader } from './packs.svelte';

const TAG = '0123456789abcdef';
const offer = (file: string, bytes: number): Offer => ({
  file,
  bytes,
  tag: TAG,
  url: `https://host/tables/${file}`,
  game: gameOfFile(file),
  isStrategy: file.endsWith('.strategy'),
});
const files = [
  offer('pylos.distance.0.ludt', 300),
  offer('pylos.variant=child.distance.1.ludt', 500),
  offer('pylos.distance.1.ludt', 700),
  offer('pylos.variant=child.strategy', 1000),
];

it('names files so that they tell what they are', () => {
  expect(files.map(({ file }) => gameOfFile(file))).toEqual([
    'pylos',
    'pylos:variant=child',
    'pylos',
    'pylos:variant=child',
  ]);
  expect(gameOfFile('oware.slam=nocapture.value.16.ludt')).toBe('oware:slam=nocapture');
  expect(gameOfFile('pylos.base=3.variant=child.value.2.ludt')).toBe('pylos:base=3,variant=child');
  const { file, tag, bytes } = files[1]!;
  expect(readPackName(packName(files[1]!))).toEqual({ file, tag, bytes });
  for (const name of ['notes.txt', '.build-lock', `${TAG}.x.pylos`, 'zzzz.3.pylos'])
    expect(readPackName(name)).toBeNull();
});

it('puts together what is for the same rules, strategies first, and says how much is there', () => {
  const has = new Map([
    [`${TAG} pylos.distance.0.ludt`, 300],
    [`${TAG} pylos.distance.1.ludt`, 200],
    [`${TAG} pylos.variant=child.strategy`, 1000],
    ['fedcba9876543210 pylos.variant=child.distance.1.ludt', 500], // of other bytes
  ]);
  const told = groupPacks(files, has).map(({ id, bytes, has, state }) => [id, bytes, has, state]);
  expect(told).toEqual([
    ['pylos:variant=child strategy', 1000, 1000, 'whole'],
    ['pylos', 1000, 500, 'part'],
    ['pylos:variant=child', 500, 0, 'none'],
  ]);
});

class FakeLoader implements Loader {
  onmessage: Loader['onmessage'] = null;
  onerror: Loader['onerror'] = null;
  asked: Offer[] = [];
  isEnded = false;
  postMessage = (list: Offer[]) => void (this.asked = list);
  terminate = () => void (this.isEnded = true);
  tell = (data: PackNews) => this.onmessage?.({ data } as MessageEvent<PackNews>);
}

beforeEach(() => {
  forgetOffers();
  const list = {
    version: 1,
    from: null,
    tables: files.slice(0, 3).map(({ file, bytes, tag, game }) => {
      return { file, bytes, tag, game, column: 'distance', layer: 0, entries: 1, checksum: tag };
    }),
    strategies: files.slice(3).map(({ file, bytes, tag, game }) => ({ file, bytes, tag, game })),
  };
  vi.stubGlobal('document', { baseURI: 'https://host/' });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(list)));
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.reject(new Error('none')) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetOffers();
});

it('downloads, tells how far it is, pauses, and says what went wrong', async () => {
  const loaders: FakeLoader[] = [];
  const packs = new Packs(() => {
    loaders.push(new FakeLoader());
    return loaders.at(-1)!;
  });
  await packs.refresh();
  const pylos = () => packs.list.find(({ id }) => id === 'pylos')!;
  expect(packs.list).toHaveLength(3);
  packs.load(pylos());
  packs.load(pylos()); // once is enough
  expect(loaders).toHaveLength(1);
  expect(loaders[0]!.asked.map(({ url }) => url.slice(-'pylos.distance.0.ludt?tag='.length - 16))).toEqual([
    `pylos.distance.0.ludt?tag=${TAG}`,
    `pylos.distance.1.ludt?tag=${TAG}`,
  ]);
  expect(pylos().state).toBe('loading');
  loaders[0]!.tell({ kind: 'progress', done: 400 });
  expect(pylos().has).toBe(400);
  packs.pause(pylos());
  await vi.waitFor(() => expect(pylos().state).toBe('none')); // nothing was kept here
  expect(loaders[0]!.isEnded).toBe(true);
  for (const why of ['full', 'cut'] as const) {
    packs.load(pylos());
    loaders.at(-1)!.tell({ kind: 'failed', why });
    await vi.waitFor(() => expect(pylos().state).toBe(why));
  }
  packs.load(pylos());
  packs.close();
  expect(loaders.every(({ isEnded }) => isEnded)).toBe(true);
});

it('offers nothing where the browser keeps no files, or can not write them', async () => {
  const packs = new Packs(() => loader);
  const loader = new FakeLoader();
  await packs.refresh();
  expect(packs.isPossible).toBe(false); // a private window
  const folder = { entries: () => [] };
  const getDirectory = () => Promise.resolve({ getDirectoryHandle: () => Promise.resolve(folder) });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  const others = new Packs(() => loader);
  await others.refresh();
  expect(others.isPossible).toBe(true);
  others.load(others.list[0]!);
  loader.tell({ kind: 'failed', why: 'barred' });
  expect(others.isPossible).toBe(false);
  await vi.waitFor(() => expect(others.list[0]!.state).toBe('none'));
});
