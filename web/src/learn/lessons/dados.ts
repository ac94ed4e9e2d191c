import type { Lesson } from '../lesson';

export const dados: Lesson = {
  game: 'dados',
  steps: [
    { id: 'place', game: 'dados', start: '....../...b../..g..b/..g.../....../b..... 1 8', goal: { puts: ['c5'] } },
    { id: 'again', game: 'dados', start: '....../...b../....b./..g.b./.g..../...b.. 1 2', goal: { puts: ['a1'] } },
    {
      id: 'remove',
      game: 'dados',
      start: '....b./.g..../..gg.b/....g./bbbb../...... 1 10',
      goal: { removes: ['a2', 'b2', 'c2', 'd2'] },
    },
    {
      id: 'safe',
      game: 'dados',
      start: '....../....b./...bg./..bg.b/.b.g../..g... 1 10',
      goal: { removes: ['b2', 'e5'] },
    },
    {
      id: 'replace',
      game: 'dados',
      start: 'g...../...g../.b.g../.bbbb./..b.g./.g..g. 1 9',
      goal: { replaces: ['e3'] },
    },
    { id: 'wild', game: 'dados', start: '....../.g...b/..g..b/...g.b/g....b/..g..b 1 11', goal: { puts: ['f6'] } },
    { id: 'win', game: 'dados', start: '....b./.b.b../....../g.gggg/....../bb.... 1 8', goal: { wins: 'line' } },
  ],
};
