// Every change of a game is kept at once; a browser that keeps nothing is told of, once.

import { t } from '../i18n/index.svelte';
import { note } from '../lib/say.svelte';
import { kept } from '../model/kept';
import type { SavedGame } from '../model/saved';

let hasWarned = false;

export function keepGame(saved: SavedGame): void {
  void kept.put(saved).then((lasts) => {
    if (!lasts && !hasWarned) note(t().settings.notLasting, 'error');
    hasWarned ||= !lasts;
  });
}
