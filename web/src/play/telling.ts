// What a ply sounds like: words for the live region, and knocks of wood.

import type { Situation } from '../engine/types';
import { t, type Messages } from '../i18n/index.svelte';
import { speak } from '../lib/say.svelte';
import { motion, settings } from '../lib/settings.svelte';
import { playStory } from '../lib/sound';
import { describePly } from '../model/describe';
import { noticeText } from '../model/notices';
import type { SavedGame } from '../model/saved';

/** The last ply, the rules that it set off, and whose turn it is if it is the reader's. */
export function wordsAfter(saved: SavedGame, { last, result }: Situation, isMyTurn: boolean, t: Messages): string {
  if (!last) return '';
  const words = [describePly(saved, last, t)];
  for (const notice of last.notices) words.push(noticeText(saved, last, notice, t));
  if (!result && isMyTurn) words.push(t.play.turnYours);
  return words.join(' ');
}

export function tellPly(saved: SavedGame, situation: Situation, isMyTurn: boolean): void {
  const { last } = situation;
  if (!last) return;
  speak(wordsAfter(saved, situation, isMyTurn, t()));
  if (settings.sound) playStory(situation, last.events, motion());
}
