import { expect, it } from 'vitest';
import { savedGame } from '../test/saved';
import { isScored } from './scores';

const result = { result: '1-0', score: null, winner: 0, reason: 'resigned', culprit: 1 };
const played = { players: [0, 1], game: 'oware', firstSeat: 0, result };
const seriesOf = (length: number, count: number) => ({ length, games: Array(count).fill(played), score: [count, 0] });

it('keeps a score of games, not of a game that stands alone', () => {
  expect(isScored(savedGame())).toBe(false);
  expect(isScored(savedGame({ result, series: seriesOf(0, 1) }))).toBe(false);
  expect(isScored(savedGame({ series: seriesOf(0, 1) }))).toBe(true); // the second of two
  expect(isScored(savedGame({ result, series: seriesOf(3, 1) }))).toBe(true);
});
