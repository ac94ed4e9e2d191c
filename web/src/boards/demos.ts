// Real games to look at, on the cards of games and where they are taught: where they begin to be shown, and what is
// played from there. A game that has none shows how it begins.

import type { GameLine } from '../engine/types';

export interface Demo {
  start: string | null;
  from: number;
  plies: string[];
}

const START: Demo = { start: null, from: 0, plies: [] };

const demos: Record<string, Demo> = {
  oware: {
    start: null,
    from: 14,
    plies: 'D d F e B d F c C a A d B b C d B c A d C e C f E c C e A f F b B a'.split(' '),
  },
  pylos: {
    start: null,
    from: 27,
    plies: (
      '1c3 1b3 1d1 1c1 1c2 1d3 1a4 1a2 1a3 1a1 1b1 1d4 1c4 2c3 1b4 1a1>2a3 1c2>2b3 1a1 1c2 1b2 1c2>2a1 1c1>2a2 ' +
      '1c2 1d2 2c2 2b2 1d1>3b2 1d1 3a2 1c1 2c1 2b1 3a1 3b1'
    ).split(' '),
  },
  six: {
    start: null,
    from: 12,
    plies: (
      '-1,0 2,-1 -2,0 -1,-1 -2,1 -2,2 -3,2 2,0 0,-1 1,-2 -3,0 -3,1 -4,0 -5,0 -4,3 -5,4 0,1 -1,1 0,-2 0,2 -4,1 ' +
      '-4,2 -2,-1 -1,-2 -3,-1 1,-1 3,-1 1,2 -3,-2 2,-2'
    ).split(' '),
  },
  dados: {
    start: '....../....../....../....../....../...... 2 -',
    from: 24,
    plies: (
      '6 e6 4 c6 7 e5 9 b4 2 f1 8 e4 6 b1 8 b3 8 d2 3 e1 11 c3 10 -c6 8 c5 3 f5 8 xe4 7 e2 9 e3 6 f2 10 -e6 8 ' +
      'xc5 8 xc5 9 d5 9 c2 8 xc5 9 xd5'
    ).split(' '),
  },
};

export function demoOf(game: string): Demo {
  return demos[game] ?? START;
}

/** The game up to some ply; beyond the end it begins again. */
export function demoLine(game: string, step: number): GameLine {
  const { start, from, plies } = demoOf(game);
  const count = from + (step % (plies.length - from + 1));
  return { game, start, plies: plies.slice(0, count) };
}
