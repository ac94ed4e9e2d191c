// Exact values from the tables of a server, where the page comes from one that has them. Everywhere else
// (offline, a plain web server) this is silent: the analysis goes on without.

import type * as wire from '../engine/wire';
import { fits } from '../lib/schema';

export interface ExactMove {
  least: number; // oware: seeds; pylos: 1 won, 0 endless, -1 lost
  most: number;
  plies: number | null; // pylos: to the end
}

export interface ExactPosition {
  unit: 'seeds' | 'outcome';
  moves: Map<string, ExactMove>;
}

const WAIT_MS = 4000;
let listed: Promise<string[]> | null = null;
const found = new Map<string, ExactPosition | null>();

async function ask(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, document.baseURI), { signal: AbortSignal.timeout(WAIT_MS) });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return response.ok && isJson ? response.json() : null;
}

/** The games for which there are tables; asked once. */
async function games(): Promise<string[]> {
  listed ??= ask('api/v1/tables')
    .then((answer) => {
      if (!fits('tables.table_reaches', answer)) return [];
      return (answer as wire.TableReaches).tables.map(({ game }) => game.split(':')[0]!);
    })
    .catch(() => []);
  return listed;
}

/** What the tables know of a position; null: nothing. */
export async function exactValues(game: string, position: string, isFragment: boolean): Promise<ExactPosition | null> {
  if (!navigator.onLine) return null;
  const name = game.split(':')[0]!;
  if (!(await games()).includes(name)) return null;
  const query = new URLSearchParams({ game, position, ...(isFragment ? { fragment: '1' } : {}) }).toString();
  const known = found.get(query);
  if (known !== undefined) return known;
  const answer = await ask(`api/v1/tables/probe?${query}`).catch(() => null);
  const exact = readProbe(answer);
  if (found.size > 2000) found.clear();
  found.set(query, exact);
  return exact;
}

/** Seeds where the tables tell bounds of a score, else who wins. */
export function readProbe(answer: unknown): ExactPosition | null {
  if (!fits('tables.table_probe', answer)) return null;
  const { known, moves } = answer as wire.TableProbe;
  if (!known) return null;
  const hasScore = moves.some((entry) => entry.low !== undefined);
  const exact: ExactPosition = { unit: hasScore ? 'seeds' : 'outcome', moves: new Map() };
  for (const { move, value, final_least, final_most, plies = null } of moves) {
    const [least, most] = hasScore ? [final_least, final_most] : [value, value];
    if (least !== null && most !== null) exact.moves.set(move, { least, most, plies });
  }
  return exact.moves.size > 0 ? exact : null;
}
