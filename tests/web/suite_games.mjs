// Whole games: each against the computer by touch, Six by keyboard alone.

import { texts } from './harness.mjs';
import { Adviser, begin, cellsOf, finishIfAsked, GAMES, look, playOn, settle, settleOnMove } from './table.mjs';

const en = texts.en;
const SEED = 1;

/** Why the game ended, in words of the page. */
function whyOf({ saved }) {
  const { reason, culprit, winner } = saved.result;
  const seat = culprit ?? winner ?? 0;
  const isMe = saved.players[saved.seating[seat]]?.kind === 'person';
  return { reason, isMe };
}

async function checkEnd(test, page, seen) {
  const dialog = page.locator('dialog[open]');
  const { saved } = seen;
  const mine = saved.seating.findIndex((player) => saved.players[player].kind === 'person');
  const { winner } = saved.result;
  const title = winner === null ? en.play.end.draw : winner === mine % 2 ? en.play.end.youWon : en.play.end.youLost;
  test.equal(await dialog.locator('h2').innerText(), title, 'the end says who won');
  const why = await dialog.locator('p').first().innerText();
  const { reason } = whyOf(seen);
  test.check(why.length > 10 && why !== en.play.reasonUnknown, `and why (${reason})`, { why, reason });
  for (const name of [en.play.end.again, en.play.end.review, en.play.end.share]) {
    test.check(await dialog.getByText(name, { exact: true }).isVisible(), `the end offers “${name}”`);
  }
}

/** From now on lots fall as the seed says: dice can make a game ten times as long as another. */
function castLots(seed) {
  let state = seed;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return array;
  };
}

/** A whole game by touch; the native program must call the position over, too. */
async function wholeGame(test, game) {
  const page = await test.page();
  await page.evaluate(castLots, SEED);
  const adviser = new Adviser(test.program, game);
  try {
    await begin(page, game);
    const seen = await playOn(page, game, adviser);
    test.check(seen.saved.result !== null, `ends, after ${seen.plies.length} plies`, seen);
    await checkEnd(test, page, seen);
    await page.keyboard.press('Escape');
    const shown = await page.locator('[role=tabpanel] button, [role=tabpanel] li').count();
    test.check(shown > 3, 'its moves are listed', { shown });
    await page.getByRole('button', { name: en.play.actions.afterwards }).click();
    await page.locator('dialog[open]').getByText(en.play.end.again, { exact: true }).click();
    await page.waitForFunction((id) => !location.hash.endsWith(id), seen.id);
    const { saved } = await look(page);
    // After a draw of dados nobody lost who would start: they throw for it.
    if (saved.throws.length > 0) await page.locator('dialog[open]').getByRole('button', { name: en.setup.start, exact: true }).click();
    const next = await settle(page);
    test.check(next.id !== seen.id && next.plies.length <= 3, 'another one can be played at once', { plies: next.plies });
  } finally {
    adviser.close();
  }
}

/** Presses Tab until something has the focus; how often, or a failure. */
async function tabTo(page, selector, most = 40) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return i;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Arrows to a cell of the board, as somebody who sees it would press them. */
async function arrowsTo(page, cell) {
  let tried = new Set();
  for (let i = 0; i < 60; i++) {
    const way = await page.evaluate((wanted) => {
      const here = document.activeElement;
      const there = document.querySelector(`[role=grid] [data-cell="${wanted}"]`);
      if (!there || !here?.matches('[data-cell]')) return { lost: here?.outerHTML.slice(0, 200) ?? 'nothing' };
      const centre = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const [a, b] = [centre(here), centre(there)];
      return { dx: b.x - a.x, dy: b.y - a.y, cell: here.dataset.cell, isThere: here === there };
    }, cell);
    if (way.lost) throw new Error(`the focus is lost on the way to ${cell}: ${way.lost}`);
    if (way.isThere) return;
    const across = way.dx > 0 ? 'ArrowRight' : 'ArrowLeft';
    const along = way.dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const wishes = Math.abs(way.dx) > Math.abs(way.dy) ? [across, along] : [along, across];
    const key = wishes.find((wish) => !tried.has(`${way.cell} ${wish}`)) ?? wishes[i % 2];
    tried.add(`${way.cell} ${key}`);
    await page.keyboard.press(key);
  }
  throw new Error(`arrows do not lead to ${cell}`);
}

