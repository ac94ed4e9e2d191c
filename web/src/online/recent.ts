// One's own games with others as they were seen last. The next visit draws them at once, where they then stay, and
// without a network they still can be found.

import type { Row } from './lists';

const KEY = 'ludoteca.online.own';
const MOST = 20;

function isRow(value: unknown): value is Row {
  const { id, href, game, line, players, note, isUrgent } = (value ?? {}) as Partial<Row>;
  const texts = [id, href, game, players, note, line?.game];
  const isLine = Array.isArray(line?.plies) && (line.start === null || typeof line.start === 'string');
  return texts.every((text) => typeof text === 'string') && isLine && typeof isUrgent === 'boolean';
}

export function readRecent(text: string | null): Row[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter(isRow).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function recallGames(): Row[] {
  try {
    return readRecent(localStorage.getItem(KEY));
  } catch {
    return []; // storage is forbidden
  }
}

export function rememberGames(rows: Row[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rows.slice(0, MOST)));
  } catch {
    // Storage is full or forbidden: the server tells them again.
  }
}

/** A game that one has just come to, before all others. */
export function rememberGame(row: Row): void {
  rememberGames([row, ...recallGames().filter(({ id }) => id !== row.id)]);
}
