import { describe, expect, it } from 'vitest';
import type { PlyNote } from '../model/saved';
import { testRules } from '../test/engine';
import { savedGame } from '../test/saved';
import { lineUpTo, playedAgain, takenBack, undoTarget } from './history';

const move = (seat: number): PlyNote => ({ seat, kind: 'move' });
const quiet = (seat: number): PlyNote => ({ ...move(seat), took: 0 });
const line = { game: 'oware', start: null, plies: ['C', 'd', 'A'] };
const game = savedGame({ line, notes: [move(0), move(1), move(0)] });
const computers = game.players.map((player) => ({ ...player, kind: 'computer' as const }));

describe('undoTarget', () => {
  it('is where a person last chose', () => {
    expect(undoTarget(game, false)).toBe(2);
    expect(undoTarget(savedGame({ line, notes: [move(0), move(1), { seat: 0, kind: 'roll' }] }), false)).toBe(0);
    expect(undoTarget(savedGame({ line, notes: [move(0), move(1), { ...move(0), isLost: true }] }), false)).toBe(0);
  });

  it('is one move back for whoever watches', () => {
    expect(
      undoTarget({ ...game, players: computers, notes: [move(0), move(1), { seat: 1, kind: 'skip' }] }, false),
    ).toBe(1);
  });

  it('takes back an agreement or resignation without a ply', () => {
    const resigned = { ...game, line: { ...line, endings: [{ afterPly: 3, kind: 'resigned' as const, seat: 1 }] } };
    expect(undoTarget(resigned, true)).toBe(3);
    expect(takenBack(resigned, 3)).toEqual({ line: { ...line, endings: [] }, notes: game.notes, undone: [] });
  });

  it('is nowhere when only others have played', () => {
    expect(undoTarget(savedGame({ notes: [move(1)] }), false)).toBeNull();
  });
});

it('takes plies back in the order in which they are played again', () => {
  const { line: before, notes, undone } = takenBack({ ...game, undone: ['b'] }, 0);
  expect(before.plies).toEqual([]);
  expect(notes).toEqual([]);
  expect(undone).toEqual(['b', 'A', 'd', 'C']);
});

it('keeps the endings from before, as of a player who left', () => {
  const endings = [
    { afterPly: 1, kind: 'left' as const, seat: 2 },
    { afterPly: 2, kind: 'left' as const, seat: 1 },
  ];
  expect(lineUpTo({ ...line, endings }, 2)).toEqual({ ...line, plies: ['C', 'd'], endings: [endings[0]] });
});

it('plays again up to a person’s next choice', async () => {
  const start = savedGame({ line: { ...line, plies: [] }, notes: [], undone: ['A', 'd', 'C'] });
  const situation = await testRules.situation(start.line);
  const trail = await playedAgain(testRules, start, situation);
  expect(trail).toEqual({ line: { ...line, plies: ['C', 'd'] }, notes: [quiet(0), quiet(1)], undone: ['A'] });
  const all = await playedAgain(
    testRules,
    { ...start, players: start.players.map(() => start.players[1]!) },
    situation,
  );
  expect(all.undone).toEqual(['A', 'd']);
});
