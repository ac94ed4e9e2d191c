// Exact values from tables: those of the page's own host, or of another that it names, fetched piece by piece. Where
// there are none (a plain web server) this is silent: the analysis goes on without.

import type { GameLine, OracleAnswer, TableFile } from '../engine/types';
import type * as wire from '../engine/wire';
import { oracle } from '../lib/engine';
import { fits } from '../lib/schema';

export interface ExactMove {
  least: number; // oware: seeds; pylos: 1 won, 0 endless, -1 lost
  most: number;
  plies: number | null; // pylos: to the end
}

export interface ExactPosition {
  unit: 'seeds' | 'outcome';
  moves: Map<string, ExactMove>;
  only: string | null; // the one move that keeps the result
}

/** What became of a question. `cut` and `damaged` may come with values, if some were to be had. */
export interface Consultation {
  exact: ExactPosition | null;
  fault: 'cut' | 'damaged' | null;
}

const NOTHING: Consultation = { exact: null, fault: null };
const WAIT_MS = 8000;
const FRESH_MS = 60_000;

interface Listing {
  files: Map<string, TableFile[]>; // by the name of the game
  isCut: boolean;
}

let listing: Promise<Listing> | null = null;
let listedAt = 0;

async function askList(base: URL): Promise<wire.TableOffer | null> {
  const response = await fetch(new URL('index.json', base), { signal: AbortSignal.timeout(WAIT_MS) });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: unknown = response.ok && isJson ? await response.json() : null;
  return fits('tables.table_offer', answer) ? (answer as wire.TableOffer) : null;
}

/** Adds what a place offers; the first place that has a file is asked for it. */
function addOffer(files: Listing['files'], offer: wire.TableOffer | null, base: URL): void {
  for (const { file, game, bytes, tag } of offer?.tables ?? []) {
    const name = game.split(':')[0]!;
    const known = files.get(name) ?? [];
    const url = new URL(`${encodeURIComponent(file)}?tag=${tag}`, base).href;
    if (known.every((other) => other.file !== file)) files.set(name, [...known, { file, bytes, url }]);
  }
}

async function list(): Promise<Listing> {
  const files: Listing['files'] = new Map();
  const own = new URL('tables/', document.baseURI);
  try {
    const offer = await askList(own);
    addOffer(files, offer, own);
    const other = offer?.from ? new URL(offer.from) : null;
    if (other) addOffer(files, await askList(other), other);
    return { files, isCut: false };
  } catch {
    return { files, isCut: true };
  }
}

/** Asked once, and again if there was no connection, after a while. */
function listed(): Promise<Listing> {
  if (!listing) {
    listedAt = Date.now();
    listing = list();
    void listing.then(({ isCut }) => {
      if (isCut) setTimeout(() => (listing = null), Math.max(0, FRESH_MS - (Date.now() - listedAt)));
    });
  }
  return listing;
}

/** For whoever wants to try again at once. */
export function forgetList(): void {
  listing = null;
}

/** What the tables know of where a game stands. */
export async function consultTables(line: GameLine): Promise<Consultation> {
  const { files, isCut } = await listed();
  const offered = files.get(line.game.split(':')[0]!) ?? [];
  if (offered.length === 0) return isCut && navigator.onLine ? { exact: null, fault: 'cut' } : NOTHING;
  return readAnswer(await (await oracle()).ask(line, offered));
}

export function readAnswer({ probe, damaged, isCut }: OracleAnswer): Consultation {
  return { exact: readProbe(probe), fault: damaged.length > 0 ? 'damaged' : isCut ? 'cut' : null };
}

/** Seeds where the tables tell bounds of a score, else who wins. */
export function readProbe(answer: unknown): ExactPosition | null {
  if (!fits('tables.table_probe', answer)) return null;
  const { known, moves, only_move = null } = answer as wire.TableProbe;
  if (!known) return null;
  const hasScore = moves.some((entry) => entry.low !== undefined);
  const exact: ExactPosition = { unit: hasScore ? 'seeds' : 'outcome', moves: new Map(), only: only_move };
  for (const { move, value, final_least, final_most, plies = null } of moves) {
    const [least, most] = hasScore ? [final_least, final_most] : [value, value];
    if (least !== null && most !== null) exact.moves.set(move, { least, most, plies });
  }
  return moves.length > 0 && exact.moves.size === moves.length ? exact : null;
}
