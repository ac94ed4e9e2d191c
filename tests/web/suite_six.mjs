// Six under fingers: a table without edges, on a small window.

import { texts } from './harness.mjs';
import { lineOf, plies } from './lines.mjs';
import { cellAt, look, openLine, settle, untilStill } from './table.mjs';

const PHONES = [{ width: 320, height: 568 }, { width: 390, height: 664 }];
const { sixCloser, zoomIn } = texts.en.boards;
const ANSWER_MS = 10_000; // for the page to answer a touch, however busy the machine is

/** Cells that can be touched, with what is wrong about where they lie. */
function badPlaces() {
  const frame = document.querySelector('[role=grid]').getBoundingClientRect();
  const hands = [...document.querySelectorAll('svg .hand')].map((hand) => hand.getBoundingClientRect());
  return [...document.querySelectorAll('[role=grid] [data-cell][aria-disabled=false]')].flatMap((cell) => {
    const box = cell.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isOut = x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
    const isCovered = hands.some((hand) => x > hand.left && x < hand.right && y > hand.top && y < hand.bottom);
    return isOut || isCovered ? [`${cell.dataset.cell} ${isOut ? 'is out of sight' : 'lies under a pile'}`] : [];
  });
}

/** Until the table has come to rest. */
async function untilAtRest(page) {
  let last = '';
  for (let now = await transform(page); now !== last; now = await transform(page)) {
    last = now;
    await untilStill(page);
    await page.waitForTimeout(100);
  }
}

/** The same, once the table has come to rest. */
async function restingPlaces(page) {
  await untilAtRest(page);
  return page.evaluate(badPlaces);
}
const transform = (page) => page.locator('[role=grid] [role=rowgroup]').evaluate((table) => table.style.transform);

/** Taps a cell as often as it takes, which is twice at most; the first tap then says why. */
async function tap(test, page, cell, isDone) {
  const touchIt = async (isAnswered) => {
    await untilAtRest(page);
    const box = await cellAt(page, cell).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    for (const end = Date.now() + ANSWER_MS; !(await isAnswered()) && Date.now() < end; ) await page.waitForTimeout(50);
  };
  const said = page.getByText(sixCloser);
  await touchIt(async () => (await isDone()) || (await said.isVisible()));
  if (await isDone()) return 1;
  test.check(await said.isVisible(), `${cell}: a touch that only moves closer says so`);
  await touchIt(isDone);
  return (await isDone()) ? 2 : Infinity;
}

async function laid(test, page, viewport, count) {
  const before = await openLine(page, lineOf('six', count));
  test.equal(await restingPlaces(page), [], `${count} tiles, ${viewport.width} px: every place can be seen`);
  const cells = page.locator('[role=grid] [data-cell][aria-disabled=false]');
  const cell = await cells.nth(Math.floor((await cells.count()) / 2)).getAttribute('data-cell');
  const taps = await tap(test, page, cell, async () => (await look(page)).plies.length > before.plies.length);
  test.check(taps <= 2, `${count} tiles, ${viewport.width} px: a tile is laid with two touches at most`, { cell, taps });
}

/** The second round: once a tile is lifted, all places for it are in view. */
async function moved(test, page, viewport) {
  const count = plies.six.findIndex((ply) => ply.includes('>')) + 2;
  const before = await openLine(page, lineOf('six', count));
  const [from, to] = plies.six[count].split('>');
  const isLifted = async () => (await cellAt(page, to).getAttribute('aria-disabled')) === 'false';
  test.check((await tap(test, page, from, isLifted)) <= 2, `${viewport.width} px: a tile is lifted with two touches at most`);
  test.equal(await restingPlaces(page), [], `${viewport.width} px: then every place for it can be seen`);
  await tap(test, page, to, async () => (await look(page)).plies.length > before.plies.length);
  test.equal((await settle(page, before.plies.length)).plies.at(-1), plies.six[count], `${viewport.width} px: and it is laid there`);
}

/** On a desk, too, the piles of tiles lie beside the places. */
async function onDesk(test) {
  const page = await test.page({ viewport: { width: 1280, height: 720 } });
  for (const count of [6, 18, 30, 39]) {
    await openLine(page, lineOf('six', count));
    test.equal(await restingPlaces(page), [], `${count} tiles: no place lies under a pile`);
  }
}

/** While the view glides a press means what is under it now, wherever that will be. */
async function whileGliding(test) {
  const page = await test.page({ settings: { motion: 'full' } });
  const before = await openLine(page, lineOf('six', 8));
  await untilAtRest(page);
  const edge = page.locator('[role=grid] [data-cell][aria-disabled=false]').first();
  const cell = await edge.getAttribute('data-cell');
  const atRest = await edge.boundingBox();
  await page.getByRole('button', { name: zoomIn }).click();
  const isHeld = await page.locator('[role=grid] [role=rowgroup]').evaluate((table) =>
    table.getAnimations().map((glide) => {
      glide.pause();
      glide.currentTime = glide.effect.getTiming().duration / 3;
    }).length);
  const box = await edge.boundingBox();
  test.check(isHeld === 1 && Math.abs(box.x - atRest.x) > 2, 'the view is held in the midst of gliding', { isHeld, atRest, box });
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(300);
  await page.evaluate(() => document.getAnimations().forEach((glide) => glide.play()));
  test.equal((await settle(page, before.plies.length)).plies.at(-1), cell, 'and a tile is laid where it was pressed');
}

export const tests = [
  ...PHONES.map((viewport) => ({
    name: `six under a finger, ${viewport.width}`,
    run: async (test) => {
      const page = await test.page({ viewport, hasTouch: true, isMobile: true });
      for (const count of [8, 20, 36]) await laid(test, page, viewport, count);
      await moved(test, page, viewport);
    },
  })),
  { name: 'six beside its piles', run: onDesk },
  { name: 'six while the view glides', run: whileGliding },
];
