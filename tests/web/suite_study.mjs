// Analysis: what it says once a search has ended.

import { texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { codeOf, goTo } from './table.mjs';

const { live } = texts.en.study;
const LIVE_MS = 300_000;

/** The first search of five minutes gets a third of a second. */
const hurry = (ms) => {
  const post = Worker.prototype.postMessage;
  let isFirst = true;
  Worker.prototype.postMessage = function (message, ...rest) {
    const isSearch = message?.pieces?.some((piece) => piece.includes(ms));
    const pieces = isFirst && isSearch ? message.pieces.map((piece) => piece.replaceAll(ms, '300')) : message?.pieces;
    isFirst &&= !isSearch;
    post.call(this, pieces ? { ...message, pieces } : message, ...rest);
  };
};

/** Time that runs out proves nothing: estimates are called so, and the search can go on. */
async function ranOut(test) {
  const page = await test.page();
  await page.addInitScript(hurry, String(LIVE_MS));
  await page.reload();
  await goTo(page, `#/analyse/s/${codeOf(lineOf('oware', 8))}`);
  await page.getByText(live.rested).waitFor();
  test.equal(await page.getByText(live.solved, { exact: false }).count(), 0, 'estimates are not called solved');
  test.equal(await page.getByRole('button', { name: live.stop, exact: true }).count(), 0, 'nothing is left to stop');
  await page.getByRole('button', { name: live.on }).click();
  await page.getByRole('button', { name: live.stop, exact: true }).waitFor();
  test.check(true, 'the search can go on');
}

/** Near the end everything is proved. */
async function solved(test) {
  const page = await test.page();
  const all = lineOf('pylos', 1000);
  await goTo(page, `#/analyse/s/${codeOf({ ...all, plies: all.plies.slice(0, -2) })}`);
  await page.locator('[role=grid]').waitFor();
  await page.keyboard.press('End');
  await page.getByText(live.solved).waitFor();
  test.equal(await page.getByText(live.rested).count(), 0, 'what is proved is called solved');
}

export const tests = [
  { name: 'analysis whose time ran out', run: ranOut },
  { name: 'analysis that solved', run: solved },
];
