import type { BoardTexts } from './boards';

const sides: [string, string] = ['South', 'North'];
const tiles: [string, string] = ['red', 'black'];
const chips: [string, string, string] = ['green', 'blue', 'red'];
const balls: [string, string] = ['light', 'dark'];

function seeds(count: number): string {
  if (count === 0) return 'empty';
  return count === 1 ? '1 seed' : `${count} seeds`;
}

export const boardsEn: BoardTexts = {
  canChoose: 'You can play it',
  lastMove: 'Last move',
  anyCell(cell, side, count, number, hasHeaps) {
    const where = number === null ? cell : `${cell}, number ${number}`;
    if (hasHeaps) return `${where}${side === null ? '' : `, ${side}'s`}: ${count === 0 ? 'empty' : count}`;
    if (side === null || count === 0) return `${where}: empty`;
    return `${where}: ${side}${count > 1 ? `, ${count}` : ''}`;
  },
  anyHeld: (side, held) => `${side}: ${held}`,
  anyEnough: 'That will do',
  owareSides: sides,
  owarePit: (letter, count, side) => `${letter}, ${sides[side]}’s: ${seeds(count)}`,
  owarePreview: (captured) => (captured > 0 ? `captures ${captured}` : 'captures nothing'),
  owareStore: (side, count) => `${sides[side]}’s store: ${seeds(count)}`,
  pylosSides: ['Light', 'Dark'],
  pylosCell(cell, level, side, isOpen) {
    const what = side !== null ? `${balls[side]} ball` : isOpen ? 'free' : 'nothing to rest on';
    return `Level ${level}, ${cell.slice(1)}: ${what}`;
  },
  pylosCan: { put: 'A ball can go here', pick: 'It can climb', recover: 'It can go back to your reserve' },
  pylosIsLifted: 'Lifted',
  pylosReserve: (side, count) =>
    `${side === 0 ? 'Light' : 'Dark'} reserve: ${count === 1 ? '1 ball' : `${count} balls`}`,
  pylosRecover(taken, isEnough) {
    if (taken === 0) return isEnough ? 'You may take back one or two' : 'Take back one or two';
    return 'You may take back another';
  },
  pylosEnough: (taken) => (taken === 0 ? 'None' : taken === 1 ? 'One is enough' : 'Done'),
  pylosLens: 'Look below level',
  pylosLevels: (highest) => `Show up to level ${highest}`,
  pylosAllLevels: 'Show all levels',
  pylosPlan: 'Plan view',
  pylosPyramid: 'Pyramid view',
  putBack: 'Undo this step',
  sixTile: (cell, side) => `${cell}: ${tiles[side]} tile`,
  sixEmpty(cell, red, black) {
    const near = [red > 0 ? `${red} red` : '', black > 0 ? `${black} black` : ''].filter(Boolean);
    return near.length > 0 ? `${cell}: empty, next to ${near.join(' and ')}` : `${cell}: empty`;
  },
  sixCan: { put: 'A tile can go here', pick: 'You can lift it' },
  sixGroup: (count) => `Keep this group of ${count}`,
  sixFalls: (count) => (count === 1 ? '1 tile would fall' : `${count} tiles would fall`),
  sixIsLifted: 'Lifted',
  sixHand: (side, count) => `${side === 0 ? 'Red' : 'Black'} has ${count === 1 ? '1 tile' : `${count} tiles`} in hand`,
  sixCloser: 'Closer now: tap the cell you mean.',
  sixLook: 'Look around the table',
  zoomIn: 'Closer',
  zoomOut: 'Farther away',
  recentre: 'See the whole table',
  inWinningShape: 'Part of the winning shape',
  dadosSquare(cell, number, side, isProtected) {
    const what = side === null ? 'empty' : `${chips[side]} chip`;
    return `${cell}, number ${number}${isProtected ? ', safe' : ''}: ${what}`;
  },
  dadosCan: {
    put: 'You can put a chip here',
    replace: 'You can replace this chip',
    remove: 'You can remove this chip',
  },
  dadosRoll: (total) => `The dice show ${total}`,
  dadosThrow: 'Roll the dice',
  dadosNoRoll: 'The dice have not been rolled yet',
  dadosLeft: (side, count) => `${['Green', 'Blue', 'Red'][side]} has ${count === 1 ? '1 chip' : `${count} chips`} left`,
  inWinningLine: 'Part of the winning line',
};
