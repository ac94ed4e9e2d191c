// What options change, each as a position and what happens there.

import type { Step } from '../engine/types';

export interface Sample {
  start: string;
  lead?: string[]; // played before what is shown
  plies: string[]; // the first that the rules allow is made; if they allow none, that is what they say
  begun?: Step[]; // shown with what may follow, if the rules allow none
}

type Samples = Record<string, Sample | ((value: string | null) => Sample)>;

// Each side walks its two seeds round the board, until F brings the first position back: all four are North's then.
const ROUND = 'f A a B b C c D d E e'.split(' ');
const SQUARE: Sample = { start: 'wwb./w.b./..b./....|.../.../...|../..|. w', plies: ['1b2-1a1-1b1', '1b2'] };
const ROW: Sample = { start: 'www./.bb./..b./....|.../.../...|../..|. w', plies: ['1d1-1a1-1b1', '1d1'] };
// 1a1 is free once 2a1 has come back.
const CARRIED = 'wb.b/bb../..ww/b.w.|w../.../...|../..|. w';
// All fifteen light balls lie; of these, only 1d4 can rise.
const NONE_LEFT = 'wbwb/bwbw/wbwb/bwbw|wwb/wbw/ww.|wb/..|. w';

const samples: Record<string, Samples> = {
  oware: {
    slam: { start: '3-0-0-0-0-2-1-2-0-0-0-0-20-20-S', plies: ['F'] },
    cycle: { start: '0-0-0-0-0-0-1-1-0-0-0-2-22-22-N', lead: ROUND, plies: ['F'] },
  },
  pylos: {
    variant: (value) => (value === 'expert' ? ROW : SQUARE),
    second: {
      start: CARRIED,
      plies: ['1d4-2a1-1a1'],
      begun: [
        { kind: 'put', cell: '1d4' },
        { kind: 'recover', cell: '2a1' },
      ],
    },
    recovery: { ...SQUARE, plies: ['1b2'], begun: [{ kind: 'put', cell: '1b2' }] },
    reserve: { start: NONE_LEFT, plies: ['1d4>3a2'] },
  },
  six: { opening: { start: 'r:0,0 b:1,0 20-20 r', plies: ['-1,0'] } },
  dados: { line: { start: '....../....../..bb../....../gggg../b..... 1 7', plies: ['e2'] } },
};

/** Null: the first position says it, or words have to. */
export function sampleOf(game: string, option: string, value: string | null): Sample | null {
  const found = samples[game]?.[option] ?? null;
  return typeof found === 'function' ? found(value) : found;
}
