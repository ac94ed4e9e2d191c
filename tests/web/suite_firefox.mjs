// In Firefox only: the page opens, the engine starts, a move is made and answered, and nothing is complained of.

import { texts } from './harness.mjs';

const en = texts.en;
const BOARD = '[role=grid] [data-cell]';

/** In the page: moves of Oware that are listed. */
function listedMoves() {
  const all = [...document.querySelectorAll('[role=tabpanel] button')].map(({ textContent }) => textContent.trim());
  const moves = all.filter((text) => /^[A-Fa-f]$/.test(text));
  return moves.length >= 2 && moves;
}

const clickOn = (view, selector) => view.hit((wanted) => document.querySelector(wanted), selector);
const cellsOf = (view) => view.run((board) => [...document.querySelectorAll(board)].map(({ ariaLabel }) => ariaLabel), BOARD);

async function smoke(test) {
  const view = await test.open('', { settings: null });
  test.equal(await view.wait('a title', () => document.querySelector('h1')?.textContent), en.home.title, 'the page opens');
  test.equal(await view.run(() => document.documentElement.lang), 'en', 'in the language of the browser');
  await view.run(() => localStorage.setItem('ludoteca.settings', JSON.stringify({ motion: 'off', level: 1 })));
  await view.goTo('#/new/oware');
  await view.reload();
  await view.wait('rules of oware', () => document.querySelector('input[name$=-slam]') !== null);
  await clickOn(view, 'summary');
  await view.run(() => document.querySelector('input[name=starter][value=me]').click());
  await clickOn(view, 'form [type=submit]');
  await view.wait('a board', (board) => document.querySelector(`${board}[aria-disabled=false]`) !== null, BOARD);
  test.check(true, 'the engine starts');
  const before = await cellsOf(view);
  await clickOn(view, `${BOARD}[data-cell="C"]`);
  const moves = await view.wait('an answer', listedMoves);
  test.check(moves[0] === 'C' && /^[a-f]$/.test(moves[1]), `a move is made and answered: ${moves.join(' ')}`, moves);
  const after = await cellsOf(view);
  test.check(JSON.stringify(before) !== JSON.stringify(after) && after.length === 12, 'and shown', after);
  for (const page of ['#/analyse/oware', '#/learn/oware', '#/']) {
    await view.goTo(page);
    await view.wait(`a heading at ${page}`, () => document.querySelector('main h1') !== null);
  }
  await view.wait('half a second', () => new Promise((resolve) => setTimeout(resolve, 500, true)));
}

export const tests = [{ name: 'firefox', run: smoke }];
