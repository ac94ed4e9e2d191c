// Analysis: what it says once a search has ended.

import { texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { begin, codeOf, goTo, openEnd, settle } from './table.mjs';

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

/** From any position against the computer, from either side; nobody is said to have sent it. */
async function playOn(test) {
  const page = await test.page();
  for (const mine of ['0', '1']) {
    await goTo(page, `#/analyse/s/${codeOf(lineOf('pylos', 8))}`);
    await page.locator('[role=grid]').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: texts.en.study.playFrom }).click();
    await page.locator('input[name=seat]').first().waitFor();
    test.equal(await page.getByText(texts.en.share.opened).count(), 0, 'nobody is said to have sent it');
    await page.locator('input[type=range]').fill('2');
    await page.locator(`input[name=seat][value="${mine}"]`).check();
    await page.locator('section .row button').click();
    await page.waitForURL(/#\/game\//);
    const { saved } = await settle(page);
    const seated = saved.seating.map((player) => [saved.players[player].kind, saved.players[player].kind === 'computer' ? saved.players[player].level : 0]);
    test.equal(seated[mine], ['person', 0], `side ${mine} is mine`);
    test.equal(seated[1 - mine], ['computer', 2], 'the other is the computer, at the level that was chosen');
  }
}

/** The review of a game begins by itself, and whoever sat above sits there again. */
async function review(test) {
  const page = await test.page();
  await begin(page, 'oware', { start: 'other' });
  const { saved } = await settle(page);
  const below = (root) => [...root.querySelectorAll('[data-cell]')].sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)[0].dataset.cell;
  const cell = await page.locator('[role=grid]').evaluate(below);
  await goTo(page, `#/analyse/game/${saved.id}`);
  await page.locator('main [role=tablist]').waitFor();
  test.equal(await page.locator('[role=grid]').evaluate(below), cell, 'the board is not turned round');
  await openEnd(page, 'pylos');
  await page.locator('dialog[open]').getByRole('link', { name: texts.en.play.end.review }).click();
  await page.locator('progress, .mistakes').first().waitFor();
  test.check(true, 'its review begins without a second press');
}

export const tests = [
  { name: 'analysis whose time ran out', run: ranOut },
  { name: 'analysis that solved', run: solved },
  { name: 'analysis played on', run: playOn },
  { name: 'analysis of a game that was played', run: review },
];
