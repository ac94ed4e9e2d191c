// The texts of the second lessons, fetched only with them.

import { language } from './index.svelte';
import { furtherEn } from './further.en';
import { furtherEs } from './further.es';
import type { StepText } from './learn.es';

export function furtherSteps(game: string): Record<string, StepText> {
  return (language() === 'es' ? furtherEs : furtherEn)[game] ?? {};
}
