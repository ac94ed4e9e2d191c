// What boards say: labels of cells for screen readers, and the few words that are drawn on a board.

import { boardsEn } from './boards.en';
import { boardsEs } from './boards.es';

export type Language = 'es' | 'en';

/** What a cell may have to say, besides what lies on it. */
export interface CellFacts {
  canChoose: boolean;
  isLast: boolean; // the last move touched it
}

export interface BoardTexts {
  /** Said after a cell that can be chosen, and after one that the last move touched. */
  canChoose: string;
  lastMove: string;
  /** A cell of a game that has no words of its own; `side` by name: whose piece, or with heaps whose cell. */
  anyCell(cell: string, side: string | null, count: number, number: number | null, hasHeaps: boolean): string;
  anyHeld(side: string, held: string): string; // what a side holds, in words
  anyEnough: string; // the button that ends a move that could go on
  owareSides: [string, string];
  /** 'C, de Sur: 4 semillas' */
  owarePit(letter: string, seeds: number, side: number): string;
  /** After focusing a pit: what sowing it would do. */
  owarePreview(captured: number): string;
  owareStore(side: number, seeds: number): string;
  pylosSides: [string, string];
  pylosCell(cell: string, level: number, side: number | null, isOpen: boolean): string;
  pylosCan: { put: string; pick: string; recover: string };
  pylosIsLifted: string;
  pylosReserve(side: number, balls: number): string;
  pylosRecover(taken: number, isEnough: boolean): string; // what to do after a square
  pylosEnough(taken: number): string; // the button that ends a recovery
  pylosLens: string; // what the lens is for
  pylosLevels(highest: number): string; // a choice of the lens
  pylosAllLevels: string;
  pylosPlan: string;
  pylosPyramid: string;
  putBack: string; // cancel the step
  sixTile(cell: string, side: number): string;
  sixEmpty(cell: string, red: number, black: number): string; // an empty cell, and how many tiles touch it
  sixCan: { put: string; pick: string };
  sixGroup(tiles: number): string; // the group that can be chosen to stay
  sixFalls(tiles: number): string; // what would leave the game
  sixIsLifted: string;
  sixHand(side: number, tiles: number): string;
  sixCloser: string; // once a first touch has only moved closer
  sixLook: string; // what the buttons for looking around are, together
  zoomIn: string;
  zoomOut: string;
  recentre: string;
  inWinningShape: string;
  dadosSquare(cell: string, number: number, side: number | null, isProtected: boolean): string;
  dadosCan: { put: string; replace: string; remove: string };
  dadosRoll(total: number): string;
  dadosThrow: string;
  dadosNoRoll: string;
  dadosLeft(side: number, chips: number): string;
  inWinningLine: string;
}

export function boardTexts(language: Language): BoardTexts {
  return language === 'es' ? boardsEs : boardsEn;
}

/** The language of the document, for boards that were not told. */
export function documentLanguage(): Language {
  return globalThis.document?.documentElement.lang.startsWith('es') ? 'es' : 'en';
}

/** A cell in words, with what can be done there. */
export function describeCell(texts: BoardTexts, what: string, facts: CellFacts, can = texts.canChoose): string {
  return [what, facts.isLast ? texts.lastMove : '', facts.canChoose ? can : ''].filter(Boolean).join('. ');
}
