// Exact values from tables: those of the page's own host, or of another that it names, fetched piece by piece. Where
// there are none (a plain web server) this is silent: the analysis goes on without.

import type { GameLine, OracleAnswer } from '../engine/types';
import type * as wire from '../engine/wire';
import { oracle } from '../lib/engine';
import { offers } from '../lib/offers';
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
  safe: string[]; // where bounds are open: the moves that are best however endless play is scored
}

/** What became of a question. `cut` and `damaged` may come with values, if some were to be had. */
export interface Consultation {
  exact: ExactPosition | null;
  fault: 'cut' | 'damaged' | null;
}

const NOTHING: Consultation = { exact: null, fault: null };
/** What the tables know of where a game stands. */
export async function consultTables(line: GameLine): Promise<Consultation> {
  const { list, isCut } = await offers();
  const name = line.game.split(':')[0]!;
  const files = list.filter(({ game, isStrategy }) => !isStrategy && game.split(':')[0] === name);
  if (files.length === 0) return isCut && navigator.onLine ? { exact: null, fault: 'cut' } : NOTHING;
  const plain = files.map(({ file, bytes, tag, url }) => ({ file, bytes, tag, url }));
  return readAnswer(await (await oracle()).ask(line, plain));
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
  const exact: ExactPosition = { unit: hasScore ? 'seeds' : 'outcome', moves: new Map(), only: only_move, safe: [] };
  for (const { move, value, final_least, final_most, plies = null } of moves) {
    const [least, most] = hasScore ? [final_least, final_most] : [value, value];
    if (least !== null && most !== null) exact.moves.set(move, { least, most, plies });
  }
  const isOpen = [...exact.moves.values()].some(({ least, most }) => least !== most);
  if (isOpen) exact.safe = moves.filter(({ safe }) => safe === true).map(({ move }) => move);
  return moves.length > 0 && exact.moves.size === moves.length ? exact : null;
}
