// A position of any game: its notation is the game's own, so it is set up in writing only.

import type { Situation } from '../../engine/types';
import type { DraftKind } from '../drafts';

export interface WrittenDraft {
  game: 'any';
  situation: Situation;
}

export const writtenDraft: DraftKind<WrittenDraft> = {
  read: (situation) => ({ game: 'any', situation }),
  write: ({ situation }) => situation.position,
  board: ({ situation: { cells, held, roll } }) => ({ cells, held, roll }),
  turn: ({ situation }) => situation.turn ?? 0,
  withTurn: (draft) => draft,
  clear: (draft) => draft,
  touch: (draft) => draft,
  choices: () => [],
};
