// Parts of a hundred as each language writes them: 41%, and in Spanish 41 % that does not break.

import type { Language } from './settings.svelte';

export function percentText(share: number, language: Language, digits = 0): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}
