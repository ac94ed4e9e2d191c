import { expect, it } from 'vitest';
import { messagesIn } from '../i18n/index.svelte';
import { savedGame } from '../test/saved';
import { partnersOf, playerName } from './names';
import type { Player } from './saved';

const person: Player = { kind: 'person', name: '', level: 1 };
const computer: Player = { kind: 'computer', name: '', level: 2 };

function namesOf(game: string, players: Player[], language: 'es' | 'en'): string[] {
  const line = { game, start: null, plies: [] };
  const saved = savedGame({ line, notes: [], players, seating: players.map((_, player) => player) });
  return saved.seating.map((_, seat) => playerName(saved, seat, messagesIn(language)));
}

it('calls the only computer by its strength', () => {
  expect(namesOf('oware', [person, computer], 'en')).toEqual(['You', 'Computer\u00a0· Novice']);
});

it('tells several computers apart, and the partner from the others', () => {
  const four = [person, computer, computer, computer];
  expect(namesOf('dados:players=4', four, 'en')).toEqual(['You', 'Blue 2', 'Your partner', 'Blue 4']);
  expect(namesOf('dados:players=4', four, 'es')).toEqual(['Tú', 'Azul 2', 'Tu pareja', 'Azul 4']);
  expect(namesOf('dados:players=3', [person, computer, computer], 'en')).toEqual(['You', 'Blue', 'Red']);
});

it('has nobody for a partner where everyone plays alone', () => {
  const saved = savedGame();
  expect(partnersOf(saved, 0)).toEqual([]);
  expect(partnersOf({ ...saved, seating: [0, 1, 2, 3] }, 1)).toEqual([3]);
});

it('puts the partner into Spanish sentences', () => {
  const { play } = messagesIn('es');
  expect(play.turnOf(play.partner)).toBe('Le toca a tu pareja.');
  expect(play.starts(play.partner)).toBe('Empieza tu pareja.');
});
