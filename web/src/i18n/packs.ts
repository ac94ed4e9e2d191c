// The texts of downloads, apart from the others: they are only fetched with the settings.

import { language } from './index.svelte';
import { packsEn } from './packs.en';
import { packsEs, type PacksTexts } from './packs.es';

export function packs(): PacksTexts {
  return language() === 'es' ? packsEs : packsEn;
}
