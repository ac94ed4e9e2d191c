import { afterEach, expect, it } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { gameName, heldText, optionText, promptText, reasonText, sideNames } from '../i18n/games';
import { loadLibrary } from '../i18n/index.svelte';
import { pageEs } from '../i18n/page.es';

afterEach(() => (settings.language = null));

it('takes names and sides from the engine, in both languages', () => {
  expect(sideNames('oware', 'en')).toEqual(['South', 'North']);
  expect(sideNames('oware', 'es')).toEqual(['Sur', 'Norte']);
  expect(gameName('pylos', 'es')).toBe('Pylos');
  expect(gameName('dados', 'en')).toBe('Sequence Dice'); // the page's own
});

it('says what nobody wrote for the page in the engine’s words', async () => {
  settings.language = 'es';
  await loadLibrary('es');
  const option = { key: 'other', about: 'who begins', values: [{ value: 'r', about: 'Red' }], usual: 'r' };
  expect(optionText('six', option)).toEqual({ title: 'quién empieza', values: { r: 'Rojo' } });
  expect(promptText('oware', 'group', 'es')).toBe(pageEs.play.prompts.group);
  const why = { text: '', key: '{1} has more than half of the seeds.', args: ['South'] };
  const nothing = { why: null, rest: null };
  expect(reasonText('six', 'majority', 'Rojo', { why, rest: null }, 'es')).toBe(
    'Sur tiene más de la mitad de las semillas.',
  );
  expect(reasonText('six', 'something', '', nothing, 'es')).toBe(pageEs.play.reasonUnknown);
  expect(reasonText('six', 'row', 'Rojo', nothing, 'es', true)).toBe('Has formado una fila de seis.');
  expect(reasonText('pylos', 'reserve', 'Ordenador', nothing, 'es')).toBe(
    'Solo al ordenador le quedaban bolas en la reserva.',
  );
  expect(reasonText('oware', 'majority', 'Computer', nothing, 'en')).toBe(
    'The computer holds more than half of the seeds.',
  );
  expect(heldText('oware', 1, 'es')).toBe('1 semilla');
});
