// The questions before a game: every option of every game, with whom, clocks and series; and the
// languages in which they are asked.

import { execFileSync } from 'node:child_process';
import { nameOf, texts } from './harness.mjs';
import { GAMES, goTo, look, settle } from './table.mjs';

const en = texts.en;

function gamesOf(program) {
  const text = execFileSync(program, ['games', '--json', '--lang', 'en'], { encoding: 'utf8' });
  return JSON.parse(text).games;
}

async function everyOption(test, game) {
  const { options } = gamesOf(test.program).find(({ name }) => name === game);
  const page = await test.page({ at: `#/new/${game}` });
  await page.locator('summary').click();
  await page.locator('input[name=clock]').first().waitFor({ state: 'attached' });
  const missing = [];
  const start = page.locator('form [type=submit]');
  for (const { key, values } of options) {
    for (const value of values.map((found) => found.value ?? found)) {
      const choice = page.locator(`input[type=radio][name$="-${key}"][value="${value}"]`);
      const label = (await choice.count()) ? await choice.locator('xpath=..').innerText() : '';
      // A sentence, not the bare value.
      if (label.trim().length < 3 || label.trim() === value) missing.push({ key, value, label });
      else await choice.check();
      const refusal = page.locator('.problem[role=alert]');
      await page.waitForTimeout(30);
      if (await refusal.isVisible()) {
        test.check((await refusal.innerText()).length > 15 && (await start.isDisabled()), `${key}=${value} is refused in words`);
        await page.locator(`input[type=radio][name$="-${key}"]`).first().check();
      }
    }
  }
  test.equal(missing, [], `all ${options.reduce((sum, { values }) => sum + values.length, 0)} values of its options can be chosen`);
  await page.locator('input[name=clock]').nth(2).check();
  await page.locator('input[name=series][value="3"]').check();
  await page.locator('input[name=starter][value=me]').check();
  await start.click();
  const { saved } = await settle(page);
  const named = saved.line.game.split(/[:,]/).slice(1);
  test.check(named.length > 0 === options.length > 0 && named.every((pair) => options.some(({ key }) => pair.startsWith(`${key}=`))), `and are played: ${saved.line.game}`, saved.line);
  test.check(saved.clockSetting?.baseMs === 600_000 && saved.series.length === 3, 'with a clock and a series', { clock: saved.clockSetting, series: saved.series });
  test.check(await page.locator('time').first().isVisible(), 'the clocks are shown');
}

/** Just watching: the computer plays itself, and can be halted. */
async function watching(test) {
  const page = await test.page({ at: '#/new/oware' });
  await page.locator('input[name=company][value=watch]').check();
  await page.locator('form [type=submit]').click();
  await page.waitForURL(/#\/game\//);
  await page.waitForFunction(() => document.querySelectorAll('[role=tabpanel] button').length >= 3);
  await page.getByRole('button', { name: en.play.actions.pause }).click();
  await page.waitForTimeout(400);
  const { length } = (await look(page)).plies;
  await page.waitForTimeout(600);
  test.check(length >= 3 && (await look(page)).plies.length === length, 'computers play each other until they are halted', { length });
}

/** Whoever is watched plays where the labels said, however lots would have fallen. */
async function watchedSeats(test) {
  const page = await test.page();
  for (const game of ['oware', 'six']) {
    for (let i = 0; i < 4; i++) {
      await goTo(page, `#/new/${game}`);
      await page.locator('input[name=company][value=watch]').check();
      await page.locator('input[type=range]').nth(0).fill('2');
      await page.locator('input[type=range]').nth(1).fill('5');
      await page.locator('form [type=submit]').click();
      await page.waitForURL(/#\/game\//);
      await page.locator('[role=grid] [data-cell]').first().waitFor();
      const { saved } = await look(page);
      test.equal(saved.seating.map((player) => saved.players[player].level), [2, 5], `${game}: levels sit where they were chosen`);
    }
  }
}

async function languages(test) {
  for (const [locale, language] of [['es-ES', 'es'], ['es-AR', 'es'], ['en-US', 'en']]) {
    const page = await test.page({ locale, at: '#/' });
    const words = texts[language];
    await page.getByRole('heading', { name: words.home.title }).waitFor();
    test.equal(await page.evaluate(() => document.documentElement.lang), language, `a browser that speaks ${locale} is answered in ${language}`);
  }
  const page = await test.page({ locale: 'es-ES', at: '#/new/six' });
  await page.getByRole('heading', { name: texts.es.setup.title(nameOf('six', 'es')) }).waitFor();
  await page.getByRole('button', { name: texts.es.app.settings }).click();
  await page.locator('dialog[open] select').first().selectOption('en');
  await page.locator('dialog[open]').getByText(en.settings.title, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  test.check(await page.getByRole('heading', { name: en.setup.title(nameOf('six')) }).isVisible(), 'the language can be switched in the middle of something');
  await page.reload();
  await page.getByRole('heading', { name: en.setup.title(nameOf('six')) }).waitFor();
  test.equal(await page.evaluate(() => document.documentElement.lang), 'en', 'and stays switched');
  await goTo(page, '#/analyse/s/1nonsense');
  await page.getByText(en.share.damaged).waitFor();
  test.check(true, 'errors are in that language, too');
}

/** What others wrote and the page carries is named, with its licence; also where the service worker answers. */
async function licences(test) {
  for (const [locale, words] of [['es-ES', texts.es], ['en-US', en]]) {
    const page = await test.page({ locale, serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: words.app.settings }).click();
    const opened = page.context().waitForEvent('page');
    await page.locator('dialog[open]').getByRole('link', { name: words.settings.licences }).click();
    const text = await (await opened).evaluate(() => document.body.innerText);
    const named = ['Ludoteca', 'svelte 5', 'esm-env', 'clsx', 'vite', 'wasi-libc', 'musl'].filter((name) => !text.includes(name));
    test.equal(named, [], `all that the page is made of is named (${locale})`);
    test.check(text.split('Permission is hereby granted').length > 4, 'with the text of its licence', text.slice(0, 300));
  }
}

export const tests = [
  ...GAMES.map((game) => ({ name: `options of ${game}`, run: (test) => everyOption(test, game) })),
  { name: 'watching', run: watching },
  { name: 'watched seats', run: watchedSeats },
  { name: 'languages', run: languages },
  { name: 'licences', run: licences },
];
