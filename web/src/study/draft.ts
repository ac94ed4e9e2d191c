// Positions while they are being set up: whatever the reader has put on the board so far, which need
// not be possible. It can always be written down; whether it is a position, the rules say.

import { DADOS_NUMBERS, OWARE_PITS, readDados, readOware, readPylos, readSix } from '../boards/notation';
import type { GameName } from '../engine/types';

export interface OwareDraft {
  game: 'oware';
  pits: number[];
  stores: [number, number];
  side: number;
}
export interface PylosDraft {
  game: 'pylos';
  base: number;
  balls: Record<string, number>; // side by cell
  side: number;
}
export interface SixDraft {
  game: 'six';
  tiles: Record<string, number>; // side by cell
  hands: [number, number];
  side: number;
}
export interface DadosDraft {
  game: 'dados';
  chips: Record<string, number>; // side by cell
  seat: number;
  roll: number | null;
}
export type Draft = OwareDraft | PylosDraft | SixDraft | DadosDraft;

/** What a touch does: puts one of a side, or takes one away. */
export type Tool = number | 'take';

export function readDraft(game: GameName, position: string): Draft {
  switch (game) {
    case 'oware': {
      const { pits, stores, side } = readOware(position);
      return { game, pits, stores, side };
    }
    case 'pylos': {
      const { base, cells, side } = readPylos(position);
      return {
        game,
        base,
        side,
        balls: Object.fromEntries(cells.flatMap((cell) => (cell.side === null ? [] : [[cell.cell, cell.side]]))),
      };
    }
    case 'six': {
      const { tiles, hands, side } = readSix(position);
      return { game, hands, side, tiles: Object.fromEntries(tiles.map((tile) => [tile.cell, tile.side])) };
    }
    case 'dados': {
      const { squares, seat, roll } = readDados(position);
      return {
        game,
        seat,
        roll,
        chips: Object.fromEntries(
          squares.flatMap((square) => (square.side === null ? [] : [[square.cell, square.side]])),
        ),
      };
    }
  }
}

/** In notation, whether it can be or not. */
export function writeDraft(draft: Draft): string {
  switch (draft.game) {
    case 'oware':
      return [...draft.pits, ...draft.stores, 'SN'[draft.side]].join('-');
    case 'pylos': {
      const level = (n: number): string =>
        rows(draft.base - n + 1, (file, rank) => 'wb'[draft.balls[`${n}${'abcd'[file]}${rank + 1}`] ?? 2] ?? '.').join(
          '/',
        );
      const levels = Array.from({ length: draft.base }, (_, i) => level(i + 1));
      return `${levels.join('|')} ${'wb'[draft.side]}`;
    }
    case 'six':
      return `r:${tilesOf(draft, 0)} b:${tilesOf(draft, 1)} ${draft.hands.join('-')} ${'rb'[draft.side]}`;
    case 'dados': {
      const ranks = rows(6, (file, row) => 'gbr'[draft.chips[`${'abcdef'[file]}${6 - row}`] ?? 3] ?? '.');
      return `${ranks.join('/')} ${draft.seat + 1} ${draft.roll ?? '-'}`;
    }
  }
}

function rows(size: number, at: (file: number, rank: number) => string): string[] {
  return Array.from({ length: size }, (_, rank) =>
    Array.from({ length: size }, (_unused, file) => at(file, rank)).join(''),
  );
}

function coordinates(cell: string): [number, number] {
  return cell.split(',').map(Number) as [number, number];
}

function tilesOf(draft: SixDraft, side: number): string {
  const cells = Object.keys(draft.tiles)
    .filter((cell) => draft.tiles[cell] === side)
    .map(coordinates);
  return cells
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map((cell) => cell.join(','))
    .join(';');
}

/** An empty board of the same kind. */
export function clearDraft(draft: Draft): Draft {
  switch (draft.game) {
    case 'oware':
      return { ...draft, pits: Array<number>(12).fill(0), stores: [0, 0] };
    case 'pylos':
      return { ...draft, balls: {} };
    case 'six':
      return { ...draft, tiles: {}, hands: [21, 21] };
    case 'dados':
      return { ...draft, chips: {} };
  }
}

/** What a touch of a cell makes of it; a touch that can do nothing leaves the draft as it is. */
export function touchDraft(draft: Draft, cell: string, tool: Tool): Draft {
  switch (draft.game) {
    case 'oware': {
      const at = OWARE_PITS.indexOf(cell);
      const now = draft.pits[at];
      if (now === undefined) return draft;
      const next = tool === 'take' ? Math.max(0, now - 1) : Math.min(48, now + 1);
      return { ...draft, pits: draft.pits.map((seeds, i) => (i === at ? next : seeds)) };
    }
    case 'pylos': {
      const balls = paint(draft.balls, cell, tool);
      const most = draft.base === 4 ? 15 : 7;
      const isTooMany = [0, 1].some((side) => Object.values(balls).filter((ball) => ball === side).length > most);
      return isTooMany ? draft : { ...draft, balls };
    }
    case 'six': {
      const tiles = paint(draft.tiles, cell, tool);
      // Tiles come from the hand and go back there, as long as the hand has any part in it.
      const hands = draft.hands.map((held, side) => {
        const of = (all: Record<string, number>): number => Object.values(all).filter((tile) => tile === side).length;
        return Math.min(21, Math.max(0, held + of(draft.tiles) - of(tiles)));
      }) as [number, number];
      return { ...draft, tiles, hands };
    }
    case 'dados':
      return { ...draft, chips: paint(draft.chips, cell, tool) };
  }
}

/** A piece of the same colour is taken away: a second touch undoes the first. */
function paint(pieces: Record<string, number>, cell: string, tool: Tool): Record<string, number> {
  const { [cell]: before, ...rest } = pieces;
  return tool === 'take' || before === tool ? rest : { ...rest, [cell]: tool };
}

/** Six: empty cells that touch a tile, where another can be put; at first the middle of the table. */
export function ringOf(draft: SixDraft): string[] {
  const cells = Object.keys(draft.tiles);
  if (cells.length === 0) return ['0,0'];
  const ring = new Set<string>();
  for (const cell of cells) {
    const [q, r] = coordinates(cell);
    for (const [dq, dr] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, -1],
      [-1, 1],
    ] as const) {
      const near = `${q + dq},${r + dr}`;
      if (!(near in draft.tiles)) ring.add(near);
    }
  }
  return [...ring];
}

/** Seeds in all: shown while setting up, for they must make 48. */
export function seedsOf(draft: OwareDraft): number {
  return [...draft.pits, ...draft.stores].reduce((sum, seeds) => sum + seeds, 0);
}

/** Dados: the totals for which something is printed on the board, and the two that need nothing. */
export const ROLLS: readonly number[] = [...new Set([...DADOS_NUMBERS, 10, 11])].sort((a, b) => a - b);
