// The four games: names, sides and options, in sentences.

import type { GameTexts } from './games.es';

export const gamesEn: GameTexts = {
  oware: {
    name: 'Oware',
    about: 'Sow, count, and capture more than half of the seeds.',
    players: '2 players',
    minutes: '10–20 min',
    sides: ['South', 'North'],
    pieces: 'seeds captured',
    options: {
      slam: {
        title: 'A move that would capture all of the other side’s seeds…',
        values: {
          keep: 'is not allowed; if there is no other, the game ends and each keeps their own',
          forfeit: 'is not allowed; if there is no other, the game ends and the opponent gets them all',
          nocapture: 'is allowed, but captures nothing (tournament rule)',
          awari:
            'is not allowed, nor is any that leaves the opponent without seeds; when forced, it captures and ends the game',
        },
      },
      cycle: {
        title: 'When a position recurs, or you both agree to finish, the seeds on the board…',
        values: { own: 'belong to whoever has them on their side', split: 'are shared equally' },
      },
    },
  },
  pylos: {
    name: 'Pylos',
    about: 'Build one pyramid between you; whoever tops it wins.',
    players: '2 players',
    minutes: '5–20 min',
    sides: ['Light', 'Dark'],
    pieces: 'balls in reserve',
    options: {
      variant: {
        title: 'Balls come back…',
        values: {
          standard: 'when you complete a square of your colour',
          child: 'never: for a first game, or with children',
          expert: 'for a square or a line of your colour: for experts',
        },
      },
      second: {
        title: 'The second ball you take back…',
        values: { any: 'may be one that the first set free', free: 'must have been free all along' },
      },
      recovery: {
        title: 'After completing a square…',
        values: { must: 'you take back one ball or two', may: 'you may also take none' },
      },
      reserve: {
        title: 'A player whose reserve is empty…',
        values: { lose: 'loses when their turn comes', raise: 'plays on as long as a ball can be raised' },
      },
      base: {
        title: 'The pyramid stands on…',
        values: { '4': '4 × 4, with fifteen balls each', '3': '3 × 3, with seven balls each: a shorter game' },
      },
    },
  },
  six: {
    name: 'Six',
    about: 'Make a row, a triangle or a circle out of six hexagons.',
    players: '2 players',
    minutes: '5–15 min',
    sides: ['Red', 'Black'],
    pieces: 'tiles in hand',
    options: {
      first: { title: 'The first game is opened by…', values: { r: 'Red', b: 'Black' } },
      opening: {
        title: 'Your first tile may go…',
        values: { free: 'next to any tile', apart: 'anywhere that does not touch your starting tile' },
      },
    },
  },
  dados: {
    name: 'Sequence Dice',
    about: 'Roll, take the square that fits, and line up your chips.',
    players: '2, 3 or 4 players',
    minutes: '10–20 min',
    sides: ['Green', 'Blue', 'Red'],
    pieces: 'chips left',
    options: {
      players: {
        title: 'Playing are…',
        values: { '2': 'two, one against one', '3': 'three, each for themselves', '4': 'four, in pairs' },
      },
      line: {
        title: 'You win with…',
        usual: 'the usual: six in line between two sides, five between three',
        values: { '5': 'five in line', '6': 'six in line' },
      },
    },
  },
};