/** From the first page to the end of the game without a pointer, hearing every move. */
async function keyboardGame(test, game) {
  const page = await test.page({ at: '#/' });
  const adviser = new Adviser(test.program, game);
  try {
    await tabTo(page, `a[href="#/new/${game}"]`);
    await page.keyboard.press('Enter');
    await page.locator('form').waitFor();
    await tabTo(page, '[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/game\//);
    await page.locator('[role=grid] [data-cell]').first().waitFor();
    await page.evaluate(() => {
      globalThis.heard = [];
      const listen = () => {
        const text = [...document.querySelectorAll('[role=status][aria-atomic]')].map((region) => region.textContent.trim()).find(Boolean);
        if (text && text !== globalThis.heard.at(-1)) globalThis.heard.push(text);
      };
      new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    let seen = await settle(page);
    await tabTo(page, '[role=grid] [data-cell]');
    let turns = 0;
    while (!seen.saved.result) {
      const count = seen.plies.length;
      for (const cell of cellsOf(game, await adviser.move(seen.saved.position))) {
        await arrowsTo(page, cell);
        await page.keyboard.press('Enter');
      }
      await finishIfAsked(page, count);
      seen = await settle(page, count);
      turns += 1;
    }
    test.check(turns > 3, `a whole game by keyboard, ${turns} turns`, { turns });
    const heard = await page.evaluate(() => globalThis.heard);
    test.check(heard.length >= turns, `moves are spoken, ${heard.length} sentences`, heard.slice(-6));
    const labels = await page.locator('[role=grid] [data-cell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
    test.check(labels.length > 10 && labels.every((label) => label?.length > 3), 'every cell has a name', labels.slice(0, 5));
    const focused = await page.evaluate(() => document.activeElement?.textContent.trim());
    test.equal(focused, en.play.end.again, 'the end has the focus, on its main answer');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    test.check(await page.evaluate(() => document.activeElement !== document.body), 'and gives it back');
    await page.keyboard.press('?');
    await page.locator('dialog[open]').getByText(en.keys.title).waitFor();
    test.equal(await page.locator('dialog[open]').count(), 1, '? lists the keys');
  } finally {
    adviser.close();
  }
}

/** Undo, redo, a hint with its reason; wrong touches explain themselves. */
async function helpAtTheBoard(test, game) {
  const page = await test.page();
  const adviser = new Adviser(test.program, game);
  try {
    await begin(page, game);
    const before = await playOn(page, game, adviser, 6);
    const undo = page.getByRole('button', { name: en.play.actions.undo, exact: true });
    await undo.click();
    await page.waitForTimeout(50);
    const back = await settle(page);
    test.check(back.plies.length < before.plies.length, 'undo takes back', { before: before.plies, back: back.plies });
    await page.getByRole('button', { name: en.play.actions.redo, exact: true }).click();
    const again = await settle(page, back.plies.length);
    test.equal(again.plies.slice(0, before.plies.length), before.plies, 'redo plays it again');
    await settleOnMove(page);
    await page.getByRole('button', { name: en.play.actions.hint, exact: true }).click();
    const hint = page.locator('.status .hint');
    await hint.waitFor();
    const words = await hint.innerText();
    test.check(/\S+\. \S/.test(words) && words.length > 12, 'a hint comes with a reason', words);
    const wrong = page.locator('[role=grid] [data-cell][aria-disabled=true]').first();
    if (await wrong.count()) {
      const { length } = (await look(page)).plies;
      await wrong.dispatchEvent('click');
      await page.locator('.status .refusal').waitFor();
      test.equal((await look(page)).plies.length, length, 'a wrong touch explains itself and costs nothing');
    }
  } finally {
    adviser.close();
  }
}

export const tests = [
  ...GAMES.map((game) => ({ name: `a game of ${game}`, run: (test) => wholeGame(test, game) })),
  { name: 'six by keyboard', run: (test) => keyboardGame(test, 'six') },
  ...GAMES.map((game) => ({ name: `help in ${game}`, run: (test) => helpAtTheBoard(test, game) })),
];
