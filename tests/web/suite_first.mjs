// Whoever comes for the first time: a first game that explains itself, a set-up that shows what it asks.

import { nameOf, sidesOf, texts } from './harness.mjs';
import { audit } from './suite_screens.mjs';
import { lineOf, plies } from './lines.mjs';
import { cellAt, cellsOf, goTo, openLine, settleOnMove } from './table.mjs';

const en = texts.en;

async function guided(test) {
  const page = await test.page({ at: '#/', settings: { hasPlayed: false }, viewport: { width: 390, height: 664 }, hasTouch: true });
  const offer = page.getByRole('region', { name: en.home.firstTitle });
  await offer.waitFor();
  test.equal(await audit(page), [], 'axe-core objects to nothing in the offer');
  await offer.getByRole('button', { name: nameOf('six') }).click();
  const guide = page.getByRole('complementary', { name: en.play.guide.title });
  await guide.waitFor();
  const advice = page.locator('.hint');
  for (let turn = 0; turn < 2; turn++) {
    await settleOnMove(page);
    await advice.waitFor();
    const seen = await advice.evaluate((element) => {
      element.querySelectorAll('.visually-hidden').forEach((unseen) => (unseen.hidden = true));
      return element.innerText;
    });
    test.check(seen.startsWith(en.play.hintMarked) && !/-?\d,-?\d/.test(seen), `turn ${turn + 1}: advice comes by itself, and names no cell that has no name here`, seen);
    test.check((await guide.innerText()).includes(en.games.six.firstSteps[turn]), `turn ${turn + 1}: the guide says what to know`);
    const below = await page.evaluate(() => {
      const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
      return [bottom('[role=grid]'), bottom('.hint'), bottom('[role=toolbar]')];
    });
    test.check(below.every((bottom, i) => i === 0 || bottom > below[i - 1]) && below[2] <= 664, `turn ${turn + 1}: board, advice and buttons are in view`, below);
    await page.locator('[role=grid] [data-cell][aria-disabled=false]').first().click();
    await page.waitForFunction(() => !document.querySelector('.hint'));
  }
  await settleOnMove(page);
  await guide.getByRole('button', { name: en.play.guide.stop }).click();
  test.equal(await guide.count(), 0, 'the guide leaves when told');
  await page.locator('[role=grid] [data-cell][aria-disabled=false]').first().click();
  await settleOnMove(page);
  await page.waitForTimeout(1000);
  test.equal(await advice.count(), 0, 'and advice no longer comes by itself');
  await goTo(page, '#/');
  await page.getByRole('heading', { name: en.home.title }).waitFor();
  test.equal(await offer.count(), 0, 'whoever has played is not asked again');
}

/** Where newcomers stopped: taking back in Pylos had two buttons and moved the board, in Six a hint was not said. */
async function midway(test) {
  const page = await test.page({ viewport: { width: 390, height: 664 }, hasTouch: true });
  const square = plies.pylos.findIndex((ply) => ply.split('-').length === 3);
  await openLine(page, lineOf('pylos', square));
  const top = () => page.locator('[role=toolbar]').evaluate((bar) => bar.getBoundingClientRect().height);
  const before = await top();
  const [ball, first] = cellsOf('pylos', plies.pylos[square].replace(/^.*>/, ''));
  if (plies.pylos[square].includes('>')) await cellAt(page, plies.pylos[square].split('>')[0]).click();
  await cellAt(page, ball).click();
  await cellAt(page, first).click();
  const enough = page.getByRole('button', { name: en.play.actions.finish });
  await enough.waitFor();
  test.equal(await page.getByRole('button', { name: en.boards.pylosEnough(1) }).count(), 0, 'one button says that it is enough');
  test.equal(await top(), before, 'and nothing moves for it');

  const second = plies.six.findIndex((ply) => ply.includes('>')) + 2;
  await openLine(page, lineOf('six', second));
  await page.locator('[role=grid] [data-cell][aria-disabled=true]').first().press('Enter');
  const refusal = page.locator('.refusal');
  await refusal.waitFor();
  test.equal(await refusal.innerText(), en.games.six.refusedPick, 'a wrong touch in the second round says that a tile is to be picked up');
  await page.getByRole('button', { name: en.play.actions.hint }).click();
  await page.locator('.hint').waitFor();
  test.equal(await refusal.count(), 0, 'a hint takes the place of what was wrong before it');
}

