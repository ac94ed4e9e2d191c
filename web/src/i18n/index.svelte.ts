// Every text, in the reader's language. `t()` is the whole table; texts of the library come with their
// English words as keys.

import { LudotecaError, type Hint, type LibraryText } from '../engine/types';
import { percentText } from '../lib/percent';
import { settings, type Language } from '../lib/settings.svelte';
import { pageEn } from './page.en';
import { pageEs, type Messages } from './page.es';

export type { Messages } from './page.es';

const tables: Record<Language, Messages> = { es: pageEs, en: pageEn };

// The engine's own texts in Spanish: made by its build, absent until then.
const libraries = import.meta.glob<Record<string, string>>('./library.*.json', { import: 'default' });
let library = $state.raw<Record<string, string>>({});
let libraryLanguage: Language = 'en';

function findLanguage(): Language {
  for (const name of navigator.languages ?? [navigator.language]) {
    if (/^es\b|^(ca|gl|eu)\b/i.test(name)) return 'es';
    if (/^en\b/i.test(name)) return 'en';
  }
  return 'en';
}

// Kept, because every text asks.
let browserLanguage = findLanguage();
addEventListener('languagechange', () => (browserLanguage = findLanguage()));

export function language(): Language {
  return settings.language ?? browserLanguage;
}

export function messagesIn(spoken: Language): Messages {
  return tables[spoken];
}

export function t(): Messages {
  return messagesIn(language());
}

/** Fetches the library's texts for the present language. */
export async function loadLibrary(wanted: Language): Promise<void> {
  if (wanted === libraryLanguage) return;
  libraryLanguage = wanted;
  const loader = libraries[`./library.${wanted}.json`];
  library = loader ? await loader() : {};
}

export function libraryText({ key, args }: LibraryText): string {
  return (library[key] ?? key).replace(/\{(\d+)\}(\s?%)?/g, (whole, n: string, percent?: string) => {
    const value = args[Number(n) - 1];
    if (percent && typeof value === 'number') return percentText(value / 100, language(), 1);
    return value === undefined ? whole : `${value}${percent ?? ''}`;
  });
}

/** Why a move is good, as the engine remarked. */
export function remarkText({ key, numbers }: Hint['remarks'][number]): string {
  return libraryText({ key, args: numbers });
}

/** Whatever was thrown, in words that help. */
export function errorText(error: unknown): string {
  if (error instanceof LudotecaError) return libraryText(error.text);
  const isNetwork = error instanceof TypeError; // what fetch and import throw
  return isNetwork ? t().app.engineFailed : t().app.failed;
}
