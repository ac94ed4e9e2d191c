// Who plays with dice can't know beforehand how a game goes. These players hurry it: whoever's turn it is makes the move
// after which the most lines, of whichever side, are the likeliest to be filled soon.

import { Batch } from './table.mjs';

const NUMBERS = ['2 3 4 5 6 2', '6 7 8 9 7 3', '5 9 12 12 8 4', '4 8 12 12 9 5', '3 7 9 8 7 6', '2 6 5 4 3 2'].map((rank) => rank.split(' ').map(Number));
const STEPS = [[0, 1], [1, 0], [1, 1], [1, -1]];
const SIZE = NUMBERS.length;
const WAYS_OF_11 = 2;
const TAKEN = 0.15; // how much rarer it is that another's chip can be replaced

/** In so many of 36 throws a square can be filled, if it is empty. */
const chanceOf = (number) => (6 - Math.abs(7 - number) + WAYS_OF_11) / 36;

/** All lines of so many squares, each square as its rank and file in a position. */
function linesOf(length) {
  const squares = [...Array(SIZE * SIZE).keys()].map((i) => [Math.floor(i / SIZE), i % SIZE]);
  const isOn = ([rank, file]) => rank >= 0 && rank < SIZE && file >= 0 && file < SIZE;
  const from = ([rank, file], [up, right]) => Array.from({ length }, (_, i) => [rank + up * i, file + right * i]);
  return squares.flatMap((square) => STEPS.map((step) => from(square, step))).filter((line) => line.every(isOn));
}

/** How near the end is, whoever it favours. */
function nearness(position, lines) {
  const ranks = position.split(' ')[0].split('/');
  const lacks = (side, [rank, file]) => {
    const chip = ranks[rank][file];
    return chip === side ? 1 : chanceOf(NUMBERS[rank][file]) * (chip === '.' ? 1 : TAKEN);
  };
  const sum = (all, worth) => all.reduce((total, one) => total + worth(one), 0);
  return sum(lines, (line) => sum([...'gbr'], (side) => line.reduce((product, square) => product * lacks(side, square), 1)));
}

export class Hurry extends Batch {
  constructor(program, rules) {
    super(program, ['moves', rules, '--batch', '--json']);
    this.lines = linesOf(/line=5|players=3/.test(rules) ? 5 : 6);
  }

  async move({ position }) {
    const { moves } = await this.ask(position);
    const worth = (one) => (one.result ? Infinity : nearness(one.position, this.lines));
    return moves.map((one) => ({ ...one, worth: worth(one) })).sort((a, b) => b.worth - a.worth)[0].move;
  }
}
