import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../boards/samples';
import { loadLibrary, messagesIn } from '../i18n/index.svelte';
import { gameNames, infoOf } from '../lib/games';
import { testRules } from '../test/engine';
import { lookAt } from './sampling';

const en = messagesIn('en');
const look = (game: string, options: Record<string, string>, touched: string) =>
  lookAt(testRules, game, options, touched, en);

beforeAll(() => loadLibrary('en'));

const sampled = gameNames.flatMap((game) =>
  infoOf(game)
    .options.filter(({ key }) => sampleOf(game, key, null) !== null)
    .map(({ key, values }) => ({ game, key, values: values.map(({ value }) => value) })),
);

it.each(sampled)('$game is shown another thing by each way of $key', async ({ game, key, values }) => {
  const shown = await Promise.all(values.map((value) => look(game, { [key]: value }, key)));
  const pictures = shown.map(({ situation, entry, words }) =>
    JSON.stringify([situation.cells, situation.held, entry, words]),
  );
  expect(shown.every(({ words }) => words.length > 0)).toBe(true);
  // Only `slam` has values that differ where nothing else can be played.
  expect(new Set(pictures).size).toBe(key === 'slam' ? 2 : values.length);
});

describe('a position that recurs', () => {
  const ends = (cycle: string) => look('oware', { cycle }, 'cycle');

  it('divides the seeds as the rule says', async () => {
    expect((await ends('own')).situation.held).toEqual([22, 26]);
    expect((await ends('split')).situation.held).toEqual([24, 24]);
  });

  it('leaves none on the board', async () => {
    const { situation, words } = await ends('own');
    expect(situation.cells.every(({ count }) => count === 0)).toBe(true);
    expect(words).toContain('(22\u00a0–\u2060\u00a026)');
    expect(words).toContain('Each keeps the seeds on their own side.');
  });
});

it('marks the balls that have to come back, or leaves them all', async () => {
  const must = await look('pylos', { recovery: 'must' }, 'recovery');
  expect(must.entry?.choices.map(({ kind, cell }) => `${kind} ${cell}`).sort()).toEqual(
    ['1a1', '1a2', '1b1', '1b2'].map((cell) => `recover ${cell}`),
  );
  expect(must.words).toBe(`${en.setup.sampleTooLittle('1b2')} ${en.games.pylos.prompts.recover}`);
  const may = await look('pylos', { recovery: 'may' }, 'recovery');
  expect(may.entry).toBeNull();
  expect(may.situation.cells.filter(({ side }) => side === 0)).toHaveLength(4);
});

it('offers as the second ball only what was free, or also what is under the first', async () => {
  const free = await look('pylos', { second: 'free' }, 'second');
  expect(free.entry?.choices.some(({ cell }) => cell === '1a1')).toBe(false);
  expect(free.words).toContain(en.setup.sampleForbidden('1d4-2a1-1a1'));
  const any = await look('pylos', { second: 'any' }, 'second');
  expect(any.situation.held[0]).toBe(11); // 10, less the one laid, and two more
});

it('ends for who has no ball in reserve, or goes on with a raise', async () => {
  const lose = await look('pylos', { reserve: 'lose' }, 'reserve');
  expect(lose.situation.held).toEqual([0, 4]);
  expect(lose.situation.result?.reason).toBe('reserve');
  expect(lose.words).toBe('Dark wins. Only Dark had balls left in reserve.');
  const raise = await look('pylos', { reserve: 'raise' }, 'reserve');
  expect(raise.played?.move).toBe('1d4>3a2');
  expect(raise.situation.result).toBeNull();
});

it('shows an option by itself where others make another board', async () => {
  const shown = await look('pylos', { base: '3', recovery: 'may' }, 'recovery');
  expect(shown.situation.game).toBe('pylos:recovery=may');
});

it('shows the first position before anything is touched', async () => {
  const { situation, words } = await lookAt(testRules, 'pylos', { base: '3' }, null, en);
  expect([situation.plies, situation.cells.length, words]).toEqual([0, 14, '']);
});
