// Numbers of the engine as people read them.

import type { Analysis, Line, Result, Situation } from '../engine/types';
import { libraryText } from '../i18n/index.svelte';
import type { StudyTexts } from '../i18n/study';
import { numberText, percentText } from '../lib/percent';
import type { Language } from '../lib/settings.svelte';
import type { ExactMove, ExactPosition } from './tables';

type Unit = Analysis['unit'];

/** '+2.3' or '−0.8' in the reader's way of writing numbers. */
export function signed(value: number, language: string, digits = 1): string {
  const text = numberText(Math.abs(value), language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
  });
  return (/[1-9]/.test(text) ? (value > 0 ? '+' : '−') : '±') + text;
}

export interface Worth {
  short: string;
  long: string;
  isExact: boolean; // certain, not an estimate
}

/** The word for what values count; where this page has none, the engine's. */
export function unitWord(unit: string, { units }: StudyTexts): string {
  return (units as Record<string, string | undefined>)[unit] ?? libraryText({ key: unit, args: [] });
}

/** Better moves first: more of what counts, a win sooner, a loss later. */
export function byWorth(a: ExactMove, b: ExactMove): number {
  if (a.least !== b.least) return b.least - a.least;
  const sooner = (a.plies ?? 0) - (b.plies ?? 0);
  return a.least > 0 ? sooner : -sooner;
}

/** What a search expects to follow, unless it judges the move otherwise than it is. */
function expected(line: Line | undefined, { least, most }: ExactMove): string[] {
  const isWrong = line && ((least > 0 && line.chance < 0.5) || (most < 0 && line.chance > 0.5));
  return line && !isWrong ? line.line.slice(1) : [];
}

/** Lines as they are, not as they are judged: every move, the best first. */
export function exactLines(found: Line[], exact: ExactPosition): Line[] {
  return [...exact.moves]
    .sort(([, a], [, b]) => byWorth(a, b))
    .map(([move, worth]) => {
      const known = found.find((line) => line.move === move);
      const chance = worth.least > 0 ? 1 : worth.most < 0 ? 0 : (known?.chance ?? 0.5);
      const seeds = exact.unit === 'seeds' ? { seeds_least: worth.least, seeds_most: worth.most } : {};
      const line = [move, ...expected(known, worth)];
      return { move, value: null, chance, bound: 'exact', proven: false, depth: 0, selective_depth: 0, line, ...seeds };
    });
}

/** What a move is worth to whoever makes it. */
export function worthOf(
  line: Line,
  unit: Unit,
  exact: ExactMove | undefined,
  exactUnit: ExactPosition['unit'] | undefined,
  texts: StudyTexts,
  language: Language,
): Worth {
  const say = texts.worth;
  const whole = (n: number): string => signed(n, language, 1);
  const least = exact && exactUnit === 'seeds' ? exact.least : (line.seeds_least ?? null);
  const most = exact && exactUnit === 'seeds' ? exact.most : (line.seeds_most ?? null);
  if (least !== null && most !== null) {
    if (least === most) return { short: `= ${whole(least)}`, long: say.exact(least, whole(least)), isExact: true };
    if (!line.proven)
      return {
        short: `${whole(least)}…${whole(most)}`,
        long: say.between(whole(least), whole(most)),
        isExact: true,
      };
  }
  if (exact && exactUnit === 'outcome') {
    const turns = exact.plies === null ? 0 : Math.ceil(exact.plies / 2); // of whoever makes the move
    if (turns && exact.least > 0) return { short: say.winsInShort(turns), long: say.winsIn(turns), isExact: true };
    if (turns && exact.least < 0) return { short: say.losesInShort(turns), long: say.losesIn(turns), isExact: true };
    const outcome = exact.least > 0 ? say.wins : exact.least < 0 ? say.loses : say.draws;
    return { short: outcome, long: outcome, isExact: true };
  }
  if (line.proven) {
    const { turns } = line; // of whoever makes the move, as people count
    // The end may come sooner, which is all that such a bound says.
    if (turns && line.wins_in !== undefined)
      return line.bound === 'lower'
        ? { short: say.winsWithinShort(turns), long: say.winsWithin(turns), isExact: true }
        : { short: say.winsInShort(turns), long: say.winsIn(turns), isExact: true };
    if (turns && line.loses_in !== undefined)
      return line.bound === 'upper'
        ? { short: say.losesWithinShort(turns), long: say.losesWithin(turns), isExact: true }
        : { short: say.losesInShort(turns), long: say.losesIn(turns), isExact: true };
    const outcome = line.chance > 0.75 ? say.wins : line.chance < 0.25 ? say.loses : say.draws;
    return { short: outcome, long: outcome, isExact: true };
  }
  const bound = line.bound === 'lower' ? '≥ ' : line.bound === 'upper' ? '≤ ' : '';
  if (unit === 'chance' || line.value === null) {
    const text = percentText(line.chance, language);
    return { short: bound + text, long: say.chanceLong(text), isExact: false };
  }
  const value = signed(line.value, language);
  return { short: bound + value, long: say.estimated(value, unitWord(unit, texts)), isExact: false };
}

/** The chances of all sides as far as an analysis tells; with three, the others share the rest. */
export function chancesOf(situation: Situation, analysis: Analysis | null, best = analysis?.lines[0]): number[] | null {
  const { sides, turn, result } = situation;
  if (result) return resultChances(result, sides);
  const chance = best?.chance ?? analysis?.chance ?? null;
  if (chance === null || turn === null) return null;
  const mover = turn % sides;
  return Array.from({ length: sides }, (_, side) => (side === mover ? chance : (1 - chance) / (sides - 1)));
}

export function resultChances(result: Result, sides: number): number[] {
  return Array.from({ length: sides }, (_, side) =>
    result.winner === null ? 1 / sides : result.winner === side ? 1 : 0,
  );
}
