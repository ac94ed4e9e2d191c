// Every screen, as those see it who use it otherwise: axe-core's audit in light and dark, narrow phones
// with their fingers.

import { readFileSync } from 'node:fs';
import { require, sidesOf, texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { codeOf, GAMES, goTo, openEnd, openLine, settle, untilStill } from './table.mjs';
import { close, screens, tour } from './tour.mjs';

const en = texts.en;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const TARGET = 44;
const TARGET_OF_MANY = 24;
const DESK = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1080 };
const PHONE = { width: 390, height: 844 };

/** Until what follows the window, or the colours, has done so. */
async function untilLaidOut(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await untilStill(page);
}

/** What is drawn for the eye alone: axe-core finds nothing to judge in it, and takes long. */
const DRAWINGS = 'svg[aria-hidden=true] > *';
/** Rules whose answers depend on the colours. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

export async function audit(page, rules) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async ([drawings, runOnly]) => {
    const where = { include: [['html']], exclude: [[drawings]] };
    const { violations } = await globalThis.axe.run(where, { resultTypes: ['violations'], preload: false, ...(runOnly ? { runOnly } : {}) });
    return violations.map(({ id, help, nodes }) => ({
      id, help, count: nodes.length,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)} — ${failureSummary?.slice(0, 300)}`),
    }));
  }, [DRAWINGS, rules]);
}

/** As if the evening had come, or the morning. */
async function turn(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await untilLaidOut(page);
}

/** Everything in light or in dark, turn about; in the other, where only colours are others, those. */
async function auditAll(test) {
  const page = await test.page({ colorScheme: 'light' });
  const schemes = ['light', 'dark'];
  await tour(page, async (name) => {
    test.equal(await audit(page), [], `${name}, ${schemes[0]}: axe-core objects to nothing`);
    schemes.reverse();
    await turn(page, schemes[0]);
    test.equal(await audit(page, OF_COLOURS), [], `${name}, ${schemes[0]}: nor to its colours`);
  });
}

/** What is too small for a finger, and what sticks out at the side. Links within sentences are exempt. */
export function measure([least, leastOfSix]) {
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const dialog = document.querySelector('dialog[open]');
  const where = dialog ?? document;
  const wanted = 'button, a.button, a[role=button], summary, select, textarea, input:not([type=radio], [type=checkbox], [type=file]), label:has([type=radio], [type=checkbox], [type=file])';
  const small = [];
  for (const element of where.querySelectorAll(wanted)) {
    if (!isSeen(element)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (Math.min(width, height) < least - 0.5) small.push(`${element.outerHTML.slice(0, 120)} ${width.toFixed(1)} × ${height.toFixed(1)}`);
  }
  // The table of Six is as large as one lays it: it is shown whole, and fingers can bring it closer.
  const leastCell = where.querySelector('[data-game=six]') ? leastOfSix : least;
  for (const cell of where.querySelectorAll('[role=gridcell][aria-disabled=false]')) {
    const { width, height } = cell.getBoundingClientRect();
    if (Math.min(width, height) < leastCell - 0.5) small.push(`cell ${cell.dataset.cell} ${width.toFixed(1)} × ${height.toFixed(1)}`);
  }
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const wide = over > 0
    ? [...document.querySelectorAll('body *')].filter((element) => isSeen(element) && element.getBoundingClientRect().right > innerWidth + 0.5).slice(0, 4).map((element) => element.outerHTML.slice(0, 160))
    : [];
  return { small: small.slice(0, 6), smallCount: small.length, over, wide };
}

/** On phones, which may be turned and folded: every screen in both sizes, the next one first in the last size. */
async function phones(test, ...sizes) {
  const page = await test.page({ viewport: sizes[0], hasTouch: true, isMobile: true });
  const look = async (name) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await untilLaidOut(page);
      const { small, smallCount, over, wide } = await page.evaluate(measure, [TARGET, name === 'six' ? TARGET_OF_MANY : TARGET]);
      test.equal({ smallCount, small }, { smallCount: 0, small: [] }, `${name}, ${size.width}: everything is large enough for a finger`);
      test.equal({ over, wide }, { over: 0, wide: [] }, `${name}, ${size.width}: nothing sticks out`);
    }
    sizes.reverse();
  };
  // Phones have no keys; lessons, which share the screen with their tasks, are held to what fits elsewhere.
  await tour(page, look, { isWanted: (name) => !['keys', 'lesson', 'further'].includes(name) });
}

/** A long game: the board stays in the window, and the list of its moves scrolls. */
async function longGame(test) {
  const page = await test.page({ viewport: { width: 1280, height: 720 } });
  await openEnd(page, 'oware');
  await page.keyboard.press('Escape');
  const { over, list } = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const panel = document.querySelector('[role=tabpanel]');
    return { over: scrollHeight - clientHeight, list: panel.scrollHeight - panel.clientHeight };
  });
  test.check(over <= 0 && list > 0, 'the board stays in the window, the moves scroll', { over, list });
  for (const height of [1080, 600]) {
    await page.setViewportSize({ width: 1280, height });
    await untilLaidOut(page);
    const hidden = await page.evaluate(() => {
      const panel = document.querySelector('[role=tabpanel]').getBoundingClientRect();
      const last = document.querySelector('aside [aria-current=step]').getBoundingClientRect();
      return Math.round(Math.max(last.bottom - panel.bottom, panel.top - last.top));
    });
    test.check(hidden <= 0, `${height} high: the last move stays in view`, hidden);
  }
}

