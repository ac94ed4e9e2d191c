import type { BoardTexts } from './boards';

const sides: [string, string] = ['Sur', 'Norte'];
const tiles: [string, string] = ['roja', 'negra'];
const chips: [string, string, string] = ['verde', 'azul', 'roja'];
const balls: [string, string] = ['clara', 'oscura'];

function seeds(count: number): string {
  if (count === 0) return 'vacío';
  return count === 1 ? '1 semilla' : `${count} semillas`.replace('.', ',');
}

export const boardsEs: BoardTexts = {
  canChoose: 'Puedes jugarla',
  lastMove: 'Última jugada',
  anyCell(cell, side, count, number, hasHeaps) {
    const where = number === null ? cell : `${cell}, número ${number}`;
    if (hasHeaps) return `${where}${side === null ? '' : `, de ${side}`}: ${count === 0 ? 'sin nada' : count}`;
    if (side === null || count === 0) return `${where}: libre`;
    return `${where}: ${side}${count > 1 ? `, ${count}` : ''}`;
  },
  anyHeld: (side, held) => `${side}: ${held}`,
  anyEnough: 'Así está bien',
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
  sixTile: (cell, side) => `${cell}: pieza ${tiles[side]}`,
  sixEmpty(cell, red, black) {
    const near = [
      red > 0 ? `${red} ${red === 1 ? 'roja' : 'rojas'}` : '',
      black > 0 ? `${black} ${black === 1 ? 'negra' : 'negras'}` : '',
    ].filter(Boolean);
    return near.length > 0 ? `${cell}: libre, junto a ${near.join(' y ')}` : `${cell}: libre`;
  },
  sixCan: { put: 'Puedes ponerla aquí', pick: 'Puedes levantarla' },
  sixGroup: (count) => `Que se quede este grupo de ${count}`,
  sixFalls: (count) => (count === 1 ? 'Caería 1 pieza' : `Caerían ${count} piezas`),
  sixIsLifted: 'Levantada',
  sixHand: (side, count) =>
    `${side === 0 ? 'Rojo' : 'Negro'} tiene ${count === 1 ? '1 pieza' : `${count} piezas`} en mano`,
  sixCloser: 'Más cerca: toca la casilla que quieras.',
  sixLook: 'Mirar la mesa',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  recentre: 'Ver toda la mesa',
  inWinningShape: 'Parte de la figura ganadora',
  dadosSquare(cell, number, side, isProtected) {
    const what = side === null ? 'libre' : `ficha ${chips[side]}`;
    return `${cell}, número ${number}${isProtected ? ', a salvo' : ''}: ${what}`;
  },
  dadosCan: {
    put: 'Puedes poner tu ficha aquí',
    replace: 'Puedes cambiar esta ficha por la tuya',
    remove: 'Puedes quitar esta ficha',
  },
  dadosRoll: (total) => `Los dados suman ${total}`,
  dadosThrow: 'Tirar los dados',
  dadosNoRoll: 'Aún no se han tirado los dados',
  dadosLeft: (side, count) =>
    `${['Verde', 'Azul', 'Rojo'][side]} tiene ${count === 1 ? '1 ficha' : `${count} fichas`} por poner`,
  inWinningLine: 'Parte de la línea ganadora',
};
