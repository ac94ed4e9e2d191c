// The last study, kept in the browser so that a reload or a closed page loses nothing.

import { isGameLine } from '../model/saved';
import type { Source } from './study.svelte';
import { isKeptTree } from './tree';

const KEY = 'ludoteca.study';

export interface KeptStudy {
  from: string; // the address that it was opened from: 'game/ID', 's/CODE', ''
  asked: string; // the plies that were there then: a game that was played on since is opened anew
  source: Source;
  path: string[];
}

export function keepStudy(kept: KeptStudy): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden: it lasts until the page is closed.
  }
}

/** What was kept, if it has the right shape; the rules judge the rest. */
export function keptStudy(): KeptStudy | null {
  try {
    return readStudy(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

export function readStudy(value: unknown): KeptStudy | null {
  const { from, asked, source, path } = (value ?? {}) as Partial<KeptStudy>;
  const isText = (text: unknown): boolean => typeof text === 'string' && text.length < 4000;
  const isWhole =
    isText(from) &&
    typeof asked === 'string' &&
    Array.isArray(path) &&
    path.every(isText) &&
    typeof source === 'object' &&
    source !== null &&
    isGameLine(source.line) &&
    Array.isArray(source.names) &&
    source.names.every(isText) &&
    isKeptTree(source.tree ?? []);
  if (!isWhole) return null;
  const comments = Object.fromEntries(Object.entries(source.comments ?? {}).filter(([, text]) => isText(text)));
  return { from: from!, asked: asked!, path: path!, source: { ...source, comments, result: null } };
}
