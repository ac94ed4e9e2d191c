import { expect, it } from 'vitest';
import { savedGame } from '../test/saved';
import { mayAnalyse } from './outcome';
import type { Player, SavedGame } from './saved';

const person: Player = { kind: 'person', name: '', level: 1 };
const computer: Player = { kind: 'computer', name: '', level: 2 };
const result: SavedGame['result'] = { result: '1-0', winner: 0, culprit: null, reason: 'line', score: null };

function gameOf(game: string, players: Player[], over: SavedGame['result']): SavedGame {
  const line = { game, start: null, plies: [] };
  return savedGame({ line, notes: [], players, seating: players.map((_, player) => player), result: over });
}

it('opens the analysis of a game in teams when it is over, and to nobody who sits there before', () => {
  const four = [person, computer, computer, computer];
  expect(mayAnalyse(gameOf('dados:players=4', four, null))).toBe(false);
  expect(mayAnalyse(gameOf('dados:players=4', four, result))).toBe(true);
  expect(mayAnalyse(gameOf('dados:players=4', [computer, computer, computer, computer], null))).toBe(true);
});

it('opens that of all others at any time', () => {
  expect(mayAnalyse(gameOf('dados:players=3', [person, computer, person], null))).toBe(true);
  expect(mayAnalyse(gameOf('oware', [person, computer], null))).toBe(true);
});
