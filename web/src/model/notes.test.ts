import { expect, it } from 'vitest';
import { testRules } from '../test/engine';
import { notesOf } from './notes';

const note = (seat: number, kind: 'move' | 'roll', took = 0) => ({ seat, kind, took });

it('says what each move took', async () => {
  const start = '0-1-0-0-0-2-3-1-2-4-0-0-18-17-S'; // F makes two of b, which is captured
  expect(await notesOf(testRules, { game: 'oware', start, plies: ['F', 'a'] })).toEqual([
    note(0, 'move', 2),
    note(1, 'move'),
  ]);
});

it('tells lost turns from moves', async () => {
  const plies = ['10', 'pass', '5', 'c1'];
  expect(await notesOf(testRules, { game: 'dados', start: null, plies })).toEqual([
    note(0, 'roll'),
    { ...note(0, 'move'), isLost: true },
    note(1, 'roll'),
    note(1, 'move'),
  ]);
});
