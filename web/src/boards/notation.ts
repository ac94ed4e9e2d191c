// Positions in notation, read into plain views for drawing. Reads what the engine wrote, so a text
// that is not a position is a mistake of the program: it throws, and nothing is guessed.

export type OwareSide = 0 | 1; // South, North

export interface OwareView {
  pits: number[]; // A–F, a–f: in sowing order
  stores: [number, number];
  side: OwareSide;
}

export interface PylosCell {
  cell: string; // '2a1'
  level: number; // from 1
  file: number; // from 0
  rank: number; // from 0
  side: 0 | 1 | null; // light, dark, empty
  isOpen: boolean; // empty, and on the board or on four balls
}

export interface PylosView {
  base: number; // 4, or 3
  cells: PylosCell[]; // by level, then rank, then file
  reserves: [number, number];
  side: 0 | 1;
}

export interface SixTile {
  cell: string; // 'q,r'
  q: number;
  r: number;
  side: 0 | 1; // red, black
}

export interface SixView {
  tiles: SixTile[];
  hands: [number, number];
  side: 0 | 1;
}

export interface DadosSquare {
  cell: string; // 'c5'
  file: number; // from 0
  rank: number; // from 0: rank 1 is the lowest
  number: number; // printed on the board
  side: 0 | 1 | 2 | null; // green, blue, red
}

export interface DadosView {
  squares: DadosSquare[]; // rank 6 first, files a–f
  seat: number; // from 0
  roll: number | null;
}

export const OWARE_PITS = 'ABCDEFabcdef';

/** What is printed on the squares of Dados, rank 6 first. */
export const DADOS_NUMBERS: readonly number[] = [
  2, 3, 4, 5, 6, 2, 6, 7, 8, 9, 7, 3, 5, 9, 12, 12, 8, 4, 4, 8, 12, 12, 9, 5, 3, 7, 9, 8, 7, 6, 2, 6, 5, 4, 3, 2,
];

function fault(game: string, position: string): Error {
  return new Error(`not a position of ${game}: ${position}`);
}

/** Whole numbers, and halves where the rest of a game was shared equally. */
function readCount(text: string): number {
  return /^\d+(\.5)?$/.test(text) ? Number(text) : NaN;
}

export function readOware(position: string): OwareView {
  const parts = position.split('-');
  const counts = parts.slice(0, 14).map(readCount);
  const side = 'SN'.indexOf(parts[14] ?? '?');
  if (parts.length !== 15 || side < 0 || counts.some(Number.isNaN)) throw fault('oware', position);
  return {
    pits: counts.slice(0, 12),
    stores: [counts[12]!, counts[13]!],
    side: side as OwareSide,
  };
}

export function pylosCellName(level: number, file: number, rank: number): string {
  return `${level}${'abcd'[file]}${rank + 1}`;
}

export function readPylos(position: string): PylosView {
  const [board, mover, ...rest] = position.split(' ');
  const levels = (board ?? '').split('|').map((level) => level.split('/'));
  const base = levels.length;
  const side = 'wb'.indexOf(mover || '?');
  const fits = levels.every(
    (ranks, i) => ranks.length === base - i && ranks.every((rank) => new RegExp(`^[wb.]{${base - i}}$`).test(rank)),
  );
  if (rest.length > 0 || side < 0 || (base !== 3 && base !== 4) || !fits) throw fault('pylos', position);

  const sideAt = (level: number, file: number, rank: number) => {
    const at = 'wb'.indexOf(levels[level - 1]![rank]![file]!);
    return at < 0 ? null : (at as 0 | 1);
  };
  const cells: PylosCell[] = [];
  const used = [0, 0];
  for (let level = 1; level <= base; level++) {
    for (let rank = 0; rank <= base - level; rank++) {
      for (let file = 0; file <= base - level; file++) {
        const ball = sideAt(level, file, rank);
        if (ball !== null) used[ball]!++;
        const rests =
          level === 1 ||
          [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ].every(([dx, dy]) => sideAt(level - 1, file + dx!, rank + dy!) !== null);
        cells.push({
          cell: pylosCellName(level, file, rank),
          level,
          file,
          rank,
          side: ball,
          isOpen: ball === null && rests,
        });
      }
    }
  }
  const each = base === 4 ? 15 : 7;
  return { base, cells, reserves: [each - used[0]!, each - used[1]!], side: side as 0 | 1 };
}

function readTiles(text: string, side: 0 | 1): SixTile[] {
  if (text === '') return [];
  return text.split(';').map((cell) => {
    const match = /^(-?\d+),(-?\d+)$/.exec(cell);
    if (!match) throw new Error(cell);
    return { cell, q: Number(match[1]), r: Number(match[2]), side };
  });
}

export function readSix(position: string): SixView {
  const match = /^r:(\S*) b:(\S*) (\d+)-(\d+) ([rb])$/.exec(position);
  if (!match) throw fault('six', position);
  try {
    return {
      tiles: [...readTiles(match[1]!, 0), ...readTiles(match[2]!, 1)],
      hands: [Number(match[3]), Number(match[4])],
      side: match[5] === 'r' ? 0 : 1,
    };
  } catch {
    throw fault('six', position);
  }
}

export function readDados(position: string): DadosView {
  const match = /^([.gbr/]+) ([1-4]) (-|\d+)$/.exec(position);
  const ranks = match ? match[1]!.split('/') : [];
  if (!match || ranks.length !== 6 || ranks.some((rank) => rank.length !== 6)) throw fault('dados', position);
  const squares = [...ranks.join('')].map((chip, i): DadosSquare => {
    const file = i % 6;
    const rank = 5 - Math.floor(i / 6);
    const side = 'gbr'.indexOf(chip);
    return {
      cell: `${'abcdef'[file]}${rank + 1}`,
      file,
      rank,
      number: DADOS_NUMBERS[i]!,
      side: side < 0 ? null : (side as 0 | 1 | 2),
    };
  });
  return { squares, seat: Number(match[2]) - 1, roll: match[3] === '-' ? null : Number(match[3]) };
}
