import { cellNamed } from '../shared/cell';
import type { DraftKind } from '../drafts';
import { OWARE_PITS, owareView } from './view';

export interface OwareDraft {
  game: 'oware';
  pits: number[];
  stores: [number, number];
  side: number;
}

export const MOST_SEEDS = 48;

/** Seeds in all: shown while setting up, for they must make 48. */
export function seedsOf(draft: OwareDraft): number {
  return [...draft.pits, ...draft.stores].reduce((sum, seeds) => sum + seeds, 0);
}

export const owareDraft: DraftKind<OwareDraft> = {
  read: (situation) => ({ game: 'oware', ...owareView(situation), side: situation.turn ?? 0 }),
  write: ({ pits, stores, side }) => [...pits, ...stores, 'SN'[side]].join('-'),
  board: ({ pits, stores }) => ({
    cells: pits.map((count, i) => cellNamed(OWARE_PITS[i]!, { side: Math.floor(i / 6), count })),
    held: [...stores],
    roll: null,
  }),
  turn: ({ side }) => side,
  withTurn: (draft, side) => ({ ...draft, side }),
  clear: (draft) => ({ ...draft, pits: Array<number>(12).fill(0), stores: [0, 0] }),
  touch(draft, cell, tool) {
    const at = OWARE_PITS.indexOf(cell);
    const now = draft.pits[at];
    if (now === undefined) return draft;
    const next = tool === 'take' ? Math.max(0, now - 1) : Math.min(MOST_SEEDS, now + 1);
    return { ...draft, pits: draft.pits.map((seeds, i) => (i === at ? next : seeds)) };
  },
  choices: () => [...OWARE_PITS].map((cell) => ({ kind: 'pick', cell })),
  fields: () => import('./OwareFields.svelte'),
};
