import { expect, it } from 'vitest';
import type { PlyNote } from './saved';
import { roundsOf, turnsOf } from './turns';

const roll = (seat: number): PlyNote => ({ seat, kind: 'roll' });
const move = (seat: number): PlyNote => ({ seat, kind: 'move' });

it('reads a roll and its move as one turn', () => {
  const turns = turnsOf(['8', 'c5', '7'], [roll(0), move(0), roll(1)]);
  expect(turns).toEqual([
    { seat: 0, roll: '8', move: 'c5', took: 0, index: 2 },
    { seat: 1, roll: '7', move: null, took: 0, index: 3 },
  ]);
});

it('begins a new row when a seat plays again', () => {
  const turns = turnsOf(['2', 'a1', '8', 'c5', '7', 'b2'], [roll(0), move(0), roll(0), move(0), roll(1), move(1)]);
  const rows = roundsOf(turns, 2);
  expect(rows.map((row) => row.map((turn) => turn?.move ?? null))).toEqual([
    ['a1', null],
    ['c5', 'b2'],
  ]);
});

it('puts whoever started in the first column', () => {
  const turns = turnsOf(['8', 'c5', '7', 'b2', '4', 'a3'], [roll(2), move(2), roll(0), move(0), roll(1), move(1)]);
  expect(roundsOf(turns, 3)).toEqual([turns]);
});

it('keeps what a move took', () => {
  expect(turnsOf(['C', 'd'], [{ ...move(0), took: 5 }, move(1)]).map(({ took }) => took)).toEqual([5, 0]);
});
