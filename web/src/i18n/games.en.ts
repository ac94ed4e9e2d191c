// What this page can say better of some games than the engine does, in sentences. A game that is not here is told in
// the engine's words (games.ts).

import type { GameTexts } from './games.es';
import { asSubject, midSentence } from './play.en';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const gamesEn: GameTexts = {
  oware: {
    about: 'Sow, count, and capture more than half of the seeds.',
    firstSteps: [
      'Touch a pit of yours: its seeds are sown one by one. Capture 25 and you win.',
      'You capture when your last seed makes 2 or 3 in a pit of theirs.',
      'And with them, their pits just before it that hold 2 or 3 as well.',
      'You capture the 2 or 3 that your last seed makes, and those just before.',
    ],
    minutes: '10–20 min',
    prompts: { pick: 'Choose one of your pits.' },
    refused: 'You can’t sow from that pit now. Choose one of yours, with seeds, that is marked.',
    holds: (n) => plural(n, 'seed', 'seeds'),
    reasons: {
      majority: (who, isYou) => `${isYou ? 'You hold' : `${asSubject(who)} holds`} more than half of the seeds.`,
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
    firstSteps: [
      'Put a ball in a hollow. Whoever places the last one, at the top, wins.',
      'Four of your balls in a square: you take one or two back.',
      'On any four balls there is room for another: you may raise a free one of yours.',
      'Save balls by raising and taking back: whoever runs out of them loses.',
    ],
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
      summit: (who, isYou) => `${isYou ? 'You' : asSubject(who)} placed the ball at the top.`,
      reserve: (who, isYou) => `Only ${isYou ? 'you' : midSentence(who)} had balls left in reserve.`,
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
    firstSteps: [
      'Lay tiles side by side. Six of yours in a row, a triangle or a circle win.',
      'Triangle: three, two and one. Circle: six around a place, whatever is in it.',
    ],
    minutes: '5–15 min',
    prompts: {
      put: 'Lay a tile next to another.',
      pick: 'Pick up one of your tiles.',
      target: 'Choose where to lay it.',
      group: 'Choose the group that stays.',
    },
    refused: 'Not there: touch a marked place next to a tile.',
    refusedPick: 'Now you move a tile of your own: touch one that is marked.',
    holds: (n) => `${plural(n, 'tile', 'tiles')} in hand`,
    reasons: {
      row: (who, isYou) => `${isYou ? 'You' : asSubject(who)} made a row of six.`,
      triangle: (who, isYou) => `${isYou ? 'You' : asSubject(who)} made a triangle.`,
      circle: (who, isYou) => `${isYou ? 'You' : asSubject(who)} made a circle.`,
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
    firstSteps: [
      'Roll, and put a chip on that number. Six of yours in line win.',
      'A line goes from edge to edge: a row, a column or a diagonal.',
      'A 10 takes one of their chips off; an 11 goes on any free square.',
      'Where your number is full, your chip takes the place of one of theirs.',
    ],
    players: '2, 3 or 4 players',
    minutes: '10–20 min',
    prompts: {},
    refused: 'That square does not fit the roll. Try one that is lit.',
    holds: (n) => `${plural(n, 'chip', 'chips')} left`,
    reasons: { line: (who, isYou) => `${isYou ? 'You' : asSubject(who)} completed a line.` },
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
