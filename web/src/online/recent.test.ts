import { describe, expect, it } from 'vitest';
import type { Row } from './lists';
import { readRecent, recallGames, rememberGame, rememberGames } from './recent';

const row = (id: string): Row => ({
  id,
  href: `#/online/${id}`,
  game: 'Oware',
  line: { game: 'oware', start: null, plies: [] },
  players: 'against Luis',
  note: 'Your turn',
  isUrgent: true,
});

describe('one’s own games', () => {
  it('are there again, a new one first, and each once', () => {
    rememberGames([row('a'), row('b')]);
    rememberGame(row('c'));
    rememberGame(row('b'));
    expect(recallGames().map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(recallGames()[2]).toEqual(row('a'));
    rememberGames([]);
    expect(recallGames()).toEqual([]);
  });

  it('are what can be read of anything', () => {
    for (const text of [null, '', '{', '7', '{}', '[null, 3, {"id": "a"}]']) expect(readRecent(text)).toEqual([]);
    const broken = { ...row('x'), line: { game: 'oware' } };
    expect(readRecent(JSON.stringify([broken, row('y')]))).toEqual([row('y')]);
  });
});
