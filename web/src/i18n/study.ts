// The texts of the analysis, apart from the others: they are only fetched with it.

import { language } from './index.svelte';
import { studyEn } from './study.en';
import { studyEs, type StudyTexts } from './study.es';

export type { StudyTexts } from './study.es';

export function study(): StudyTexts {
  return language() === 'es' ? studyEs : studyEn;
}
