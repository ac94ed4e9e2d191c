// The running score of a series: a win counts one, a draw a half.

import type { Result } from '../engine/types';
import type { SavedGame, Series } from './saved';

function pointsOf(result: Result, player: number, seating: number[], sides: number): number {
  if (result.winner === null) return 0.5;
  return seating.some((who, seat) => who === player && seat % sides === result.winner) ? 1 : 0;
}

/** The series once this game has ended so. */
export function counted({ series, seating, line }: SavedGame, result: Result, sides: number): Series {
  const games = [...series.games, { players: seating, game: line.game, firstSeat: line.firstSeat ?? 0, result }];
  return {
    ...series,
    games,
    score: series.score.map((points, player) => points + pointsOf(result, player, seating, sides)),
  };
}

/** The series as it was before this game ended: its end has been taken back. */
export function uncounted({ series, seating, result }: SavedGame, sides: number): Series {
  if (!result) return series;
  const score = series.score.map((points, player) => points - pointsOf(result, player, seating, sides));
  return { ...series, games: series.games.slice(0, -1), score };
}

/** Whether there is a score beside that of the game itself: of games before it, or of a series. */
export function isScored({ series, result }: SavedGame): boolean {
  const hasEnded = result !== null;
  return series.games.length > (hasEnded && series.length === 0 ? 1 : 0);
}
