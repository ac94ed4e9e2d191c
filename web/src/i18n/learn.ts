// The texts of rules and lessons, apart from the others: they are only fetched with them.

import { language } from './index.svelte';
import { learnEn } from './learn.en';
import { learnEs, type LearnTexts } from './learn.es';

export type { LearnTexts, StepText } from './learn.es';

export function learn(): LearnTexts {
  return language() === 'es' ? learnEs : learnEn;
}
