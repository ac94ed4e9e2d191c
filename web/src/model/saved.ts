// A game as it is kept in the browser, exported and imported. Whatever comes from outside goes
// through readSaved, which takes nothing on trust.

import type { Ending, GameLine, GameName, Result, Situation } from '../engine/types';
import { gameNames } from '../lib/games';
import type { ClockSetting, ClockState } from './clock';

export interface Player {
  kind: 'person' | 'computer';
  name: string; // '' for "you", "computer", or the side's name
  level: number; // 1…10, 11 for max; of a computer
}

export interface PlyNote {
  seat: number;
  kind: 'move' | 'roll' | 'skip';
}

export function plyKind(ply: string, awaited: Situation['awaits']): PlyNote['kind'] {
  if (ply === '') return 'skip';
  return awaited === 'roll' ? 'roll' : 'move';
}

/** A finished game of a series: who sat where, and how it ended. */
export interface SeriesGame {
  players: number[];
  game: string;
  firstSeat: number;
  result: Result;
}

export interface Series {
  games: SeriesGame[]; // finished ones
  length: number; // 0: as long as one likes
  score: number[]; // of each player, so far
}

export interface Throw {
  seat: number;
  dice: [number, number];
}

export interface SavedGame {
  version: 1;
  id: string;
  created: number; // ms since 1970
  updated: number;
  line: GameLine;
  notes: PlyNote[]; // one for each ply
  undone: string[]; // plies taken back, the next to be redone last
  players: Player[]; // by number in the series
  seating: number[]; // seating[seat] = player
  throws: Throw[]; // dados: the roll-off that decided who starts
  clockSetting: ClockSetting | null;
  clock: ClockState | null;
  series: Series;
  position: string; // for lists: how it stands
  turn: number | null; // seat
  result: Result | null;
  isHidden: boolean; // taken off the list of games to go on with
}

export function playerAt(saved: SavedGame, seat: number): Player {
  return saved.players[saved.seating[seat] ?? seat] ?? { kind: 'person', name: '', level: 1 };
}

/* Reading what may be anything. */

type Check = (value: unknown) => boolean;
const isText: Check = (v) => typeof v === 'string' && v.length < 4000;
const isCount: Check = (v) => typeof v === 'number' && Number.isFinite(v) && v >= 0;
const isSeat: Check = (v) => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v < 4;
const listOf =
  (check: Check, most: number): Check =>
  (v) =>
    Array.isArray(v) && v.length <= most && v.every(check);
const orNull =
  (check: Check): Check =>
  (v) =>
    v === null || check(v);
const orAbsent =
  (check: Check): Check =>
  (v) =>
    v === undefined || check(v);
const oneOf =
  (...values: unknown[]): Check =>
  (v) =>
    values.includes(v);
const shaped =
  (shape: Record<string, Check>): Check =>
  (v) =>
    typeof v === 'object' &&
    v !== null &&
    Object.entries(shape).every(([key, check]) => check((v as Record<string, unknown>)[key]));

const MOST_PLIES = 5000;
const endingKinds: Ending['kind'][] = ['resigned', 'time', 'left', 'agreed-draw', 'agreed-finish'];
const isGameText: Check = (v) => isText(v) && gameNames.includes((v as string).split(':')[0] as GameName);

const isResult = shaped({
  result: isText,
  score: orNull(isText),
  winner: orNull(isSeat),
  reason: isText,
  culprit: orNull(isSeat),
});
export const isGameLine = shaped({
  game: isGameText,
  start: orNull(isText),
  plies: listOf(isText, MOST_PLIES),
  endings: orAbsent(listOf(shaped({ afterPly: isCount, kind: oneOf(...endingKinds), seat: orAbsent(isSeat) }), 8)),
  isFragment: orAbsent(oneOf(true, false)),
  firstSeat: orAbsent(isSeat),
});
const isClockSetting = shaped({ baseMs: isCount, incrementMs: isCount });
const isClock = shaped({ setting: isClockSetting, left: listOf(isCount, 4), running: orNull(isSeat), since: isCount });
const isPlayer = shaped({ kind: oneOf('person', 'computer'), name: isText, level: isCount });
const isSeriesGame = shaped({ players: listOf(isSeat, 4), game: isGameText, firstSeat: isSeat, result: isResult });
const isSavedShape = shaped({
  version: oneOf(1),
  id: (v) => typeof v === 'string' && /^[\w-]{1,64}$/.test(v),
  created: isCount,
  updated: isCount,
  line: isGameLine,
  notes: listOf(shaped({ seat: isSeat, kind: oneOf('move', 'roll', 'skip') }), MOST_PLIES),
  undone: listOf(isText, MOST_PLIES),
  players: listOf(isPlayer, 4),
  seating: listOf(isSeat, 4),
  throws: listOf(shaped({ seat: isSeat, dice: listOf(isCount, 2) }), 200),
  clockSetting: orNull(isClockSetting),
  clock: orNull(isClock),
  series: shaped({ games: listOf(isSeriesGame, 1000), length: isCount, score: listOf(isCount, 4) }),
  position: isText,
  turn: orNull(isSeat),
  result: orNull(isResult),
  isHidden: oneOf(true, false),
});

/** The game, if it is one; null for anything else. */
export function readSaved(value: unknown): SavedGame | null {
  if (!isSavedShape(value)) return null;
  const saved = value as SavedGame;
  const isWhole =
    saved.players.length >= 2 && saved.seating.length >= 2 && saved.notes.length === saved.line.plies.length;
  return isWhole ? saved : null;
}
