// A board of Secuencia de Dados as it is drawn: what is printed on the squares, and whose chips lie there.

import type { Board } from '../../engine/types';

export interface DadosSquare {
  cell: string; // 'c5'
  file: number; // from 0
  rank: number; // from 0: rank 1 is the lowest
  number: number; // printed on the board
  side: number | null; // green, blue, red
  isWon: boolean;
}

export interface DadosView {
  squares: DadosSquare[]; // rank 6 first, files a–f
  roll: number | null;
}

export function dadosView({ cells, roll }: Board): DadosView {
  const squares = cells.map(({ name, number, side, isWon }) => ({
    cell: name,
    file: 'abcdef'.indexOf(name[0]!),
    rank: Number(name[1]) - 1,
    number: number ?? 0,
    side,
    isWon,
  }));
  return { squares, roll: roll === null ? null : Number(roll) };
}
