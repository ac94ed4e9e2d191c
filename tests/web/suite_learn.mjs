// Lessons on phones: the board, the task, what is said to an answer and the way on are in view together.

import { TAUGHT, TAUGHT_FURTHER } from './lines.mjs';
import { goTo } from './table.mjs';

const PHONES = [{ width: 320, height: 568 }, { width: 390, height: 664 }, { width: 664, height: 390 }];

/** What of a step is cut off, by the window or by the box that it scrolls in. */
function cutOff(selectors) {
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    if (!element) return [`${selector} is missing`];
    const box = element.getBoundingClientRect();
    let [top, bottom, right] = [0, innerHeight, innerWidth];
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue;
      const frame = around.getBoundingClientRect();
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    const isSeen = box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= -1 && box.right <= right + 1 && box.height > 0;
    return isSeen ? [] : [`${selector}: ${box.top.toFixed(0)}–${box.bottom.toFixed(0)} in ${top.toFixed(0)}–${bottom.toFixed(0)}`];
  });
}

async function eachStep(test, game, tier, viewport, language) {
  const page = await test.page({ viewport, hasTouch: true, isMobile: true, settings: { language } });
  const cut = [];
  await goTo(page, `#/learn/${game}/${tier}/1`);
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  const steps = await page.locator('.lesson nav a').count();
  // Every step where there is least room; elsewhere some.
  for (let step = 1; step <= steps; step += viewport === PHONES[0] ? 1 : 4) {
    await goTo(page, `#/learn/${game}/${tier}/${step}`);
    await page.locator(`nav [aria-current=step][href$="/${step}"]`).waitFor();
    await page.locator('[role=grid] [data-cell]').first().waitFor();
    const seen = await page.evaluate(cutOff, ['.lesson > .board', '.task', '.row', 'nav [aria-current=step]']);
    const height = await page.locator('.lesson > .board').evaluate((board) => board.clientHeight);
    await page.locator('.row button').last().click(); // the hint is the longest answer, and then it is wrong
    const answered = await page.evaluate(cutOff, ['.lesson > .board', '.task', '.answer', '.row']);
    const after = await page.locator('.lesson > .board').evaluate((board) => board.clientHeight);
    cut.push(...[...seen, ...answered].map((text) => `step ${step}: ${text}`));
    if (after !== height) cut.push(`step ${step}: the board changes from ${height} to ${after}`);
  }
  test.equal(cut, [], `${game} ${tier}, ${viewport.width} × ${viewport.height}, ${language}: everything of a step is in view`);
}

/** A step that is done: what is said to it and the way on are where the task was. */
async function done(test, viewport, step) {
  const page = await test.page({ viewport, hasTouch: true, isMobile: true, at: `#/learn/oware/lesson/${step}` });
  const pits = page.locator('[role=grid] [data-cell][aria-disabled=false]');
  await pits.first().waitFor();
  const count = await pits.count();
  const height = () => page.locator('.lesson > .board').evaluate((board) => board.clientHeight);
  const before = await height();
  for (let i = 0; i < count && (await page.locator('.row .main').count()) === 0; i++) {
    await page.locator('[role=grid] [data-cell][aria-disabled=false]').nth(i).tap();
    await page.locator('.talk[data-state=done], .talk[data-state=wrong]').waitFor();
    test.equal(await page.evaluate(cutOff, ['.lesson > .board', '.answer', '.row']), [], `answer ${i + 1} is in view`);
    await page.locator('.talk[data-state=done], .talk[data-state=open]').waitFor();
  }
  test.check(await page.locator('.row .main').isVisible(), 'the way on is in view');
  test.equal(await height(), before, 'the board has kept its size');
}

/** The second lesson from the game's page: a wrong answer is refused, the right one is kept and counted. */
async function further(test) {
  const page = await test.page({ at: '#/learn/oware' });
  await page.locator('a[href="#/learn/oware/further/1"]').click();
  await page.locator('[role=grid] [data-cell="B"]').click();
  await page.locator('.talk[data-state=wrong]').waitFor();
  await page.locator('.talk[data-state=open]').waitFor();
  await page.locator('[role=grid] [data-cell="F"]').click();
  await page.locator('.talk[data-state=done]').waitFor();
  await goTo(page, '#/learn/oware');
  await page.locator('a[href="#/learn/oware/further/1"] .done').waitFor();
  test.equal(await page.locator('.lessons .done').count(), 1, 'one step is done, and of the second lesson only');
  await page.reload();
  await page.locator('a[href="#/learn/oware/further/1"] .done').waitFor();
  test.check(true, 'it is kept');
}

const onPhones = (tier, name) => (game) => ({
  name: `${name} of ${game} on phones`,
  run: async (test) => {
    for (const viewport of PHONES) await eachStep(test, game, tier, viewport, viewport.width === 390 ? 'en' : 'es');
  },
});

export const tests = [
  ...TAUGHT.map(onPhones('lesson', 'lesson')),
  ...TAUGHT_FURTHER.map(onPhones('further', 'second lesson')),
  { name: 'second lesson begun', run: further },
  { name: 'lesson done on a phone', run: (test) => done(test, PHONES[0], 1) },
  { name: 'second step of a lesson done on a phone', run: (test) => done(test, PHONES[0], 2) },
];
