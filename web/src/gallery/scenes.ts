// Boards worth looking at: positions, and what was played in them. The engine tells the rest.

import type { GameLine, Step } from '../engine/types';

export interface Scene {
  name: string;
  line: GameLine;
  chosen?: Step[];
  preview?: string; // a move
  tells?: boolean; // the last ply as a story
  isSmall?: boolean;
  isGeneric?: boolean; // drawn by the board of all games
  arrows?: { steps: Step[]; weight: number }[];
}

const pick = (cell: string): Step => ({ kind: 'pick', cell });
const put = (cell: string): Step => ({ kind: 'put', cell });
const recover = (cell: string): Step => ({ kind: 'recover', cell });
const at = (game: string, start: string | null, ...plies: string[]): GameLine => ({ game, start, plies });

const OWARE_MIDDLE = at('oware', '1-0-6-1-8-5-0-1-3-1-11-2-5-4-S', 'E');
const OWARE_RICH = '0-2-1-15-3-5-4-2-1-2-1-0-7-5-S';
const oware: Scene[] = [
  { name: 'oware-start', line: at('oware', null) },
  { name: 'oware-middle', line: OWARE_MIDDLE },
  { name: 'oware-preview', line: at('oware', OWARE_RICH), preview: 'F' },
  { name: 'oware-story', line: at('oware', OWARE_RICH, 'F'), tells: true },
  { name: 'oware-end', line: at('oware', '0-0-0-0-1-2-1-1-0-0-1-0-24-18-S', 'F') },
  {
    name: 'oware-arrows',
    line: at('oware', '1-0-7-2-0-6-1-2-3-1-11-2-8-4-S'),
    arrows: [
      { steps: [pick('F')], weight: 1 },
      { steps: [pick('C')], weight: 0.4 },
    ],
  },
  { name: 'oware-small', line: OWARE_MIDDLE, isSmall: true },
];

const PYLOS_MIDDLE = at('pylos', 'wbwb/wwbb/bwwb/.bw.|w../bw./...|../..|. b', '2b1');
const PYLOS_SQUARE = at('pylos', 'wwb./w.bb/bwwb/....|.../.../...|../..|. w');
const pylos: Scene[] = [
  { name: 'pylos-start', line: at('pylos', null) },
  { name: 'pylos-middle', line: PYLOS_MIDDLE },
  { name: 'pylos-lifted', line: PYLOS_MIDDLE, chosen: [pick('1c4')] },
  { name: 'pylos-square', line: PYLOS_SQUARE, chosen: [put('1b2')] },
  { name: 'pylos-one', line: PYLOS_SQUARE, chosen: [put('1b2'), recover('1a1')] },
  { name: 'pylos-story', line: { ...PYLOS_SQUARE, plies: ['1b2-1a1-1b1'] }, tells: true },
  { name: 'pylos-end', line: at('pylos', 'wbbw/bwwb/bwbw/wbbw|wbw/bwb/bwb|bw/wb|. w', '4a1') },
  { name: 'pylos-three', line: at('pylos:base=3', 'wbw/bbw/ww.|b./..|. b') },
  {
    name: 'pylos-arrows',
    line: PYLOS_MIDDLE,
    arrows: [
      { steps: [pick('1c4'), put('2c2')], weight: 1 },
      { steps: [put('1d4')], weight: 0.4 },
    ],
  },
  { name: 'pylos-small', line: PYLOS_MIDDLE, isSmall: true },
];

const SIX_MIDDLE = at('six', 'r:-3,0;-3,2;-2,0;-2,1;-1,0;0,-1;0,0 b:-2,2;-1,-1;1,-2;1,0;2,-1;2,0 14-15 b', '-3,1');
const SIX_SECOND =
  'r:-5,1;-4,0;-4,1;-3,-1;-3,2;-2,-2;-2,1;-1,1;0,-2;0,0;1,-3;1,1;2,-2;2,1;3,-1;3,0;4,-2 ' +
  'b:-5,2;-4,2;-3,0;-3,1;-2,-1;-2,2;-1,-1;-1,-2;-1,2;0,-1;1,-1;1,0;2,-3;2,0;3,-3;3,1;4,0 0-0 r';
const SIX_EQUAL = 'r:-1,-1;-1,0;-2,0;-2,1;0,0;2,1;2,-1;3,0 b:-3,1;-3,0;-1,1;1,0;2,0;3,-1;3,1;1,1;-2,-1 0-0 r';
const SIX_ROW = 'r:-3,0;-3,2;-2,0;-2,1;-1,0;0,-1;0,0;1,0 b:-3,1;-2,2;-1,-1;1,-2;2,-1;-1,2;1,1;-1,-2 13-13 r';
const six: Scene[] = [
  { name: 'six-start', line: at('six', null) },
  { name: 'six-middle', line: SIX_MIDDLE },
  { name: 'six-second', line: at('six', SIX_SECOND) },
  { name: 'six-lift', line: at('six', SIX_EQUAL), chosen: [pick('0,0')] },
  { name: 'six-group', line: at('six', SIX_EQUAL), chosen: [pick('0,0'), put('-2,2')] },
  { name: 'six-story', line: at('six', SIX_EQUAL, '0,0>-2,2~-3,0'), tells: true },
  { name: 'six-end', line: at('six', SIX_ROW, '2,0') },
  { name: 'six-arrows', line: at('six', SIX_EQUAL), arrows: [{ steps: [pick('-2,1'), put('1,-1')], weight: 1 }] },
  { name: 'six-small', line: SIX_MIDDLE, isSmall: true },
];

const DADOS_ROLLED = at('dados', '.g..b./b..gb./.gb.b./.bg.g./.b.g../gg..bb 1 -', '8');
const dados: Scene[] = [
  { name: 'dados-start', line: at('dados', null) },
  { name: 'dados-middle', line: { ...DADOS_ROLLED, plies: ['8', 'c5', '7'] } },
  { name: 'dados-remove', line: { ...DADOS_ROLLED, plies: ['10'] } },
  { name: 'dados-replace', line: at('dados', '.gb.b./b..gbb/.gb.bb/gbg.g./.b.g../gg.gbb 1 4') },
  { name: 'dados-roll', line: DADOS_ROLLED, tells: true },
  { name: 'dados-story', line: at('dados', '.gb.b./b..gbb/.gb.bb/gbg.g./.b.g../gg.gbb 1 4', 'xc6'), tells: true },
  { name: 'dados-three', line: at('dados:players=3', '.g.rb./b..gbr/.gb.b./rbgrg./.b.g.r/gg..bb 3 11') },
  { name: 'dados-end', line: at('dados', 'gb..b./bg..b./.bg.b./.b..../.b..g./gb..bg 1 12', 'd3') },
  { name: 'dados-small', line: DADOS_ROLLED, isSmall: true },
];

/** What the board of all games makes of them. */
const any: Scene[] = [...oware, ...pylos, ...six, ...dados].map((scene) => ({
  ...scene,
  name: `any-${scene.name}`,
  isGeneric: true,
}));

export const SCENES: Scene[] = [...oware, ...pylos, ...six, ...dados, ...any];
