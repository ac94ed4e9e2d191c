import type { BoardTexts } from './boards';

const sides: [string, string] = ['Sur', 'Norte'];
const balls: [string, string] = ['clara', 'oscura'];

function seeds(count: number): string {
  if (count === 0) return 'vacía';
  return count === 1 ? '1 semilla' : `${count} semillas`.replace('.', ',');
}

export const boardsEs: BoardTexts = {
  canChoose: 'Puedes jugarla',
  lastMove: 'Última jugada',
  owareSides: sides,
  owarePit: (letter, count, side) => `${letter}, de ${sides[side]}: ${seeds(count)}`,
  owarePreview: (captured) => (captured > 0 ? `captura ${captured}` : 'no captura'),
  owareStore: (side, count) => `Granero de ${sides[side]}: ${count === 0 ? 'vacío' : seeds(count)}`,
  pylosSides: ['Claras', 'Oscuras'],
  pylosCell(cell, level, side, isOpen) {
    const what = side !== null ? `bola ${balls[side]}` : isOpen ? 'libre' : 'sin apoyo';
    return `Nivel ${level}, ${cell.slice(1)}: ${what}`;
  },
  pylosCan: { put: 'Puedes ponerla aquí', pick: 'Puede subir', recover: 'Puede volver a tu reserva' },
  pylosIsLifted: 'Levantada',
  pylosReserve: (side, count) => `Reserva ${balls[side]}: ${count === 1 ? '1 bola' : `${count} bolas`}`,
  pylosRecover(taken, isEnough) {
    if (taken === 0) return isEnough ? 'Puedes recuperar una o dos' : 'Recupera una o dos';
    return 'Puedes recuperar otra';
  },
  pylosEnough: (taken) => (taken === 0 ? 'Ninguna' : taken === 1 ? 'Una basta' : 'Hecho'),
  pylosLens: 'Ver hasta el nivel',
  pylosLevels: (highest) => `Ver hasta el nivel ${highest}`,
  pylosAllLevels: 'Ver todos los niveles',
  pylosPlan: 'Ver en planta',
  pylosPyramid: 'Ver la pirámide',
  putBack: 'Deshacer el paso',
};
