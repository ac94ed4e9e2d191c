// An online game as the table of this device has it: its line with what is on its way to the server, who sits where,
// and clocks. Seats and players are counted from 0 here, as on every table.

import type { GameLine, Situation } from '../../engine/types';
import type { ClockState } from '../../model/clock';
import type { Player, PlyNote, SavedGame } from '../../model/saved';
import { lineOf, type OnlineGame } from '../../online/fold';
import type { PendingMove } from '../../online/shelf';
import { readClock } from '../../online/wish';
import { levelOf } from './words';

/** Moves that were made here and that the server has not told of; what it will roll nobody knows. */
export function unsentPlies(game: OnlineGame, pending: PendingMove[]): string[] {
  if (game.phase !== 'playing') return [];
  const moves = pending.filter(({ number }) => number > game.moves.length).map(({ move }) => move);
  const roll = moves.indexOf('roll');
  return roll < 0 ? moves : moves.slice(0, roll);
}

/** What the board should show. */
export function wantedLine(game: OnlineGame, pending: PendingMove[]): GameLine {
  const line = lineOf(game);
  return { ...line, plies: [...line.plies, ...unsentPlies(game, pending)] };
}

export function sharedLength(some: string[], others: string[]): number {
  const differs = some.findIndex((ply, i) => others[i] !== ply);
  return differs < 0 ? some.length : differs;
}

export function isSameLine(one: GameLine, other: GameLine): boolean {
  const isAsLong = one.plies.length === other.plies.length;
  const endings = ({ endings = [] }: GameLine): string => JSON.stringify(endings);
  return isAsLong && sharedLength(one.plies, other.plies) === one.plies.length && endings(one) === endings(other);
}

/** The dice as the server threw them, of the last roll among so many plies. */
export function diceBefore({ moves }: OnlineGame, count: number): [number, number] | null {
  const rolls = moves.slice(0, count).filter(({ kind }) => kind === 'roll');
  return rolls.at(-1)?.dice ?? null;
}

/** Everybody; `mine` is the player who sits here. */
export function playersOf({ players }: OnlineGame, mine: number | null): Player[] {
  return players.map(({ kind, name, is }, i) => ({
    kind: kind === 'computer' ? 'computer' : i + 1 === mine ? 'person' : 'remote',
    name: name ?? '',
    level: kind === 'computer' ? levelOf(is) : 1,
  }));
}

/** The clocks by this device's time, which is `skew` behind the server's; `turn` is whose clock runs. */
export function clockOf(game: OnlineGame, turn: number | null, skew: number): ClockState | null {
  const setting = readClock(game.clock);
  if (setting.kind !== 'live' || !game.clocks) return null;
  const running = game.phase === 'playing' ? turn : null;
  return { setting, left: game.clocks, running, since: game.clocksAt - skew };
}

/** What players have in the series so far, this game included once it is over: a win counts one, a draw a half. */
export function scoreOf({ series, result, seating, players }: OnlineGame, winner: number | null): number[] | null {
  if (!series || (series.game === 1 && (series.games ?? 1) < 2)) return null;
  const sides = seating.length === 4 ? 2 : seating.length;
  const gained = (player: number): number => {
    if (!result) return 0;
    return winner === null ? 1 : seating.indexOf(player + 1) % sides === winner ? 2 : 0;
  };
  return players.map((_, player) => ((series.points?.[player] ?? 0) + gained(player)) / 2);
}

/** A game of which nothing has been shown yet but where it stands. */
export function savedFrom(game: OnlineGame, line: GameLine, notes: PlyNote[], situation: Situation): SavedGame {
  const seating = game.seating.map((player) => player - 1);
  return {
    version: 1,
    id: game.id,
    created: game.created,
    updated: Date.now(),
    line,
    notes,
    undone: [],
    players: [],
    seating,
    throws: game.throws.map(({ seat, dice }) => ({ seat: seat - 1, dice })),
    clockSetting: null,
    clock: null,
    series: { games: [], length: 0, score: seating.map(() => 0) },
    position: situation.position,
    turn: situation.turn,
    result: null,
    isHidden: false,
  };
}

/** A game as it is kept once it is over: those who sat elsewhere are persons like any other. */
export function toKeep(saved: SavedGame): SavedGame {
  const players = saved.players.map((one) => ({
    ...one,
    kind: one.kind === 'computer' ? one.kind : ('person' as const),
  }));
  return { ...saved, players, clock: null };
}
