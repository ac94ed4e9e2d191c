// A game as it is kept in the browser, exported and imported. Whatever comes from outside goes
// through readSaved, which takes nothing on trust.

import type { GameLine, Result } from '../engine/types';
import { gameOf, isGame } from '../lib/games';
import { fits } from '../lib/schema';
import type { ClockSetting, ClockState } from './clock';

export interface Player {
  kind: 'person' | 'computer' | 'remote'; // remote: a person elsewhere, while a game is played online; never kept so
  name: string; // '' for "you", "computer", or the side's name
  level: number; // 1…10, 11 for max; of a computer
}

export interface PlyNote {
  seat: number;
  kind: 'move' | 'roll' | 'skip';
  took?: number; // pieces that it captured; games that were kept long ago do not say (notes.ts)
  isLost?: boolean; // a turn in which there was nothing to choose
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
  throws: Throw[]; // with dice: the roll-off that decided who starts
  clockSetting: ClockSetting | null;
  clock: ClockState | null;
  series: Series;
  position: string; // for lists: how it stands
  turn: number | null; // seat
  result: Result | null;
  isHidden: boolean; // taken off the list of games to go on with
  isGuided?: boolean; // a first game: advice at every turn
}

export function playerAt(saved: SavedGame, seat: number): Player {
  return saved.players[saved.seating[seat] ?? seat] ?? { kind: 'person', name: '', level: 1 };
}

/* Reading what may be anything: by data/schema/page.json, and only games that there are. */

const isKnown = (game: string): boolean => isGame(gameOf({ game }));

export function isGameLine(value: unknown): boolean {
  return fits('page.game_line', value) && isKnown((value as GameLine).game);
}

/** The game, if it is one; null for anything else. */
export function readSaved(value: unknown): SavedGame | null {
  if (!fits('page.saved_game', value)) return null;
  const saved = value as SavedGame;
  const games = [saved.line.game, ...saved.series.games.map(({ game }) => game)];
  return games.every(isKnown) && saved.notes.length === saved.line.plies.length ? saved : null;
}
