// Other materials for boards and pieces, each fetched when it is first wanted. Pieces keep the colours that they are
// called by, and are told apart without them: by how light they are, or by a sign.

import type { Boards, Pieces } from '../lib/settings.svelte';

const sheets: { [name in Boards | Pieces]?: () => Promise<unknown> } = {
  slate: () => import('./themes/slate.css'),
  clay: () => import('./themes/clay.css'),
  paper: () => import('./themes/paper.css'),
  glass: () => import('./themes/glass.css'),
  bold: () => import('./themes/bold.css'),
};

/** What is missing without a network leaves the usual look. */
export function loadThemes(...names: (Boards | Pieces)[]): void {
  for (const name of names) sheets[name]?.().catch(() => null);
}
