// Positions while they are being set up: whatever the reader has put on the board so far, which need
// not be possible. It can always be written down; whether it is a position, the rules say.

import type { Component } from 'svelte';
import type { Board, Situation, Step } from '../engine/types';
import { gameOf } from '../lib/games';
import { dadosDraft, type DadosDraft } from './dados/draft';
import { owareDraft, type OwareDraft } from './oware/draft';
import { pylosDraft, type PylosDraft } from './pylos/draft';
import type { Tool } from './shared/cell';
import { sixDraft, type SixDraft } from './six/draft';
import { writtenDraft, type WrittenDraft } from './generic/draft';

export type { Tool } from './shared/cell';
export type Draft = OwareDraft | PylosDraft | SixDraft | DadosDraft | WrittenDraft;

/** What a game's folder says of positions that are being set up there. */
export interface DraftKind<Own> {
  read(situation: Situation): Own;
  /** In notation, whether it can be or not. */
  write(draft: Own): string;
  /** As a board draws it. */
  board(draft: Own): Omit<Board, 'position'>;
  /** Who is to move, and somebody else. */
  turn(draft: Own): number;
  withTurn(draft: Own, seat: number): Own;
  /** An empty board of the same kind. */
  clear(draft: Own): Own;
  /** What a touch of a cell makes of it; a touch that can do nothing leaves the draft as it is. */
  touch(draft: Own, cell: string, tool: Tool): Own;
  /** Everywhere something can be put or taken; nowhere: positions are set up in writing only. */
  choices(draft: Own): Step[];
  /** Cells can't be seen unless something lies there or can be put there. */
  hasNoEdge?: boolean;
  /** Whatever else can be entered; loaded when it is wanted. */
  fields?: () => Promise<{ default: Component<FieldsProps<Own>> }>;
}

export interface FieldsProps<Own> {
  draft: Own;
  sides: string[]; // by name
  isFragment: boolean;
  onchange: (draft: Own) => void;
  onfragment: (isFragment: boolean) => void;
}

const kinds: Record<string, unknown> = { oware: owareDraft, pylos: pylosDraft, six: sixDraft, dados: dadosDraft };

/** A draft is only ever handed to the kind that made it. */
const kindOf = (game: string): DraftKind<Draft> => (kinds[game] ?? writtenDraft) as DraftKind<Draft>;

export const readDraft = (situation: Situation): Draft => kindOf(gameOf(situation)).read(situation);
export const writeDraft = (draft: Draft): string => kindOf(draft.game).write(draft);
export const boardOfDraft = (draft: Draft): Board => ({
  position: writeDraft(draft),
  ...kindOf(draft.game).board(draft),
});
export const turnOfDraft = (draft: Draft): number => kindOf(draft.game).turn(draft);
export const withTurn = (draft: Draft, seat: number): Draft => kindOf(draft.game).withTurn(draft, seat);
export const clearDraft = (draft: Draft): Draft => kindOf(draft.game).clear(draft);
export const touchDraft = (draft: Draft, cell: string, tool: Tool): Draft =>
  kindOf(draft.game).touch(draft, cell, tool);
export const choicesOf = (draft: Draft): Step[] => kindOf(draft.game).choices(draft);
export const hasNoEdge = (draft: Draft): boolean => kindOf(draft.game).hasNoEdge ?? false;
export const fieldsOf = (draft: Draft): DraftKind<Draft>['fields'] => kindOf(draft.game).fields;
