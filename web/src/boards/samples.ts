// What options change, each as a position and what happens there.

export interface Sample {
  start: string;
  plies: string[]; // the first that the rules allow is made; if they allow none, that is what they say
}

type Samples = Record<string, Sample | ((value: string | null) => Sample)>;

const SQUARE: Sample = { start: 'wwb./w.b./..b./....|.../.../...|../..|. w', plies: ['1b2-1a1-1b1', '1b2'] };
const ROW: Sample = { start: 'www./.bb./..b./....|.../.../...|../..|. w', plies: ['1d1-1a1-1b1', '1d1'] };

const samples: Record<string, Samples> = {
  oware: { slam: { start: '3-0-0-0-0-2-1-2-0-0-0-0-20-20-S', plies: ['F'] } },
  pylos: { variant: (value) => (value === 'expert' ? ROW : SQUARE) },
  dados: { line: { start: '....../....../..bb../....../gggg../b..... 1 7', plies: ['e2'] } },
};

/** Null: the first position says it, or words have to. */
export function sampleOf(game: string, option: string, value: string | null): Sample | null {
  const found = samples[game]?.[option] ?? null;
  return typeof found === 'function' ? found(value) : found;
}
