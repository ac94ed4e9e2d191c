// The rules by sections, in the order in which both languages have them; which special rule is told where;
// and the boards that show what the words say.

import type { Notice } from '../engine/types';

/** Names of the sections after the title, as addresses use them: '#/learn/oware/rules/capturing'. */
const names: Record<string, readonly string[]> = {
  oware: ['board', 'sowing', 'capturing', 'feeding', 'ending', 'notation'],
  pylos: ['board', 'turn', 'square', 'ending', 'variants', 'readings', 'notation', 'example'],
  six: ['tiles', 'shapes', 'first-round', 'second-round', 'ending', 'notation', 'example'],
  dados: ['board', 'players', 'turn', 'winning', 'options', 'notation', 'example'],
};

const told: Record<Notice, Record<string, string>> = {
  'grand-slam-illegal': { oware: 'feeding' },
  'grand-slam-no-capture': { oware: 'feeding' },
  'must-feed': { oware: 'feeding' },
  'forced-slam': { oware: 'feeding' },
  circling: { oware: 'ending' },
  recovery: { pylos: 'square' },
  'recovery-two': { pylos: 'square' },
  'second-round': { six: 'second-round' },
  'group-fell': { six: 'second-round' },
  'equal-groups': { six: 'second-round' },
  'roll-again': { dados: 'turn' },
  'turn-lost': { dados: 'turn' },
  replaced: { dados: 'turn' },
  protected: { dados: 'turn' },
  'out-of-chips': { dados: 'turn' },
  'seen-before': { oware: 'ending', pylos: 'ending', six: 'ending' },
};

/** Of a game for which there are none: numbers. */
export function sectionNames(game: string): readonly string[] {
  return names[game] ?? [];
}

/** The section that an address means: its own name, or that of a special rule. */
export function sectionFor(game: string, name: string): string | null {
  if (sectionNames(game).includes(name) || /^\d+$/.test(name)) return name;
  return (told as Record<string, Record<string, string>>)[name]?.[game] ?? null;
}

export interface Example {
  game: string;
  start: string | null;
  lead?: string[]; // played before anything is shown
  plies: string[]; // shown one after the other; none: a position to look at
  caption: string; // of its text
  replacesDrawing?: boolean; // the section's drawing of letters says the same
}

/** Boards for sections. */
const examples: Record<string, Record<string, Example>> = {
  oware: {
    board: { game: 'oware', start: null, plies: [], caption: 'owareBoard', replacesDrawing: true },
    sowing: { game: 'oware', start: null, plies: ['D', 'c'], caption: 'owareSowing' },
    capturing: { game: 'oware', start: '1-0-2-0-6-1-5-3-2-1-2-3-12-10-S', plies: ['E'], caption: 'owareCapturing' },
    feeding: { game: 'oware', start: '0-2-0-0-4-1-0-0-0-0-0-0-20-21-S', plies: ['E'], caption: 'owareFeeding' },
    ending: { game: 'oware', start: '0-0-1-0-2-0-1-0-3-0-2-0-23-16-S', plies: ['E'], caption: 'owareEnding' },
  },
  pylos: {
    board: { game: 'pylos', start: null, plies: ['1b2', '1c3', '1b3', '1c2', '2b2'], caption: 'pylosBoard' },
    turn: {
      game: 'pylos',
      start: 'wb../bw../..b./...w|.../.../...|../..|. w',
      plies: ['1d4>2a1'],
      caption: 'pylosTurn',
    },
    square: {
      game: 'pylos',
      start: 'ww.b/w.../..b./b...|.../.../...|../..|. w',
      plies: ['1b2-1a1-1b2'],
      caption: 'pylosSquare',
    },
    example: {
      game: 'pylos',
      start: null,
      plies: ['1a1', '1c1', '1b1', '1c2', '1a2', '1c3', '1b2-1a1-1b2'],
      caption: 'pylosExample',
    },
  },
  six: {
    tiles: { game: 'six', start: null, plies: [], caption: 'sixTiles' },
    shapes: {
      game: 'six',
      start: 'r:0,0;0,1;0,2;1,0;2,0 b:-1,1;-1,2;1,-1;2,-1;3,-1 16-16 r',
      plies: ['1,1'],
      caption: 'sixShapes',
    },
    'first-round': { game: 'six', start: null, plies: ['0,1', '1,-1', '-1,1', '2,-1'], caption: 'sixFirst' },
    'second-round': {
      game: 'six',
      start: 'r:0,0;0,1;1,0;1,1;2,1;3,0;3,1;4,0 b:0,2;1,-1;1,2;2,0;2,2;3,-1;5,-1;5,0;6,-1 0-0 r',
      plies: ['4,0>-1,1'],
      caption: 'sixSecond',
    },
    example: {
      game: 'six',
      start: 'r:0,1;0,2;1,0;1,2;2,1 b:-1,2;0,0;1,1;2,2;3,0 16-16 r',
      plies: ['2,0'],
      caption: 'sixExample',
    },
  },
  dados: {
    board: { game: 'dados', start: null, plies: [], caption: 'dadosBoard', replacesDrawing: true },
    turn: {
      game: 'dados',
      start: null,
      plies: ['8', 'c5', '10', '-c5', '12', 'd4', '7', 'b5'],
      caption: 'dadosTurn',
    },
    winning: {
      game: 'dados',
      start: '....b./.b.b../....../g.gggg/....../bb.... 1 8',
      plies: ['b3'],
      caption: 'dadosWinning',
    },
  },
};

export function examplesOf(game: string): Record<string, Example> {
  return examples[game] ?? {};
}