/** Where there is room a wide board takes it; the end lies upon the moves, not upon the board. */
async function wideWindow(test) {
  const page = await test.page({ viewport: WIDE });
  const widthOf = (selector) => page.locator(selector).first().evaluate((board) => Math.round(board.getBoundingClientRect().width));
  await goTo(page, '#/learn/oware/lesson/1');
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  test.check(await widthOf('.lesson .board') > 1200, 'a lesson: the board is large');
  for (const game of ['oware', 'six']) {
    await openEnd(page, game);
    test.check(await widthOf('.table .board') > 1400, `${game}: the board is large`);
    const [dialog, panel] = await page.evaluate(() => ['dialog[open]', 'aside .panel'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().left)));
    test.check(Math.abs(dialog - panel) <= 1, `${game}: the end lies upon the moves`, { dialog, panel });
  }
}

/** What a move is worth is never written over the move; in Spanish, whose words are longer. */
async function worthBesideMove(test) {
  const page = await test.page({ viewport: DESK, settings: { language: 'es' }, at: `#/analyse/s/${codeOf(lineOf('six'))}` });
  await page.locator('[data-game=six] [role=grid]').waitFor();
  await page.keyboard.press('End');
  await page.locator('.worth.lost').first().waitFor();
  const over = await page.evaluate(() => [...document.querySelectorAll('.worth')].filter((worth) => {
    const text = worth.firstElementChild.getBoundingClientRect();
    return text.right > worth.nextElementSibling.getBoundingClientRect().left;
  }).length);
  test.equal(over, 0, 'values and moves stand beside each other');
}

/** All games are seen at once, each with its picture and its button. */
async function homeAtOnce(test, viewport) {
  const page = await test.page({ viewport, at: '#/' });
  await screens[0][1](page, en);
  const cut = await page.evaluate(() => [...document.querySelectorAll('article')].flatMap((card) =>
    [card.querySelector('svg'), card.querySelector('.button.main')].map((part) => Math.round(part.getBoundingClientRect().bottom - innerHeight)).filter((over) => over > 0)));
  test.equal(cut, [], 'all games are seen without scrolling');
  const hidden = await page.evaluate(() => [...document.querySelectorAll('article :is(h2, .button)')].filter((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return !part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).map((part) => part.textContent));
  test.equal(hidden, [], 'no picture lies over names and buttons');
}

/** Cells that the dialog lies upon. */
function coveredCells() {
  const box = (element) => element.getBoundingClientRect();
  const dialog = box(document.querySelector('dialog[open]'));
  const cells = [...document.querySelectorAll('[role=gridcell]')].map(box);
  return cells.filter((cell) => cell.right > dialog.left && cell.left < dialog.right && cell.bottom > dialog.top + 1 && cell.top < dialog.bottom).length;
}

/** The end is told beside the board, and stays to be read once that has been closed. */
async function endBeside(test, game) {
  const page = await test.page({ viewport: DESK });
  const inBoth = async (look) => {
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await untilLaidOut(page);
      await look(`${game}, ${size.width}`);
    }
  };
  const { saved } = await openEnd(page, game);
  await inBoth(async (where) => test.equal(await page.evaluate(coveredCells), 0, `${where}: the end covers no cell`));
  const why = await page.locator('dialog[open] p').first().innerText();
  await close(page);
  const won = en.play.end.won(sidesOf(game)[saved.result.winner]);
  test.check(why.length > 10 && why !== en.play.reasonUnknown, `${game}: the end says why`, why);
  await inBoth(async (where) => {
    const said = await page.locator('.status').innerText();
    test.check(said.includes(won) && said.includes(why), `${where}: who won and why stays in the line below`, { said, why });
  });
}

/** The dice themselves can be pressed, and the roll is the same as by the button. */
async function pressedDice(test, page, viewport) {
  await page.setViewportSize(viewport);
  let seen = await openLine(page, lineOf('dados', 0));
  const dice = page.locator('[data-dice]');
  const box = await dice.boundingBox();
  test.check(Math.min(box.width, box.height) >= TARGET, 'the dice are large enough for a finger', box);
  do { // a roll may lead nowhere, and the dice go on
    await dice.tap();
    seen = await settle(page, seen.plies.length);
  } while (!seen.canMove);
  test.equal(await dice.count(), 0, 'once rolled, they lie');
}

export const tests = [
  { name: 'home on a desk', run: (test) => homeAtOnce(test, DESK) },
  { name: 'home on a phone', run: (test) => homeAtOnce(test, PHONE) },
  ...GAMES.map((game) => ({ name: `the end of ${game}`, run: (test) => endBeside(test, game) })),
  { name: 'dice to press', run: async (test) => {
    const page = await test.page({ hasTouch: true });
    await pressedDice(test, page, DESK);
    await pressedDice(test, page, { width: 320, height: 640 });
  } },
  { name: 'a long game', run: longGame },
  { name: 'a wide window', run: wideWindow },
  { name: 'what moves are worth', run: worthBesideMove },
  { name: 'audit', run: auditAll },
  { name: 'phones', run: (test) => phones(test, PHONE, { width: 320, height: 640 }) },
];
