// Lessons on phones: the board, the task, what is said to an answer and the way on are in view together.

import { TAUGHT, TAUGHT_FURTHER } from './lines.mjs';
import { goTo } from './table.mjs';

/** Where there is least room. */
const LEAST = { width: 320, height: 568 };
/** Less than a line of a text that scrolls. */
const LINE_PX = 12;
/** Cells for a finger, where six of them and a board's frame share 320 px; Six comes closer by itself. */
const LEAST_CELL_PX = 36;

/** How high the board of a step is, and what of the step is cut off, by the window or by the box that it scrolls in. */
function lookAt(selectors) {
  const cut = selectors.flatMap((selector) => {
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
  const tell = document.querySelector('.tell');
  const cells = [...document.querySelectorAll('[role=grid] [data-cell]')].map((cell) => cell.getBoundingClientRect());
  return {
    cut,
    height: document.querySelector('.lesson > .board')?.clientHeight,
    unread: tell ? tell.scrollHeight - tell.clientHeight : 0,
    cell: Math.min(...cells.map((cell) => Math.min(cell.width, cell.height))),
  };
}

async function openStep(page, game, tier, step) {
  await goTo(page, `#/learn/${game}/${tier}/${step}`);
  await page.locator(`.lesson:has(nav [aria-current=step][href$="/${step}"]) [role=grid] [data-cell]`).first().waitFor();
}

async function eachStep(test, page, game, tier, { width, height, isLeast, language }) {
  const cut = [];
  await page.setViewportSize({ width, height });
  await openStep(page, game, tier, 1);
  const steps = await page.locator('.lesson nav a').count();
  // Every step where there is least room; elsewhere some.
  for (let step = 1; step <= steps; step += isLeast ? 1 : 4) {
    await openStep(page, game, tier, step);
    const seen = await page.evaluate(lookAt, ['.lesson > .board', '.task', '.row', 'nav [aria-current=step]']);
    await page.locator('.row button').last().click(); // the hint is the longest answer, and then it is wrong
    const answered = await page.evaluate(lookAt, ['.lesson > .board', '.task', '.answer', '.row']);
    cut.push(...[...seen.cut, ...answered.cut].map((text) => `step ${step}: ${text}`));
    if (seen.unread > LINE_PX) cut.push(`step ${step}: ${seen.unread} px of its text can't be seen`);
    if (seen.cell < LEAST_CELL_PX && game !== 'six') cut.push(`step ${step}: cells of ${seen.cell} px`);
    if (answered.height !== seen.height) cut.push(`step ${step}: the board changes from ${seen.height} to ${answered.height}`);
  }
  test.equal(cut, [], `${game} ${tier}, ${width} × ${height}, ${language}: everything of a step is in view`);
}

/** The same reader, who from now on reads another language. */
async function speak(page, language) {
  await page.evaluate((chosen) => {
    const settings = JSON.parse(localStorage.getItem('ludoteca.settings'));
    localStorage.setItem('ludoteca.settings', JSON.stringify({ ...settings, language: chosen }));
  }, language);
  await goTo(page, '#/nowhere');
  await page.reload();
}

async function onEachPhone(test, game, tier) {
  const page = await test.page({ viewport: LEAST, hasTouch: true, isMobile: true, settings: { language: 'es' } });
  await eachStep(test, page, game, tier, { ...LEAST, isLeast: true, language: 'es' });
  await eachStep(test, page, game, tier, { width: 664, height: 390, language: 'es' });
  await speak(page, 'en');
  await eachStep(test, page, game, tier, { width: 390, height: 664, language: 'en' });
}

/** A step that is done: what is said to it and the way on are where the task was. */
async function done(test, step) {
  const page = await test.page({ viewport: LEAST, hasTouch: true, isMobile: true, at: `#/learn/oware/lesson/${step}` });
  const pits = page.locator('[role=grid] [data-cell][aria-disabled=false]');
  await pits.first().waitFor();
  const count = await pits.count();
  const { height } = await page.evaluate(lookAt, []);
  for (let i = 0; i < count && (await page.locator('.row .main').count()) === 0; i++) {
    await page.locator('[role=grid] [data-cell][aria-disabled=false]').nth(i).tap();
    await page.locator('.talk[data-state=done], .talk[data-state=wrong]').waitFor();
    const { cut } = await page.evaluate(lookAt, ['.lesson > .board', '.answer', '.row']);
    test.equal(cut, [], `answer ${i + 1} is in view`);
    await page.locator('.talk[data-state=done], .talk[data-state=open]').waitFor();
  }
  test.check(await page.locator('.row .main').isVisible(), 'the way on is in view');
  test.equal((await page.evaluate(lookAt, [])).height, height, 'the board has kept its size');
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

/** From the rules of one game straight to another's: boards and words change together. */
async function otherRules(test) {
  const page = await test.page();
  for (const game of ['oware', 'pylos', 'six']) {
    await goTo(page, `#/learn/${game}/rules`);
    const isThere = await page.locator(`section:first-of-type figure [data-game=${game}]`).waitFor({ timeout: 20_000 }).then(() => true, () => false);
    test.check(isThere, `${game}: its own board stands beside its rules`);
  }
}

const onPhones = (tier, name) => (game) => ({ name: `${name} of ${game} on phones`, run: (test) => onEachPhone(test, game, tier) });

export const tests = [
  ...TAUGHT.map(onPhones('lesson', 'lesson')),
  ...TAUGHT_FURTHER.map(onPhones('further', 'second lesson')),
  { name: 'rules of one game after another', run: otherRules },
  { name: 'second lesson begun', run: further },
  { name: 'lesson done on a phone', run: (test) => done(test, 1) },
  { name: 'second step of a lesson done on a phone', run: (test) => done(test, 2) },
];
