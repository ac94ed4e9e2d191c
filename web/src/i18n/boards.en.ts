import type { BoardTexts } from './boards';

const sides: [string, string] = ['South', 'North'];
const balls: [string, string] = ['light', 'dark'];

function seeds(count: number): string {
  if (count === 0) return 'empty';
  return count === 1 ? '1 seed' : `${count} seeds`;
}

export const boardsEn: BoardTexts = {
  canChoose: 'You can play it',
  lastMove: 'Last move',
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
  pylosReserve: (side, count) => `${side === 0 ? 'Light' : 'Dark'} reserve: ${count === 1 ? '1 ball' : `${count} balls`}`,
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
};
