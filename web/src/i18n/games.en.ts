// What this page can say better of some games than the engine does, in sentences. A game that is not here is told in
// the engine's words (games.ts).

import type { GameTexts } from './games.es';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const gamesEn: GameTexts = {
  oware: {
    about: 'Sow, count, and capture more than half of the seeds.',
    minutes: '10–20 min',
    prompts: { pick: 'Choose one of your pits.' },
    refused: 'You can’t sow from that pit now. Choose one of yours, with seeds, that is marked.',
    holds: (n) => plural(n, 'seed', 'seeds'),
    reasons: {
      majority: (who) => `${who} holds more than half of the seeds.`,
      'no-move': () => 'The side to move has no move left: each keeps the seeds on their own side.',
      'no-feeding': () => 'No move could feed the other side: each keeps the seeds on their own side.',
      'only-slams': () => 'Only moves that capture everything were left, and those are not allowed.',
      'forced-slam': () => 'Only a move that captures everything was left; each keeps what is on their side.',
      'no-capture': () => 'Nothing more can be captured: each keeps the seeds on their own side.',
    },
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
    about: 'Build one pyramid between you; whoever tops it wins.',
    minutes: '5–20 min',
    prompts: {
      put: 'Place a ball.',
      pick: 'Pick one of your balls to raise.',
      either: 'Place a ball, or pick one of yours to raise.',
      target: 'Choose where it goes.',
      recover: 'Take a ball back.',
      recoverMore: 'Take another, or leave it at that.',
    },
    refused: 'Nothing to play there now: put a ball in an empty hollow or on four balls, or raise a free one of yours.',
    holds: (n) => `${plural(n, 'ball', 'balls')} in reserve`,
    reasons: {
      summit: (who) => `${who} placed the ball at the top.`,
      reserve: (who) => `Only ${who} had balls left in reserve.`,
    },
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
    about: 'Make a row, a triangle or a circle out of six hexagons.',
    minutes: '5–15 min',
    prompts: {
      put: 'Lay a tile next to another.',
      pick: 'Pick up one of your tiles.',
      target: 'Choose where to lay it.',
      group: 'Choose the group that stays.',
    },
    refused: 'Not there: touch a marked place next to a tile.',
    holds: (n) => `${plural(n, 'tile', 'tiles')} in hand`,
    reasons: {
      row: (who) => `${who} made a row of six.`,
      triangle: (who) => `${who} made a triangle.`,
      circle: (who) => `${who} made a circle.`,
      'too-few-tiles': () => 'With fewer than six tiles no shape can be made.',
    },
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
    prompts: {},
    refused: 'That square does not fit the roll. Try one that is lit.',
    holds: (n) => `${plural(n, 'chip', 'chips')} left`,
    reasons: { line: (who) => `${who} completed a line.` },
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
