// Every step of every lesson, judged by the real rules: its position can be, something in it is accepted and
// something else is not, and there are words for it in both languages.

import { describe, expect, it } from 'vitest';
import { learnEn } from '../i18n/learn.en';
import { learnEs } from '../i18n/learn.es';
import { gameNames } from '../lib/games';
import { testRules as rules } from '../test/engine';
import { lineOf, meets } from './lesson';
import { lessonOf } from './lessons';
import { readSections } from './markdown';
import { examplesOf, sectionFor, sectionNames } from './sections';

describe.each(gameNames.filter((game) => lessonOf(game).steps.length > 0))('the lesson of %s', (game) => {
  const { steps } = lessonOf(game);

  it('has six to ten steps with names of their own', () => {
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.length).toBeLessThanOrEqual(10);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });

  it.each(steps.map((step) => [step.id, step] as const))(
    '%s accepts some moves and refuses others',
    async (_, step) => {
      const situation = await rules.situation(lineOf(step));
      expect(situation.result).toBeNull();
      expect(situation.awaits).toBe('move');
      expect(situation.turn).toBe(0); // the reader sits below
      const moves = [...new Set(situation.moves.map((info) => info.move))];
      const answers = await Promise.all(moves.map((move) => meets(rules, step, move)));
      expect(answers).toContain(true);
      expect(answers).toContain(false);
    },
  );

  it('has words for every step', () => {
    for (const { id } of steps) {
      for (const table of [learnEs, learnEn]) {
        const text = table.lessonSteps[game]![id]!;
        expect(
          Object.values(text).every((words) => words.length > 3),
          id,
        ).toBe(true);
      }
    }
    expect(Object.keys(learnEs.lessonSteps[game]!)).toEqual(steps.map(({ id }) => id));
    expect(Object.keys(learnEn.lessonSteps[game]!)).toEqual(steps.map(({ id }) => id));
  });
});

describe('what goals mean', () => {
  const step = (goal: object, start: string, game = 'oware') => ({ id: 'x', game, start, goal });

  it('takes an answer into account', async () => {
    const block = lessonOf('six').steps.find(({ id }) => id === 'block')!;
    expect(await meets(rules, block, '5,0')).toBe(true);
    expect(await meets(rules, block, '5,-1')).toBe(false);
  });
  it('counts what falls on the other side', async () => {
    const start = '0-2-0-0-4-1-0-0-0-0-0-0-20-21-S';
    expect(await meets(rules, step({ gives: 3 }, start), 'E')).toBe(true);
    expect(await meets(rules, step({ gives: 3 }, start), 'F')).toBe(false);
  });
  it('tells removing from replacing', async () => {
    const remove = lessonOf('dados').steps.find(({ id }) => id === 'remove')!;
    expect(await meets(rules, { ...remove, goal: { replaces: ['a2'] } }, '-a2')).toBe(false);
    expect(await meets(rules, { ...remove, goal: { removes: ['a2'] } }, '-a2')).toBe(true);
  });
  it('throws what the rules say of a move that is not legal', async () => {
    await expect(meets(rules, lessonOf('oware').steps[0]!, 'a')).rejects.toThrow();
  });
});

describe.each(gameNames.filter((game) => sectionNames(game).length > 0))('the rules of %s', (game) => {
  it.each(['es', 'en'] as const)('have a name for every section in %s', async (language) => {
    const sections = readSections(await rules.prose(game, language));
    expect(sections[0]!.level).toBe(1);
    expect(sections.slice(1).every(({ level, blocks }) => level === 2 && blocks.length > 0)).toBe(true);
    expect(sections.length - 1).toBe(sectionNames(game).length);
  });

  it('are illustrated by games that can be', async () => {
    for (const [name, { game: text, start, plies, caption }] of Object.entries(examplesOf(game))) {
      expect(sectionNames(game)).toContain(name);
      expect(learnEs.captions[caption]).toBeTruthy();
      expect(learnEn.captions[caption]).toBeTruthy();
      const { plies: count } = await rules.situation({ game: text, start, plies });
      expect(count).toBe(plies.length);
    }
  });
});

it('finds the section that tells a special rule', () => {
  expect(sectionFor('oware', 'must-feed')).toBe('feeding');
  expect(sectionFor('dados', 'protected')).toBe('turn');
  expect(sectionFor('pylos', 'square')).toBe('square');
  expect(sectionFor('pylos', 'nothing')).toBeNull();
  expect(sectionFor('another', '2')).toBe('2');
});
