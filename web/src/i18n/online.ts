// The texts of online play, apart from the others: they are only fetched with it.

import { language } from './index.svelte';
import { onlineEn } from './online.en';
import { onlineEs, type OnlineTexts } from './online.es';

export type { FindingFacts, OnlineTexts } from './online.es';

export function online(): OnlineTexts {
  return language() === 'es' ? onlineEs : onlineEn;
}
