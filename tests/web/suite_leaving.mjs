// Leaving a game in the middle of things: nothing that was under way complains afterwards.

import { texts } from './harness.mjs';
import { lineOf, plies } from './lines.mjs';
import { begin, cellAt, cellsOf, GAMES, goTo, openEnd, openLine, settle } from './table.mjs';

const en = texts.en;

/** Away, and a little time in which anything left behind would speak. */
async function leave(page) {
  await goTo(page, '#/nowhere');
  await page.getByText(en.app.unknown).waitFor();
  await page.waitForTimeout(300);
}

/** To the first page, which reads what the game may still be writing. */
async function leaveForHome(page) {
  await goTo(page, '#/');
  await page.getByRole('heading', { name: en.home.title }).waitFor();
  await page.waitForTimeout(300);
}

async function midway(page, game) {
  const middle = lineOf(game);
  await openLine(page, middle);
  await cellAt(page, cellsOf(game, plies[game][middle.plies.length])[0]).hover({ force: true });
  await leave(page);
  await openLine(page, middle);
  await page.getByRole('button', { name: en.play.actions.hint }).click();
  await leave(page);
  await openLine(page, middle);
  await page.getByRole('button', { name: en.play.actions.more }).click();
  await leave(page);
  await openEnd(page, game);
  await leave(page);
}

/** While the computer thinks, or its move is being shown. */
async function againstComputer(page, game) {
  await begin(page, game, { start: 'other' });
  await leave(page);
  await begin(page, game, { start: 'me' });
  const seen = await settle(page);
  if (seen.canRoll) await page.locator('[role=toolbar] .roll').click();
  else await page.locator('[role=grid] [data-cell][aria-disabled=false]').first().click({ force: true });
  await page.waitForTimeout(60);
  await leaveForHome(page);
}

/** Without a network and without anything kept, what has not been fetched yet is said to be missing. */
async function notFetched(test) {
  const page = await test.page({ at: '#/' });
  await page.getByRole('heading', { name: en.home.title }).waitFor();
  await page.context().setOffline(true);
  await page.evaluate(() => (location.hash = '#/learn'));
  test.check(await page.getByText(en.app.notFetched).waitFor().then(() => true), 'a part that does not come is told of');
  await page.getByRole('link', { name: en.app.toHome }).click();
  await page.getByRole('heading', { name: en.home.title }).waitFor();
  await page.getByRole('button', { name: en.app.settings }).click();
  test.check(await page.getByText(en.app.notFetched).waitFor().then(() => true), 'a dialog, too');
  await page.evaluate(() => (window.isOld = true));
  await page.context().setOffline(false);
  await page.evaluate(() => (location.hash = '#/learn'));
  await page.waitForFunction(() => !window.isOld);
  await page.getByRole('heading', { name: en.learn.title, exact: true }).waitFor();
  test.check(true, 'with the network back the next screen comes with a whole page');
}

export const tests = GAMES.map((game) => ({
  name: `leaving ${game}`,
  run: async (test) => {
    const page = await test.page({ settings: { motion: 'full', level: 3 } });
    await midway(page, game);
    await againstComputer(page, game);
    test.check(true, 'every way out was taken');
  },
})).concat({ name: 'a part that is missing', run: notFetched });
