// A first game is one touch away, wherever it is offered.

import { errorText } from '../i18n/index.svelte';
import { rules } from '../lib/engine';
import { go } from '../lib/router.svelte';
import { note } from '../lib/say.svelte';
import { keepSettings, settings } from '../lib/settings.svelte';
import { kept } from './kept';
import { guidedGame } from './newgame';

export async function beginGuided(game: string): Promise<void> {
  try {
    const saved = await guidedGame(await rules(), game, settings.name);
    await kept.put(saved);
    settings.hasPlayed = true;
    keepSettings();
    go(`#/game/${saved.id}`);
  } catch (error) {
    note(errorText(error), 'error');
  }
}
