// Whether there is a server to play through: asked once, and remembered, so that the next visit shows at once what
// there is, with or without a network.

const KEY = 'ludoteca.online';

/** What was true the last time; null: never asked. */
export function recallReach(): boolean | null {
  try {
    const found = localStorage.getItem(KEY);
    return found === null ? null : found === 'yes';
  } catch {
    return null; // storage is forbidden
  }
}

export function rememberReach(can: boolean): void {
  try {
    localStorage.setItem(KEY, can ? 'yes' : 'no');
  } catch {
    // Storage is full or forbidden: it is asked again.
  }
}

/**
 * Our servers isolate their pages from others (docs/SERVER.md), which browsers grant to pages that came safely. Where
 * they could have and did not, a plain web server handed out the page, and would only complain of our questions.
 */
export function comesFromPlainServer(): boolean {
  return globalThis.isSecureContext && globalThis.crossOriginIsolated === false;
}
