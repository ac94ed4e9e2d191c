// The texts of a game with others while it is played or watched: only fetched with it.

import { language } from './index.svelte';
import { onlineGameEn } from './online_game.en';
import { onlineGameEs, type OnlineGameTexts } from './online_game.es';

export type { OnlineGameTexts } from './online_game.es';

export function onlineGame(): OnlineGameTexts {
  return language() === 'es' ? onlineGameEs : onlineGameEn;
}
