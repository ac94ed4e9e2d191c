// Tables and strategies that can be had: what the page's own host lists, what another place lists that it names, and
// what was downloaded before.

import { listPacks, type PackFile } from '../engine/pack_files';
import type { TableFile } from '../engine/types';
import type * as wire from '../engine/wire';
import { fits } from './schema';

export interface Offer extends TableFile {
  game: string; // 'pylos:variant=child'
  isStrategy: boolean;
}

export interface Offers {
  list: Offer[];
  isCut: boolean; // a place could not be asked
}

const WAIT_MS = 8000;
const FRESH_MS = 60_000;
const STRATEGY = /\.strategy$/;
let asked: Promise<Offers> | null = null;

async function askList(base: URL): Promise<wire.TableOffer | null> {
  const response = await fetch(new URL('index.json', base), { signal: AbortSignal.timeout(WAIT_MS) });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: unknown = response.ok && isJson ? await response.json() : null;
  return fits('tables.table_offer', answer) ? (answer as wire.TableOffer) : null;
}

/** Adds what a place offers; the first place that has a file is asked for it. */
function addOffer(list: Offer[], offer: wire.TableOffer | null, base: URL): void {
  for (const { file, game, bytes, tag } of [...(offer?.tables ?? []), ...(offer?.strategies ?? [])]) {
    if (list.some((other) => other.file === file)) continue;
    const url = new URL(`${encodeURIComponent(file)}?tag=${tag}`, base).href;
    list.push({ file, game, bytes, tag, url, isStrategy: STRATEGY.test(file) });
  }
}

/** The rules that a file is for: 'pylos.variant=child.distance.12.ludt'. */
export function gameOfFile(file: string): string {
  const rules = file.replace(STRATEGY, '').replace(/\.[a-z]+\.\d+\.ludt$/, '');
  const [name, ...options] = rules.split('.');
  return options.length > 0 ? `${name}:${options.join(',')}` : name!;
}

/** What was downloaded counts even if nobody lists it, as without a network. */
function addPacks(list: Offer[], packs: PackFile[]): void {
  for (const { file, tag, bytes } of packs) {
    if (list.some((other) => other.file === file)) continue;
    list.push({ file, game: gameOfFile(file), bytes, tag, url: '', isStrategy: STRATEGY.test(file) });
  }
}

async function ask(): Promise<Offers> {
  const list: Offer[] = [];
  const own = new URL('tables/', document.baseURI);
  let isCut = false;
  try {
    const offer = await askList(own);
    addOffer(list, offer, own);
    const other = offer?.from ? new URL(offer.from) : null;
    if (other) addOffer(list, await askList(other), other);
  } catch {
    isCut = true;
  }
  addPacks(list, await listPacks().catch(() => []));
  return { list, isCut };
}

/** Asked once, and again, after a while, if there was no connection. */
export function offers(): Promise<Offers> {
  asked ??= ask().then((found) => {
    if (found.isCut) setTimeout(forgetOffers, FRESH_MS);
    return found;
  });
  return asked;
}

/** For whoever wants to try again at once, or has changed what is here. */
export function forgetOffers(): void {
  asked = null;
}
