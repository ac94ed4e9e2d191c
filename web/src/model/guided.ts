// A first game is one touch away, wherever it is offered.

import { errorText } from '../i18n/index.svelte';
import { rules } from '../lib/engine';
import { go } from '../lib/router.svelte';
import { note } from '../lib/say.svelte';
import { keepSettings, settings } from '../lib/settings.svelte';
import { kept } from './kept';
import { guidedGame } from './newgame';

let isBeginning = false; // a second touch is no second game

export async function beginGuided(game: string): Promise<void> {
  if (isBeginning) return;
  isBeginning = true;
  try {
    const saved = await guidedGame(await rules(), game, settings.name);
    await kept.put(saved);
    settings.hasPlayed = true;
    keepSettings();
    go(`#/game/${saved.id}`);
  } catch (error) {
    note(errorText(error), 'error');
  } finally {
    isBeginning = false;
  }
}
