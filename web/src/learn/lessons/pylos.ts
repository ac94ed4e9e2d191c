import type { Lesson } from '../lesson';

export const pylos: Lesson = {
  game: 'pylos',
  steps: [
    { id: 'place', game: 'pylos', start: null, goal: { puts: ['1b2', '1c2', '1b3', '1c3'] } },
    {
      id: 'stack',
      game: 'pylos',
      start: 'wb../bw../..../....|.../.../...|../..|. w',
      goal: { puts: ['2a1'], raises: false },
    },
    { id: 'raise', game: 'pylos', start: 'wb../bw../..b./...w|.../.../...|../..|. w', goal: { raises: true } },
    { id: 'square', game: 'pylos', start: 'ww.b/w.../..b./b...|.../.../...|../..|. w', goal: { recovers: 2 } },
    {
      id: 'block',
      game: 'pylos',
      start: 'w.../.w../w.bb/..b.|.../.../...|../..|. w',
      goal: { allows: { recovers: 0 } },
    },
    {
      id: 'both',
      game: 'pylos',
      start: 'wbw./bwb./wbw./b..w|ww./w../...|../..|. w',
      goal: { raises: true, recovers: 2 },
    },
    { id: 'save', game: 'pylos', start: 'wbww/wbbw/wbww/b.ww|wwb/.bb/..b|../..|. w', goal: { raises: true } },
    { id: 'summit', game: 'pylos', start: 'bww./bwwb/bwbw/bwwb|.b./bwb/bbb|../b.|. w', goal: { winsNext: true } },
  ],
};
