import { expect, it } from 'vitest';
import { readRemembered } from './remembered';

const whole = {
  company: 'watch',
  levels: [3, 11],
  options: { variant: 'child' },
  starter: 'me',
  clock: { baseMs: 180_000, incrementMs: 2000 },
  seriesLength: 5,
  onlineClock: '7d',
};

it('gives back what was kept', () => {
  expect(readRemembered(JSON.stringify(whole))).toEqual(whole);
  expect(readRemembered(JSON.stringify({ ...whole, clock: null }))).toEqual({ ...whole, clock: null });
  const friend = { ...whole, company: 'friend', onlineClock: null };
  expect(readRemembered(JSON.stringify(friend))).toEqual(friend);
});

it('takes what fits from anything', () => {
  for (const text of [null, '', '{', '7', 'null', '[]', '"x"']) expect(readRemembered(text)).toEqual({});
  const wrong = {
    company: 'cat',
    levels: [0, 3],
    options: { a: 1 },
    starter: 7,
    clock: { baseMs: 'x' },
    seriesLength: 4,
    onlineClock: 3,
  };
  expect(readRemembered(JSON.stringify(wrong))).toEqual({});
  expect(readRemembered(JSON.stringify({ ...wrong, company: 'person' }))).toEqual({ company: 'person' });
});
