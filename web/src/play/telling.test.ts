import { expect, it, vi } from 'vitest';
import { pageEs } from '../i18n/page.es';
import { spoken } from '../lib/say.svelte';
import { settings } from '../lib/settings.svelte';
import { playStory } from '../lib/sound';
import { testRules } from '../test/engine';
import { savedGame } from '../test/saved';
import { tellPly, wordsAfter } from './telling';

vi.mock('../lib/sound', () => ({ playStory: vi.fn() }));

it('says what was played, which rule it set off, and whose turn it is', async () => {
  const saved = savedGame();
  const situation = await testRules.situation(saved.line);
  const last = situation.last!;
  expect(wordsAfter(saved, situation, false, pageEs)).toMatch(/^Sur siembra desde C/);
  const more = wordsAfter(saved, { ...situation, last: { ...last, notices: ['must-feed'] } }, true, pageEs);
  expect(more).toContain(pageEs.play.notices['must-feed']);
  expect(more.endsWith(pageEs.play.turnYours)).toBe(true);
  const lost = { ...last, before: { ...last.before, roll: '10' }, notices: ['turn-lost' as const] };
  expect(wordsAfter(saved, { ...situation, last: lost }, true, pageEs)).toMatch(
    /saca 10 y no puede|Sacas 10 y no puedes/,
  );
  expect(wordsAfter(saved, { ...situation, last: null }, true, pageEs)).toBe('');
});

it('speaks always, and sounds where that is wanted', async () => {
  settings.language = 'es';
  const saved = savedGame();
  const situation = await testRules.situation(saved.line);
  settings.sound = false;
  tellPly(saved, situation, false);
  expect(spoken()).toMatch(/^Sur siembra/);
  expect(playStory).not.toHaveBeenCalled();
  settings.sound = true;
  tellPly(saved, situation, false);
  expect(playStory).toHaveBeenCalledExactlyOnceWith(situation, situation.last!.events, expect.anything());
});
