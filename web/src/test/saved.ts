// A kept game for tests: Oware, a person in the South against a computer, one ply played.

import type { SavedGame } from '../model/saved';

export function savedGame(more: Partial<SavedGame> = {}): SavedGame {
  return {
    version: 1,
    id: 'test',
    created: 1,
    updated: 1,
    line: { game: 'oware', start: null, plies: ['C'] },
    notes: [{ seat: 0, kind: 'move' }],
    undone: [],
    players: [
      { kind: 'person', name: '', level: 1 },
      { kind: 'computer', name: '', level: 3 },
    ],
    seating: [0, 1],
    throws: [],
    clockSetting: null,
    clock: null,
    series: { games: [], length: 0, score: [0, 0] },
    position: '4-4-0-5-5-5-5-4-4-4-4-4-0-0-N',
    turn: 1,
    result: null,
    isHidden: false,
    ...more,
  };
}
