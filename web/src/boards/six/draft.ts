import type { DraftKind } from '../drafts';
import { paint, pieceCell, piecesOf, type Pieces } from '../shared/cell';
import { borderOf } from './hex';
import { sixView } from './view';

export interface SixDraft {
  game: 'six';
  tiles: Pieces;
  hands: [number, number];
  side: number;
}

export const MOST_TILES = 21;

function tilesOf(draft: SixDraft, side: number): string {
  const cells = Object.keys(draft.tiles).filter((cell) => draft.tiles[cell] === side);
  const places = cells.map((cell) => cell.split(',').map(Number) as [number, number]);
  return places
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map((place) => place.join(','))
    .join(';');
}

/** Empty cells that touch a tile, where another can be put; at first the middle of the table. */
export function ringOf(draft: SixDraft): string[] {
  const cells = Object.keys(draft.tiles);
  return cells.length === 0 ? ['0,0'] : [...borderOf(new Set(cells))];
}

export const sixDraft: DraftKind<SixDraft> = {
  read: (situation) => ({
    game: 'six',
    tiles: piecesOf(situation.cells),
    hands: sixView(situation).hands,
    side: situation.turn ?? 0,
  }),
  write: (draft) => `r:${tilesOf(draft, 0)} b:${tilesOf(draft, 1)} ${draft.hands.join('-')} ${'rb'[draft.side]}`,
  board: (draft) => ({
    cells: [...Object.keys(draft.tiles), ...ringOf(draft)].map((cell) => pieceCell(draft.tiles, cell)),
    held: [...draft.hands],
    roll: null,
  }),
  turn: ({ side }) => side,
  withTurn: (draft, side) => ({ ...draft, side }),
  clear: (draft) => ({ ...draft, tiles: {}, hands: [MOST_TILES, MOST_TILES] }),
  touch(draft, cell, tool) {
    const tiles = paint(draft.tiles, cell, tool);
    // Tiles come from the hand and go back there, as long as the hand has any part in it.
    const hands = draft.hands.map((held, side) => {
      const of = (all: Pieces): number => Object.values(all).filter((tile) => tile === side).length;
      return Math.min(MOST_TILES, Math.max(0, held + of(draft.tiles) - of(tiles)));
    }) as [number, number];
    return { ...draft, tiles, hands };
  },
  choices: (draft) => [
    ...Object.keys(draft.tiles).map((cell) => ({ kind: 'pick' as const, cell })),
    ...ringOf(draft).map((cell) => ({ kind: 'put' as const, cell })),
  ],
  hasNoEdge: true,
  fields: () => import('./SixFields.svelte'),
};
