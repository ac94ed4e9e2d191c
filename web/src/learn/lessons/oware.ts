import type { Lesson } from '../lesson';

export const oware: Lesson = {
  game: 'oware',
  steps: [
    { id: 'sow', game: 'oware', start: null, goal: { endsIn: ['b'] } },
    { id: 'capture', game: 'oware', start: '2-0-1-3-0-4-2-5-5-0-4-1-11-10-S', goal: { captures: 3 } },
    { id: 'chain', game: 'oware', start: '1-0-2-0-6-1-5-3-2-1-2-3-12-10-S', goal: { captures: 8 } },
    { id: 'guard', game: 'oware', start: '2-1-2-3-0-1-0-1-3-4-4-4-12-11-S', goal: { allows: { captures: 0 } } },
    { id: 'feed', game: 'oware', start: '0-2-0-0-4-1-0-0-0-0-0-0-20-21-S', goal: { gives: 1 } },
    { id: 'slam', game: 'oware', start: '0-2-0-0-3-1-1-1-0-0-0-0-20-20-S', goal: { captures: 2 } },
    { id: 'lap', game: 'oware', start: '1-0-2-1-0-12-0-4-3-2-1-3-10-9-S', goal: { captures: 2 } },
    { id: 'win', game: 'oware', start: '0-0-1-0-2-0-1-0-3-0-2-0-23-16-S', goal: { wins: 'majority' } },
  ],
};
