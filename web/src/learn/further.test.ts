// The second lessons, judged by the real rules. That their answers are the best moves is proved natively, by
// tests/cli/test_lessons.py; here, that they can be played, are told apart, and have words that fit.

import { describe, expect, it } from 'vitest';
import { furtherEn } from '../i18n/further.en';
import { furtherEs } from '../i18n/further.es';
import { gameNames, gameOf } from '../lib/games';
import { testRules as rules } from '../test/engine';
import { goingFurther, hasFurther } from './course';
import { lineOf, meets } from './lesson';
import diceSteps from './further/dados.json';
import { doneSteps, markDone, readProgress } from './progress.svelte';

// On a phone of 320 × 568 a step has to be in view whole.
const LIMITS = { title: 32, text: 165, task: 86, hint: 110, done: 110, not: 110 };

it('there are second lessons of games, and of no others', () => {
  expect(gameNames.filter(hasFurther).length).toBeGreaterThanOrEqual(4);
  expect(hasFurther('another')).toBe(false);
});

describe.each(gameNames.filter(hasFurther))('going further in %s', async (game) => {
  const { steps } = await goingFurther(game);

  it('has twelve steps or more, with names of their own', () => {
    expect(steps.length).toBeGreaterThanOrEqual(12);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(new Set(steps.map(({ start }) => start)).size).toBe(steps.length);
  });

  it.each(steps.map((step) => [step.id, step] as const))('%s accepts its answers and nothing else', async (_, step) => {
    const situation = await rules.situation(lineOf(step));
    expect(gameOf(step)).toBe(game);
    expect(situation.result).toBeNull();
    expect(situation.awaits).toBe('move');
    expect(situation.turn).toBe(0); // the reader sits below
    const moves = [...new Set(situation.moves.map((info) => info.move))];
    const answers = await Promise.all(moves.map((move) => meets(rules, step, move)));
    expect(moves.filter((_, i) => answers[i]).sort()).toEqual([...step.goal.moves!].sort());
    expect(answers).toContain(false);
  });

  it.each([furtherEs, furtherEn])('has words for every step that fit a phone', (table) => {
    expect(Object.keys(table[game]!)).toEqual(steps.map(({ id }) => id));
    for (const [id, text] of Object.entries(table[game]!))
      for (const [name, limit] of Object.entries(LIMITS)) {
        const words = text[name as keyof typeof LIMITS];
        expect(words.length, `${id} ${name}`).toBeGreaterThan(3);
        expect(words.length, `${id} ${name}`).toBeLessThanOrEqual(limit);
      }
  });
});

// The words at the end tell the chances that were measured: what an answer wins of 100 games, and the next best move.
describe.each([furtherEs, furtherEn])('chances in words', (table) => {
  const measured = diceSteps.filter(({ proof }) => proof.value < 1);
  it.each(measured.map(({ id, proof }) => [id, proof] as const))('%s', (id, { value, next }) => {
    const text = table['dados']![id as keyof (typeof table)['dados']]!.done;
    const told = [...text.slice(text.indexOf(': ') + 1).matchAll(/(?<!\d)\d\d(?!\d)/g)].map(Number);
    expect(told).toHaveLength(2);
    expect(Math.abs(told[0]! - 100 * value)).toBeLessThan(1);
    expect(Math.abs(told[1]! - 100 * next)).toBeLessThan(1);
  });
});

describe('what is kept', () => {
  it('tells first and second lessons apart', () => {
    markDone('oware', 'lesson', 'slam');
    expect(doneSteps('oware', 'lesson')).toContain('slam');
    expect(doneSteps('oware', 'further')).not.toContain('slam');
    markDone('oware', 'further', 'seven');
    markDone('oware', 'further', 'seven');
    expect(doneSteps('oware', 'further')).toEqual(['seven']);
    expect(doneSteps('oware', 'lesson')).not.toContain('seven');
  });
  it('understands what was kept before there were two', () => {
    expect(readProgress('{"oware":["sow","capture"]}').oware).toEqual(['sow', 'capture']);
  });
});
