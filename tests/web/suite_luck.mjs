// Dice in the analysis: luck and skill apart, what each square is worth, what another roll would have brought, and
// that in teams nobody is advised before the game is over.

import { audit } from './suite_screens.mjs';
import { texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { resign } from './referee.mjs';
import { begin, codeOf, goTo, settle, settleOnMove } from './table.mjs';

const GAME = 'dados';
const PHONE = { viewport: { width: 390, height: 844 } };

/** A picture for people, where they want some. */
async function shoot(page, name) {
  const where = process.env.LUDOTECA_SHOTS;
  if (where) await page.screenshot({ path: `${where}/luck-${name}.png`, fullPage: true });
}

async function isWide(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Two curves, the error rate with its word, and the result without luck. */
async function curves(test) {
  for (const [language, options] of [['en', {}], ['es', { ...PHONE, locale: 'es-ES', colorScheme: 'dark' }]]) {
    const page = await test.page(options);
    const say = texts[language].study.review;
    const line = lineOf(GAME, 1000);
    await goTo(page, `#/analyse/s/${codeOf(line)}`);
    await page.locator('[role=grid]').waitFor();
    await page.getByRole('tab', { name: texts[language].study.tabs.review }).click();
    await page.getByText(say.speeds.quick, { exact: true }).click();
    await page.getByRole('button', { name: say.start }).click();
    const graph = page.getByRole('img', { name: new RegExp(say.luckGraph('.*', '.*', '.*')) });
    await graph.waitFor({ timeout: 120_000 });
    test.equal(await graph.locator('path.luck, path.skill').count(), 2, `${language}: luck and skill as two curves`);
    for (const row of [say.errorRate, say.classOfPlay, say.withoutLuck])
      test.equal(await page.getByRole('rowheader', { name: row }).count(), 1, `${language}: ${row}`);
    const classes = await page.getByRole('row', { name: say.classOfPlay }).getByRole('cell').allTextContents();
    test.check(classes.every((word) => Object.values(say.classes).includes(word.trim())), `${language}: a word for each side: ${classes}`);
    test.equal(await audit(page), [], `${language}: axe-core objects to nothing`);
    test.check(!(await isWide(page)), `${language}: nothing sticks out`);
    await shoot(page, `curves-${language}`);
  }
}

/** Every square with its number, for eyes and ears; then another roll. */
async function squares(test) {
  for (const [language, options] of [['en', {}], ['es', { ...PHONE, locale: 'es-ES' }], ['en', { colorScheme: 'dark' }]]) {
    const page = await test.page(options);
    const { heat, whatIf } = texts[language].study;
    await goTo(page, `#/analyse/s/${codeOf({ game: GAME, start: null, plies: ['8', 'c5', '6'] })}`);
    await page.locator('[role=grid]').waitFor();
    await page.keyboard.press('Home');
    const map = page.getByRole('table', { name: heat.title });
    await map.waitFor();
    test.equal(await map.getByRole('cell').count(), 36, `${language}: every square`);
    const read = await map.getByRole('cell').nth(0).textContent();
    test.check(/a6: \d+.*36/.test(read), `${language}: a square is read with its chance and its odds: ${read}`);
    test.check((await map.locator('[data-ground^=warm]').count()) > 0 && (await map.locator('[data-ground^=cold]').count()) > 0, `${language}: warm and cold`);
    test.equal(await audit(page), [], `${language}: axe-core objects to nothing in the map`);
    test.check(!(await isWide(page)), `${language}: nothing sticks out`);
    await shoot(page, `heat-${language}${options.colorScheme ?? ''}`);
    await page.keyboard.press('End');
    await page.getByText(whatIf.title).click();
    const came = (total) => page.locator('details li button[aria-current]', { hasText: whatIf.came }).getByText(total, { exact: true });
    await came('6').waitFor();
    test.equal(await page.locator('details li button').count(), 11, `${language}: every total`);
    test.equal(await audit(page), [], `${language}: axe-core objects to nothing in the other rolls`);
    await shoot(page, `whatif-${language}${options.colorScheme ?? ''}`);
    const twelve = page.locator('details li button').last();
    await twelve.focus();
    await page.keyboard.press('Enter');
    await page.locator('details:not([open])').waitFor();
    await page.getByText(whatIf.title).click();
    await came('12').waitFor();
    test.check(true, `${language}: another roll, by keyboard`);
  }
}

/** Partners may not be advised: no hint, and no analysis before the end. */
async function teams(test) {
  const page = await test.page();
  await begin(page, GAME, { choose: async () => page.locator('input[name$="-players"][value="4"]').check() });
  const { saved } = await settle(page);
  test.equal(saved.seating.length, 4, 'a game in teams');
  test.equal(await page.locator(`a[href="#/analyse/game/${saved.id}"]`).count(), 0, 'its analysis is not offered');
  await goTo(page, `#/analyse/game/${saved.id}`);
  await page.getByText(texts.en.study.team).first().waitFor();
  test.equal(await page.getByText('players=4').count(), 0, 'nor opened by its address');
  await goTo(page, `#/game/${saved.id}`);
  await settleOnMove(page);
  const { play } = texts.en;
  await page.getByRole('button', { name: play.actions.hint, exact: true }).click();
  await page.getByText(play.hintTeam).first().waitFor();
  test.equal(await page.locator('.status .hint').count(), 0, 'there is no hint');
  await resign(page);
  await settle(page);
  await page.getByRole('link', { name: play.end.review }).click();
  await page.getByRole('tab', { name: texts.en.study.tabs.review }).waitFor();
  test.check(true, 'analysis opens when the game is over');
}

export const tests = [
  { name: 'luck and skill as two curves', run: curves },
  { name: 'luck of the next roll, square by square', run: squares },
  { name: 'luck in teams is nobody’s advice', run: teams },
];
