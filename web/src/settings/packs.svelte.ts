// What can be downloaded for use without a network: the tables of some rules, or a strategy. Each is several files at
// most, of which the browser knows how much of them is there.

import { listPacks, packFolder, removePack } from '../engine/pack_files';
import type { PackNews } from '../engine/pack_worker';
import { forgetOffers, offers, type Offer } from '../lib/offers';

export type PackState = 'none' | 'part' | 'whole' | 'loading' | 'full' | 'cut';

export interface Pack {
  id: string;
  game: string;
  isStrategy: boolean;
  files: Offer[];
  bytes: number;
  has: number;
  state: PackState;
}

/** What a pack needs of a Worker; tests bring their own. */
export interface Loader {
  postMessage(files: Offer[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PackNews>) => void) | null;
  onerror: (() => void) | null;
}

function makeLoader(): Loader {
  return new Worker(new URL('../engine/pack_worker.ts', import.meta.url), { type: 'module' }) as unknown as Loader;
}

/** Files by what they are for, with what is there of each. */
export function groupPacks(list: Offer[], has: Map<string, number>): Pack[] {
  const packs = new Map<string, Pack>();
  for (const offer of list) {
    const id = `${offer.game}${offer.isStrategy ? ' strategy' : ''}`;
    const { game, isStrategy } = offer;
    const pack = packs.get(id) ?? { id, game, isStrategy, files: [], bytes: 0, has: 0, state: 'none' };
    pack.files.push(offer);
    pack.bytes += offer.bytes;
    pack.has += Math.min(offer.bytes, has.get(`${offer.tag} ${offer.file}`) ?? 0);
    packs.set(id, pack);
  }
  const all = [...packs.values()];
  for (const pack of all) pack.state = stateOf(pack);
  return all.sort((a, b) => Number(b.isStrategy) - Number(a.isStrategy) || a.id.localeCompare(b.id));
}

function stateOf({ has, bytes }: Pick<Pack, 'has' | 'bytes'>): PackState {
  return has === 0 ? 'none' : has < bytes ? 'part' : 'whole';
}

export class Packs {
  list: Pack[] = $state([]);
  isReady = $state(false);
  isPossible = $state(true); // whether this browser has a place for them
  private readonly loaders = new Map<string, Loader>();

  constructor(private readonly make: () => Loader = makeLoader) {}

  async refresh(): Promise<void> {
    this.isPossible &&= (await packFolder(true)) !== null;
    const { list } = await offers();
    const there = await listPacks().catch(() => []);
    const has = new Map(there.map(({ file, tag, has }) => [`${tag} ${file}`, has]));
    this.list = groupPacks(list, has).map((pack) => (this.loaders.has(pack.id) ? { ...pack, state: 'loading' } : pack));
    this.isReady = true;
  }

  /** From where it was left, if it was begun. */
  load({ id, files }: Pack): void {
    if (this.loaders.has(id)) return;
    void navigator.storage.persist?.().catch(() => false); // so that it is not cleared when room gets scarce
    const loader = this.make();
    this.loaders.set(id, loader);
    this.change(id, { state: 'loading' });
    loader.onmessage = ({ data }) => {
      if (data.kind === 'progress') return this.change(id, { has: data.done });
      const why = data.kind === 'failed' ? data.why : null;
      if (why === 'barred') this.isPossible = false;
      void this.end(id, why === 'barred' ? null : why);
    };
    loader.onerror = () => void this.end(id, 'cut');
    const plain = files.map((file) => ({ ...file })); // what is watched can't be sent
    loader.postMessage(plain);
  }

  pause({ id }: Pack): void {
    void this.end(id, null);
  }

  async remove(pack: Pack): Promise<void> {
    await this.end(pack.id, null);
    for (const file of pack.files) await removePack(file);
    await this.changed();
  }

  /** Whatever is under way ends with the dialog; it goes on from there the next time. */
  close(): void {
    for (const loader of this.loaders.values()) loader.terminate();
    this.loaders.clear();
    forgetOffers();
  }

  private change(id: string, what: Partial<Pack>): void {
    this.list = this.list.map((pack) => (pack.id === id ? { ...pack, ...what } : pack));
  }

  private async changed(): Promise<void> {
    forgetOffers();
    await this.refresh();
  }

  private async end(id: string, fault: 'full' | 'cut' | null): Promise<void> {
    this.loaders.get(id)?.terminate();
    if (!this.loaders.delete(id)) return;
    await this.changed();
    if (fault) this.change(id, { state: fault });
  }
}
