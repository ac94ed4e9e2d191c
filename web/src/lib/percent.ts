// Numbers as each language writes them. Parts of a hundred: 41%, and in Spanish 41 % that does not break.

import type { Language } from './settings.svelte';

const formats = new Map<string, Intl.NumberFormat>(); // to make one takes far longer than to use it

export function numberText(value: number, language: string, options: Intl.NumberFormatOptions): string {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format.format(value);
}

export function percentText(share: number, language: Language, digits = 0): string {
  return numberText(share, language, { style: 'percent', maximumFractionDigits: digits });
}
