import type { Lesson } from '../lesson';

export const six: Lesson = {
  game: 'six',
  steps: [
    { id: 'place', game: 'six', start: null, goal: { puts: ['0,1', '1,-1'] } },
    {
      id: 'row',
      game: 'six',
      start: 'r:0,0;1,0;2,0;3,0;4,0 b:0,1;1,-1;2,1;3,1;4,-1 16-16 r',
      goal: { wins: 'row' },
    },
    {
      id: 'triangle',
      game: 'six',
      start: 'r:0,0;0,1;0,2;1,0;2,0 b:-1,1;-1,2;1,-1;2,-1;3,-1 16-16 r',
      goal: { wins: 'triangle' },
    },
    {
      id: 'circle',
      game: 'six',
      start: 'r:0,1;0,2;1,0;1,2;2,1 b:-1,2;0,0;1,1;2,2;3,0 16-16 r',
      goal: { wins: 'circle' },
    },
    {
      id: 'block',
      game: 'six',
      start: 'r:-1,0;0,1;1,1;3,1;4,1 b:0,0;1,0;2,0;3,0;4,0 16-16 r',
      goal: { survives: true },
    },
    { id: 'fork', game: 'six', start: 'r:0,0;1,0;2,0;3,0 b:0,1;1,1;1,-1;3,-1 17-17 r', goal: { winsNext: true } },
    {
      id: 'cut',
      game: 'six',
      start: 'r:0,0;0,1;1,0;1,1;2,1;3,0;3,1;4,0 b:0,2;1,-1;1,2;2,0;2,2;3,-1;5,-1;5,0;6,-1 0-0 r',
      goal: { drops: 3 },
    },
    {
      id: 'few',
      game: 'six',
      start: 'r:0,0;0,1;1,0;1,1;2,1;3,0;3,1;4,0 b:0,2;1,2;2,0;2,2;3,-1;5,-1;5,0;6,-1 0-0 r',
      goal: { wins: 'too-few-tiles' },
    },
  ],
};
