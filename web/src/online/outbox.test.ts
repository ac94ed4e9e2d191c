import { describe, expect, it } from 'vitest';
import type { Entry } from './events';
import { emptyGame, type OnlineGame } from './fold';
import { judgeStatus, nextMove, settle } from './outbox';

const game = (moves: Entry[], phase: OnlineGame['phase'] = 'playing'): OnlineGame => ({
  ...emptyGame('x'),
  moves,
  phase,
  last: 9,
});
const entry = (number: number, seat: number, move: string): Entry => ({ number, seat, kind: 'move', move });
const mine = { number: 2, move: 'C', event: 3 };
const behind = { number: 3, move: 'D', event: 3 };

describe('moves that wait', () => {
  it('are numbered behind all others', () => {
    expect(nextMove(game([entry(1, 1, 'A')]), [], 'C')).toEqual({ number: 2, move: 'C', event: 9 });
    expect(nextMove(game([entry(1, 1, 'A')]), [mine], 'D')).toEqual({ number: 3, move: 'D', event: 9 });
  });

  it('go on waiting while theirs is the next place', () => {
    expect(settle(game([entry(1, 1, 'A')]), 1, [mine, behind])).toEqual({
      pending: [mine, behind],
      cause: null,
      dropped: [],
    });
  });

  it('are done once they stand in the game, even if it is over', () => {
    const moves = [entry(1, 2, 'A'), entry(2, 1, 'C')];
    expect(settle(game(moves), 1, [mine, behind])).toEqual({ pending: [behind], cause: null, dropped: [] });
    expect(settle(game(moves, 'over'), 1, [mine])).toEqual({ pending: [], cause: null, dropped: [] });
  });

  it('are dropped if another move or seat stands there, or nothing can', () => {
    const dropped = [mine, behind];
    const other = [entry(1, 2, 'A'), entry(2, 1, 'F')];
    expect(settle(game(other), 1, dropped)).toEqual({ pending: [], cause: 'taken', dropped });
    const seat = [entry(1, 2, 'A'), entry(2, 2, 'C')];
    expect(settle(game(seat), 1, dropped)).toEqual({ pending: [], cause: 'taken', dropped });
    expect(settle(game([]), 1, dropped)).toEqual({ pending: [], cause: 'takenback', dropped });
    expect(settle(game([entry(1, 2, 'A')], 'over'), 1, dropped)).toEqual({ pending: [], cause: 'over', dropped });
  });
});

describe('answers', () => {
  it('are success, a refusal, or a reason to try again', () => {
    for (const status of [200, 201]) expect(judgeStatus(status)).toBe('done');
    for (const status of [400, 401, 403, 404, 409, 422]) expect(judgeStatus(status)).toBe('refused');
    for (const status of [0, 429, 500, 503]) expect(judgeStatus(status)).toBe('again');
  });
});
