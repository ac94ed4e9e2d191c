// Anything that may be pasted or opened: a link, records, or a position. Says what it is, or why it is nothing.

import { LudotecaError, type GameInfo, type RecordText, type RulesClient } from '../engine/types';
import { decodeShared, type SharedProblem } from '../model/share';
import type { Source } from './study.svelte';

export type Reading = { sources: Source[] } | { problem: SharedProblem } | { error: LudotecaError };

/** Seats by the names of sides, as tags have them. */
export function namesOf(tags: Record<string, string>, sideNames: string[]): string[] {
  return sideNames.map((side) => tags[side] ?? '');
}

function sourceOf(record: RecordText, sideNames: string[]): Source {
  return {
    line: record.line,
    names: namesOf(record.tags, sideNames),
    comments: record.comments,
    result: record.result,
  };
}

async function asRecords(rules: RulesClient, text: string): Promise<Source[]> {
  const [records, games] = await Promise.all([rules.readRecords(text), rules.games()]);
  return records.map((record) => {
    const info = games.find(({ name }) => record.line.game.split(':')[0] === name);
    return sourceOf(record, info?.sides ?? []);
  });
}

/** The rules to try a position with: those that are open first, then every game as usual, then with every option. */
function gamesToTry(games: GameInfo[], current: string): string[] {
  const usual = games.map(({ name }) => name);
  const others = games.flatMap(({ name, options }) =>
    options.flatMap(({ key, values, usual: known }) =>
      values.filter(({ value }) => value !== known).map(({ value }) => `${name}:${key}=${value}`),
    ),
  );
  return [...new Set([current, ...usual, ...others])];
}

const marksOf = (text: string): Set<string> => new Set(text.replace(/[\p{L}\p{N}\s]/gu, ''));

/** The game whose positions look most like a text, by the marks between letters and digits; null: none does. */
export function likelyGame(text: string, games: GameInfo[]): string | null {
  const marks = marksOf(text);
  const likeness = ({ start }: GameInfo): number => {
    const own = marksOf(start);
    return [...marks].filter((mark) => own.has(mark)).length / new Set([...marks, ...own]).size;
  };
  const best = games.reduce((a, b) => (likeness(b) > likeness(a) ? b : a));
  return likeness(best) > 0.6 ? best.name : null;
}

/** A position of any game, or why it is none of the game that it looks like; null: it looks like none. */
async function asPosition(rules: RulesClient, text: string, current: string): Promise<Source | LudotecaError | null> {
  const games = await rules.games();
  const likely = likelyGame(text, games);
  let error: LudotecaError | null = null;
  for (const isFragment of [false, true]) {
    for (const game of gamesToTry(games, current)) {
      const line = { game, start: text, plies: [], ...(isFragment ? { isFragment } : {}) };
      try {
        await rules.situation(line);
        return { line, names: [] };
      } catch (reason) {
        if (!(reason instanceof LudotecaError)) throw reason;
        if (game.split(':')[0] === likely) error ??= reason;
      }
    }
  }
  return error;
}

const FIRST_WORD = /^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/; // numbers and results between moves

/** A bare list of moves, from the usual start of the rules that are open: '1. F f 2. E c'. */
async function asMoves(rules: RulesClient, text: string, game: string): Promise<Source | null> {
  const words = text
    .replace(/(\d+)\.+(?=\S)/g, '$1. ')
    .split(/\s+/)
    .filter((word) => word !== '' && !FIRST_WORD.test(word));
  const plies: string[] = [];
  for (const word of words) {
    const line = { game, start: null, plies };
    const { awaits } = await rules.situation(line);
    const [roll, move] = awaits === 'roll' ? word.split(':') : [null, word]; // a whole turn: 8:c5
    if (roll) plies.push(roll);
    if (move) plies.push(await rules.readMove(line, move));
  }
  await rules.situation({ game, start: null, plies });
  return plies.length > 0 ? { line: { game, start: null, plies }, names: [] } : null;
}

export async function readAnything(rules: RulesClient, text: string, current: string): Promise<Reading> {
  const trimmed = text.trim();
  const code = /#\/(?:s|analyse\/s)\/([\w-]+)/.exec(trimmed)?.[1];
  if (code) {
    const shared = await decodeShared(code);
    return typeof shared === 'string' ? { problem: shared } : { sources: [{ line: shared.line, names: shared.names }] };
  }
  const isOneLine = !/[\n[]/.test(trimmed);
  const found = isOneLine && trimmed !== '' ? await asPosition(rules, trimmed, current) : null;
  if (found && !(found instanceof LudotecaError)) return { sources: [found] };
  try {
    return { sources: await asRecords(rules, text) };
  } catch (error) {
    if (!(error instanceof LudotecaError)) throw error;
    const isBare = !trimmed.includes('[');
    const moves = isBare ? await asMoves(rules, trimmed, current).catch(() => null) : null;
    return moves ? { sources: [moves] } : { error: found ?? error };
  }
}
