// Beginning games: lots or a roll-off for the first of a series, "the loser starts" for the others.

import type { GameLine, NextGame, RulesClient } from '../engine/types';
import { gameOf, infoOf } from '../lib/games';
import { newClock, type ClockSetting } from './clock';
import type { Player, SavedGame, Series } from './saved';

export interface Plan {
  game: string;
  players: Player[]; // the reader first
  starter: 'lots' | 'me' | 'other' | 'seated'; // seated: players sit in their order, and the rules say who starts
  clockSetting: ClockSetting | null;
  seriesLength: number;
}

export function randomBits(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

export function newId(): string {
  return randomBits().toString(36).padStart(13, '0').slice(-10);
}

export async function beginGame(rules: RulesClient, plan: Plan): Promise<SavedGame> {
  const series: Series = { games: [], length: plan.seriesLength, score: plan.players.map(() => 0) };
  const players = plan.players.length;
  const next =
    plan.starter === 'lots' || (plan.starter === 'seated' && anySeatStarts(plan.game))
      ? await rules.nextGame({ game: plan.game, players, games: [], random: randomBits() })
      : await chosenStart(rules, plan);
  return build(rules, plan, next, series);
}

/** A first game, with advice at every turn: the reader starts, against the easiest level. */
export async function guidedGame(rules: RulesClient, game: string, name: string): Promise<SavedGame> {
  const players: Player[] = [
    { kind: 'person', name, level: 1 },
    { kind: 'computer', name: '', level: 1 },
  ];
  const saved = await beginGame(rules, { game, players, starter: 'me', clockSetting: null, seriesLength: 0 });
  return { ...saved, isGuided: true };
}

/** The next game of the series that this one belongs to. */
export async function nextOf(rules: RulesClient, saved: SavedGame): Promise<SavedGame> {
  const { series, players } = saved;
  const isNew = series.length > 0 && series.games.length >= series.length; // that one is over
  const games = isNew ? [] : series.games;
  const game = games[0]?.game ?? saved.line.game;
  const next = await rules.nextGame({ game, players: players.length, games, random: randomBits() });
  const plan: Plan = {
    game,
    players,
    starter: 'lots',
    clockSetting: saved.clockSetting,
    seriesLength: series.length,
  };
  return build(rules, plan, next, { games, length: series.length, score: next.score });
}

/** What is to be other than in the game that has just ended; a series begins anew with it. */
export interface Change {
  level?: number; // of the computer
  swaps?: boolean; // whoever started lets the other start
}

export async function changedGame(rules: RulesClient, saved: SavedGame, change: Change): Promise<SavedGame> {
  const players = saved.players.map((player) =>
    player.kind === 'computer' && change.level ? { ...player, level: change.level } : player,
  );
  const isMine = saved.seating[saved.notes[0]?.seat ?? 0] === 0;
  return beginGame(rules, {
    game: saved.series.games[0]?.game ?? saved.line.game,
    players,
    starter: isMine === Boolean(change.swaps) ? 'other' : 'me',
    clockSetting: saved.clockSetting,
    seriesLength: saved.series.length,
  });
}

/** Everybody keeps their seat, and whoever throws highest starts; elsewhere the rules say which seat does. */
function anySeatStarts(game: string): boolean {
  return infoOf(gameOf({ game })).starter === 'roll-off';
}

async function chosenStart(rules: RulesClient, plan: Plan): Promise<NextGame> {
  const count = plan.players.length;
  const everyone = plan.players.map((_, player) => player);
  const base = { game: plan.game, throws: [], score: everyone.map(() => 0) };
  const starter = plan.starter === 'me' ? 0 : 1;
  if (anySeatStarts(plan.game)) return { ...base, players: everyone, firstSeat: starter };
  const { turn } = await rules.situation({ game: plan.game, start: null, plies: [] });
  const firstSeat = turn ?? 0;
  if (plan.starter === 'seated') return { ...base, players: everyone, firstSeat };
  const players = everyone.map((seat) => (starter + seat - firstSeat + count) % count);
  return { ...base, players, firstSeat };
}

async function build(rules: RulesClient, plan: Plan, next: NextGame, series: Series): Promise<SavedGame> {
  const line: GameLine = { game: next.game, start: null, plies: [] };
  if (anySeatStarts(next.game)) line.firstSeat = next.firstSeat;
  return gameToKeep(rules, line, plan.players, {
    seating: next.players,
    throws: next.throws.map((thrown) => ({ seat: thrown.seat, dice: thrown.dice })),
    clockSetting: plan.clockSetting,
    series,
  });
}

/** A game to be kept; `more` has a note of each ply, if any have been played. */
export async function gameToKeep(
  rules: RulesClient,
  line: GameLine,
  players: Player[],
  more: Partial<SavedGame>,
): Promise<SavedGame> {
  const situation = await rules.situation(line);
  const now = Date.now();
  const setting = more.clockSetting ?? null;
  return {
    version: 1,
    id: newId(),
    created: now,
    updated: now,
    line,
    notes: [],
    undone: [],
    players,
    seating: players.map((_, player) => player),
    throws: [],
    clockSetting: setting,
    clock: setting ? newClock(setting, situation.seats) : null,
    series: { games: [], length: 0, score: players.map(() => 0) },
    position: situation.position,
    turn: situation.turn,
    result: situation.result,
    isHidden: false,
    ...more,
  };
}
