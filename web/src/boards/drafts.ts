// Positions while they are being set up: whatever the reader has put on the board so far, which need
// not be possible. It can always be written down; whether it is a position, the rules say.

import type { Board, Situation, Step } from '../engine/types';
import { dadosDraft, type DadosDraft } from './dados/draft';
import { owareDraft, type OwareDraft } from './oware/draft';
import { pylosDraft, type PylosDraft } from './pylos/draft';
import type { Tool } from './shared/cell';
import { sixDraft, type SixDraft } from './six/draft';

export type { Tool } from './shared/cell';
export type Draft = OwareDraft | PylosDraft | SixDraft | DadosDraft;

/** What a game's folder says of positions that are being set up there. */
export interface DraftKind<Own> {
  read(situation: Situation): Own;
  /** In notation, whether it can be or not. */
  write(draft: Own): string;
  /** As a board draws it. */
  board(draft: Own): Omit<Board, 'position'>;
  /** An empty board of the same kind. */
  clear(draft: Own): Own;
  /** What a touch of a cell makes of it; a touch that can do nothing leaves the draft as it is. */
  touch(draft: Own, cell: string, tool: Tool): Own;
  /** Everywhere something can be put or taken. */
  choices(draft: Own): Step[];
}

const kinds: { [Game in Draft['game']]: DraftKind<Extract<Draft, { game: Game }>> } = {
  oware: owareDraft,
  pylos: pylosDraft,
  six: sixDraft,
  dados: dadosDraft,
};

const kindOf = (game: string): DraftKind<Draft> => kinds[game as Draft['game']] as unknown as DraftKind<Draft>;

/** Whether positions of a game can be set up here. */
export const canDraft = (game: string): boolean => game in kinds;
export const readDraft = (situation: Situation): Draft => kindOf(situation.game.split(':')[0]!).read(situation);
export const writeDraft = (draft: Draft): string => kindOf(draft.game).write(draft);
export const boardOfDraft = (draft: Draft): Board => ({
  position: writeDraft(draft),
  ...kindOf(draft.game).board(draft),
});
export const clearDraft = (draft: Draft): Draft => kindOf(draft.game).clear(draft);
export const touchDraft = (draft: Draft, cell: string, tool: Tool): Draft =>
  kindOf(draft.game).touch(draft, cell, tool);
export const choicesOf = (draft: Draft): Step[] => kindOf(draft.game).choices(draft);
