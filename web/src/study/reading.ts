// Anything that may be pasted or opened: a link, records, or a position. Says what it is, or why it is nothing.

import { LudotecaError, type GameName, type RecordText, type RulesClient } from '../engine/types';
import { gameNames } from '../lib/games';
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

const DADOS = ['dados', 'dados:players=3', 'dados:players=4'];

/** The rules to try a position with: those that are open first, then every game as usual. */
function gamesToTry(current: string): string[] {
  const others = gameNames.flatMap((name) =>
    name === 'dados' ? DADOS : name === 'pylos' ? ['pylos', 'pylos:base=3'] : [name],
  );
  return [current, ...others.filter((game) => game !== current)];
}

/** A guess at the game that a text is a position of, for the message when it is none. */
export function likelyGame(text: string): GameName | null {
  if (/^\s*\d+(-\d+)+/.test(text)) return 'oware';
  if (/[wb.]{2,}\/.*\|/.test(text)) return 'pylos';
  if (/\br:|\bb:/.test(text)) return 'six';
  if (/[gbr.]{5,}\//.test(text)) return 'dados';
  return null;
}

async function asPosition(rules: RulesClient, text: string, current: string): Promise<Source | LudotecaError> {
  const likely = likelyGame(text);
  let error: LudotecaError | null = null;
  for (const game of gamesToTry(current)) {
    const name = game.split(':')[0];
    for (const isFragment of name === 'oware' ? [false, true] : [false]) {
      const line = { game, start: text, plies: [], ...(isFragment ? { isFragment } : {}) };
      try {
        await rules.situation(line);
        return { line, names: [] };
      } catch (reason) {
        if (!(reason instanceof LudotecaError)) throw reason;
        const isTelling = likely === null ? game === current : name === likely;
        if (isTelling && !isFragment) error ??= reason;
      }
    }
  }
  return error!;
}

const FIRST_WORD = /^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/; // numbers and results between moves

/** A bare list of moves, from the usual start of the rules that are open: '1. F f 2. E c'. */
async function asMoves(rules: RulesClient, text: string, game: string): Promise<Source | null> {
  const words = text
    .replace(/(\d+)\.+(?=\S)/g, '$1. ')
    .split(/\s+/)
    .filter((word) => word !== '' && !FIRST_WORD.test(word));
  const plies: string[] = [];
  for (const word of words.flatMap((whole) => (game.startsWith('dados') ? whole.split(':') : [whole]))) {
    const line = { game, start: null, plies };
    const { awaits } = await rules.situation(line);
    plies.push(awaits === 'roll' ? word : await rules.readMove(line, word));
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
  if (isOneLine && likelyGame(trimmed) !== null) {
    const found = await asPosition(rules, trimmed, current);
    return found instanceof LudotecaError ? { error: found } : { sources: [found] };
  }
  try {
    return { sources: await asRecords(rules, text) };
  } catch (error) {
    if (!(error instanceof LudotecaError)) throw error;
    const isBare = !trimmed.includes('[');
    const moves = isBare ? await asMoves(rules, trimmed, current).catch(() => null) : null;
    return moves ? { sources: [moves] } : { error };
  }
}
