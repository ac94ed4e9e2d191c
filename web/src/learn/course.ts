// A game's two courses: the first steps, which come with the page of lessons, and going further, which is
// fetched when it is wanted. A game has whichever somebody wrote.

import { learn } from '../i18n/learn';
import type { StepText } from '../i18n/learn';
import type { LessonStep } from './lesson';
import { lessonOf } from './lessons';
import { doneSteps } from './progress.svelte';

/** How an answer is known to be right; tests/cli/test_lessons.py proves or measures each again. */
export interface Proof {
  by: 'table' | 'wins' | 'holds' | 'measured';
  within?: number; // wins, holds: so many plies
  value?: number; // table, measured: what the answers are worth, in seeds or chances
  next?: number; // and the best of the other moves
  positions?: number; // measured: looked at
}

/** As web/src/learn/further/GAME.json has it. */
interface ProvedStep {
  id: string;
  game: string;
  start: string;
  moves: string[];
  proof: Proof;
}

export type Tier = 'lesson' | 'further';

export interface Course {
  game: string;
  tier: Tier;
  steps: LessonStep[];
  words: () => Record<string, StepText>; // by step, in the reader's language
}

const files = import.meta.glob('./further/*.json', { import: 'default' });
const fileOf = (game: string): string => `./further/${game}.json`;

export function firstSteps(game: string): Course {
  return { game, tier: 'lesson', steps: lessonOf(game).steps, words: () => learn().lessonSteps[game] ?? {} };
}

export function hasFurther(game: string): boolean {
  return fileOf(game) in files;
}

export async function goingFurther(game: string): Promise<Course> {
  const [found, { furtherSteps }] = await Promise.all([files[fileOf(game)]!(), import('../i18n/further')]);
  const steps = (found as ProvedStep[]).map(({ id, game, start, moves }) => ({ id, game, start, goal: { moves } }));
  return { game, tier: 'further', steps, words: () => furtherSteps(game) };
}

/** How far a reader has come in a course, and which step comes next. */
export function wayThrough({ game, tier, steps }: Course) {
  const done = doneSteps(game, tier);
  const count = steps.filter(({ id }) => done.includes(id)).length;
  const isWhole = count === steps.length;
  const open = steps.findIndex(({ id }) => !done.includes(id));
  const label = count === 0 ? learn().begin : isWhole ? learn().repeat : learn().goOn;
  return { done, count, isWhole, next: Math.max(0, open), label };
}