async function remembered(test) {
  const page = await test.page({ at: '#/new/oware', settings: { sound: null } });
  await page.locator('summary').click();
  const caption = page.locator('figcaption');
  const slam = (value) => page.locator(`input[name$="-slam"][value=${value}]`);
  await slam('nocapture').check();
  await caption.filter({ hasText: en.setup.sampleGoesOn('F') }).waitFor();
  await slam('forfeit').check();
  await caption.filter({ hasText: en.setup.sampleForbidden('F') }).waitFor();
  test.check(await page.locator('figure svg').first().isVisible(), 'a small board shows what a rule changes');
  await slam('nocapture').check();
  const level = page.getByRole('slider', { name: en.setup.level });
  await level.fill('7');
  test.equal(await page.locator('.face svg').getAttribute('data-level'), '7', 'each level has its face');
  await page.getByRole('checkbox', { name: en.setup.sounds }).check();
  await page.getByRole('button', { name: en.setup.start }).click();
  await page.waitForURL(/#\/game\//);
  await goTo(page, '#/new/oware');
  await level.waitFor();
  test.equal(await level.inputValue(), '7', 'the next set-up begins with the level of the last');
  test.equal(await page.getByRole('checkbox', { name: en.setup.sounds }).count(), 0, 'sounds are offered once');
  await page.locator('summary').click();
  test.check(await slam('nocapture').isChecked(), 'and with its rules');
  await page.getByRole('button', { name: en.setup.rulesAsUsual }).click();
  test.check(await slam('keep').isChecked(), 'which one touch makes usual again');
  const sound = await page.evaluate(() => JSON.parse(localStorage.getItem('ludoteca.settings')).sound);
  test.equal(sound, true, 'sounds are as chosen');
}

/** What options change, on small boards: the picture, and what is said of it. */
async function sampled(test) {
  const page = await test.page({ at: '#/new/pylos' });
  const figure = page.locator('figure');
  const choose = async (option, value, words) => {
    await page.locator(`input[name$="-${option}"][value=${value}]`).check();
    await figure.locator('figcaption').filter({ hasText: words }).waitFor();
  };
  await page.locator('summary').click();
  await choose('recovery', 'may', en.setup.sampleGoesOn('1b2'));
  test.equal(await figure.locator('.recover').count(), 0, 'where all balls may stay, none is marked');
  await choose('recovery', 'must', en.setup.sampleTooLittle('1b2'));
  test.equal(await figure.locator('.recover').count(), 4, 'where one has to come back, those that can are marked');
  await choose('second', 'free', en.setup.sampleForbidden('1d4-2a1-1a1'));
  test.equal(await figure.locator('.recover').count(), 4, 'but not one that the first sets free');
  await choose('reserve', 'raise', en.setup.sampleGoesOn('1d4>3a2'));
  test.equal(await figure.locator('.recover').count(), 0, 'without reserve a ball is raised');
  const [, dark] = sidesOf('pylos');
  await choose('reserve', 'lose', en.games.pylos.reasons.reserve(dark, false));
  const box = await figure.boundingBox();
  test.check(box.y >= 0 && box.y + box.height <= page.viewportSize().height, 'or the game is lost; the picture stays in view beside it', box);

  await goTo(page, '#/new/oware');
  await page.locator('summary').click();
  const stores = () => figure.locator('text.store').allTextContents();
  await choose('cycle', 'split', en.setup.sampleEnds('F'));
  await page.waitForFunction(() => document.querySelector('figure text.store')?.textContent === '24');
  test.equal(await stores(), ['24', '24'], 'what circles is shared equally');
  await choose('cycle', 'own', `(22\u00a0–\u2060\u00a026)`);
  await page.waitForFunction(() => document.querySelector('figure text.store')?.textContent === '22');
  await figure.locator('text.store', { hasText: '26' }).waitFor();
  test.equal(await stores(), ['22', '26'], 'or belongs to the side where it lies');
}

export const tests = [
  { name: 'a first game, guided', run: guided },
  { name: 'a first game, midway', run: midway },
  { name: 'a set-up remembered', run: remembered },
  { name: 'options shown', run: sampled },
];
