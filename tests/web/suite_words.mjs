// What is said where, and whether it is true: names at a table of four, the roll-off, what a series promises, captures
// and coordinates in lists, per cents; and that nothing moves or vanishes while it is said.

import { nameOf, texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { cellAt, codeOf, finishIfAsked, GAMES, goTo, look, openLine, settle, settleOnMove, touch } from './table.mjs';

const LOCALES = [['en-GB', texts.en], ['es-ES', texts.es]];
const PHONE = { width: 320, height: 568 };
const onPhone = { viewport: PHONE, hasTouch: true, isMobile: true };
const onDesk = { viewport: { width: 1280, height: 800 } };
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Undo leads over a lost turn to where there was something to choose; where there never was, it can't be pressed. */
async function undoneLostTurn(test) {
  const page = await test.page();
  const undo = button(page, texts.en.play.actions.undo);
  const chosen = ['4', 'd1', '10'];
  await openLine(page, { game: 'dados', start: null, plies: [...chosen, '-d1', '10', 'pass'] });
  await undo.click();
  await page.waitForFunction(() => document.querySelector('[role=grid] [data-cell][aria-disabled=false]'), null, { timeout: 5000 }).catch(() => null);
  const seen = await look(page);
  test.check(seen.canMove, 'something can be done after it', seen.plies);
  test.equal(seen.plies, chosen, 'it is the last choice that there was');
  await openLine(page, { game: 'dados', start: null, plies: ['10', 'pass'] });
  test.check(await undo.isDisabled(), 'without any choice so far there is nothing to undo');
}

/** How many play is asked at once; what a series promises is what the rules of that game say. */
async function questions(test) {
  for (const [locale, { setup }] of LOCALES) {
    const page = await test.page({ locale, at: '#/new/dados' });
    await page.locator('main h1').waitFor();
    for (const count of ['2', '3', '4']) {
      test.check(await page.locator(`input[name$="-players"][value="${count}"]`).isVisible(), `${locale}: ${count} players can be chosen at once`);
    }
    await page.locator('summary').click();
    test.equal(await page.locator('input[name$="-players"]').count(), 3, `${locale}: and nowhere else`);
    await page.getByText(setup.seriesNoteDice).waitFor();
    test.equal(await page.getByText(setup.seriesNote, { exact: true }).count(), 0, `${locale}: with dice nobody is promised that the loser starts`);
    await goTo(page, '#/new/oware');
    await page.locator('summary').click();
    test.check(await page.getByText(setup.seriesNote, { exact: true }).isVisible(), `${locale}: elsewhere the loser does start`);
  }
}

/** Four at the table, one of them a person: everybody has a name of their own, and the partner is no opponent. */
async function fourPlayers(test) {
  for (const [locale, { setup, play, home }] of LOCALES) {
    const page = await test.page({ ...onPhone, locale, at: '#/new/dados' });
    await page.locator('input[name$="-players"][value="4"]').check();
    await page.locator('input[name=company][value=mixed]').waitFor();
    await page.locator('form [type=submit]').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(setup.throwsRule).waitFor();
    test.check(true, `${locale}: the roll-off says that the better throw counts`);
    await dialog.locator('.button.main').click();
    const names = page.locator('.bar strong');
    const said = await names.allInnerTexts();
    test.equal([new Set(said).size, said.filter((name) => name === play.partner).length], [4, 1], `${locale}: four names, one of them the partner’s`);
    test.equal(await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length), 0, `${locale}: and they can be read on a phone`);
    await settleOnMove(page);
    await goTo(page, '#/');
    const rivals = said.filter((name) => name !== play.partner && name !== play.you);
    await page.getByText(home.inPairAgainst(rivals)).waitFor();
    test.check(true, `${locale}: only the others are opponents`);
  }
}

/** How many lines of text lie in an element. */
const linesIn = (element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const middles = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top, bottom }) => (top + bottom) / 2);
  return middles.filter((y, i) => middles.findIndex((other) => Math.abs(other - y) < 8) === i).length;
};

/** A roll and its move stand on one line, however narrow the list. */
async function rollsInLists(test) {
  const plies = ['4', 'd1', '10', '-d1', '10', 'pass', '11', 'b3', '10', '-b3', '11', 'b3', '10', '-b3', '11', 'c4'];
  const line = { game: 'dados:players=4', start: null, plies };
  for (const size of [onPhone, onDesk]) {
    const page = await test.page(size);
    const { width } = size.viewport;
    await openLine(page, line);
    if (size === onPhone) await button(page, texts.en.play.actions.panel).click();
    const turns = page.locator('[role=tabpanel] li button');
    await turns.nth(7).waitFor();
    const broken = await turns.evaluateAll((all, source) => all.filter((turn) => new Function(`return ${source}`)()(turn) > 1 || turn.scrollWidth > turn.clientWidth + 1).map((turn) => turn.innerText), linesIn.toString());
    test.equal(broken, [], `${width} px: every turn stands on one line`);
    await goTo(page, `#/analyse/s/${codeOf(line)}`);
    await page.getByRole('tab', { name: texts.en.study.tabs.moves }).click();
    const parted = await page.locator('.tree .roll').evaluateAll((rolls) => {
      const all = [...document.querySelectorAll('.tree button')];
      return rolls.filter((roll) => Math.abs(roll.getBoundingClientRect().bottom - all[all.indexOf(roll) + 1].getBoundingClientRect().bottom) > 20).length;
    });
    test.equal(parted, 0, `${width} px: no roll stands apart from its move in the analysis`);
  }
}

/** A hint lies where nothing needs to make room for it. */
async function hintMovesNothing(test, game) {
  const places = () => ['.table > .board', '.board + .bars', '[role=toolbar]'].map((what) => {
    const { top, height } = document.querySelector(what).getBoundingClientRect();
    return [what, Math.round(top), Math.round(height)];
  });
  for (const [locale, { play }] of LOCALES) {
    const page = await test.page({ ...onPhone, locale });
    await openLine(page, lineOf(game));
    await settleOnMove(page);
    const before = await page.evaluate(places);
    await button(page, play.actions.hint).click();
    await page.locator('.status .hint').waitFor();
    test.equal(await page.evaluate(places), before, `${locale}: board and buttons stay where they are`);
    const { top, bottom } = await page.locator('.status .hint').evaluate((hint) => hint.getBoundingClientRect().toJSON());
    test.check(bottom <= before[2][1] + 1 && top > before[0][1] + before[0][2] - 24, `${locale}: the hint lies between them`, { top, bottom, before });
  }
}

/** Questions keep their margin at both sides, in every language. */
async function margins(test) {
  for (const [locale] of LOCALES) {
    const page = await test.page({ ...onPhone, locale });
    for (const game of GAMES) {
      await goTo(page, `#/new/${game}`);
      await page.locator('form [type=submit]').waitFor();
      await page.locator('summary').click();
      const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll('form > *')].map((part) => part.getBoundingClientRect().right)));
      test.check(right <= PHONE.width - 12, `${locale}, ${game}: there is a margin at the right`, right);
    }
  }
}

/** How far two colours of the page are apart, as WCAG counts. */
function contrastIn() {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  globalThis.contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
}

/** Black is seen beside the board in the dark, too. */
async function blackInTheDark(test) {
  const page = await test.page({ colorScheme: 'dark' });
  await openLine(page, lineOf('six', 4));
  await page.evaluate(contrastIn);
  const seen = await page.evaluate(() => {
    const grounds = ['html', '.bar.turn'].map((where) => getComputedStyle(document.querySelector(where)).backgroundColor);
    return [...document.querySelectorAll('.bar .mark')].map((mark) => Math.min(...grounds.map((ground) => globalThis.contrast(getComputedStyle(mark).backgroundColor, ground))));
  });
  test.check(seen.length === 2 && seen.every((contrast) => contrast >= 3), 'both marks stand out from the ground', seen);
}

/** Whoever analyses sees which game, can choose another, and is told the one that is being set up. */
async function gameOfAnalysis(test) {
  for (const [size, locale, { study }] of [[onPhone, ...LOCALES[1]], [onDesk, ...LOCALES[0]]]) {
    const page = await test.page({ ...size, locale, at: '#/analyse/oware' });
    const named = (game) => nameOf(game, locale.slice(0, 2));
    const { width } = size.viewport;
    const choice = page.getByRole('combobox', { name: study.editor.game });
    test.equal(await choice.inputValue(), 'oware', `${width} px: the game can be seen`);
    await choice.selectOption('dados'); // the longest name
    await page.locator('[data-game=dados] [role=grid]').waitFor();
    const right = await choice.evaluate((select) => select.getBoundingClientRect().right);
    const { height } = await page.locator('.study header').boundingBox();
    test.check(right <= width && height < 100, `${width} px: its name fits, and what can be done stays in one row`, { right, height });
    await choice.selectOption('pylos');
    await page.getByRole('heading', { name: study.titleOf(named('pylos')) }).waitFor();
    await page.locator('[data-game=pylos] [role=grid]').waitFor();
    test.check(true, `${width} px: and changed`);
    await button(page, study.edit).click();
    await page.locator('.editor').getByRole('combobox', { name: study.editor.game }).selectOption('six');
    await page.getByRole('heading', { name: study.titleOf(named('six')) }).waitFor();
    test.check((await page.title()).includes(named('six')), `${width} px: the title follows the position that is being set up`, await page.title());
  }
}

/** What the list calls places, the board does, too, as long as the list is seen. */
async function coordinates(test) {
  const names = (page) => page.locator('[data-game=six] svg text.name').allTextContents();
  const desk = await test.page(onDesk);
  await openLine(desk, lineOf('six', 6));
  const list = (await desk.locator('[role=tabpanel] li button').allInnerTexts()).map((move) => move.trim().replaceAll('-', '−'));
  const shown = await names(desk);
  test.check(list.length === 6 && list.every((move) => shown.includes(move)), 'on a desk every tile in the list has its name on the board', { list, shown });
  const phone = await test.page(onPhone);
  await openLine(phone, lineOf('six', 6));
  test.equal(await names(phone), [], 'on a phone, without a list, the board stays quiet');
  await button(phone, texts.en.play.actions.panel).click();
  await phone.locator('[role=tabpanel] li button').first().waitFor();
  test.equal((await names(phone)).length, 8, 'and speaks as the list does once that is opened');
}

/** What moves took adds up to what lies in the stores. */
async function captures(test) {
  for (const [locale, { study }] of LOCALES) {
    const page = await test.page({ locale });
    const { saved } = await openLine(page, lineOf('oware'));
    const stores = saved.position.split('-').slice(12, 14).map(Number);
    const took = await page.locator('[role=tabpanel] li').evaluateAll((rounds) => rounds.map((round) =>
      [...round.querySelectorAll('button')].map((turn) => (/\d+/.exec(getComputedStyle(turn, '::after').content) ? Number(turn.dataset.took) : 0))));
    const sum = [0, 1].map((column) => took.reduce((all, round) => all + (round[column] ?? 0), 0));
    test.check(stores[0] + stores[1] > 0, 'something has been captured', stores);
    test.equal(sum, stores, `${locale}: captures are listed`);
    await goTo(page, `#/analyse/game/${saved.id}`);
    await page.getByRole('tab', { name: study.tabs.moves }).click();
    const all = await page.locator('.tree [data-took]').evaluateAll((turns) => turns.map((turn) => Number(turn.dataset.took)));
    test.equal(all.reduce((total, took) => total + took, 0), stores[0] + stores[1], `${locale}: in the analysis, too`);
  }
}

/** Per cents are written as each language does. */
async function perCents(test) {
  const rules = { 'en-GB': [/\d%/, /\d\s%/], 'es-ES': [/\d\u00a0%/, /\d(?!\u00a0)\s?%/] };
  for (const [locale, { play, study }] of LOCALES) {
    const page = await test.page({ locale, at: `#/analyse/s/${codeOf(lineOf('dados', 7))}` });
    await page.locator('[role=grid]').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('list', { name: study.live.moves }).filter({ hasText: '%' }).waitFor();
    const analysis = await page.locator('main').innerText();
    await openLine(page, lineOf('dados', 8));
    await settleOnMove(page);
    await button(page, play.actions.hint).click();
    await page.locator('.status .hint').waitFor();
    const [right, wrong] = rules[locale];
    for (const [where, said] of [['analysis', analysis], ['hint', await page.locator('.status').innerText()]]) {
      test.check(right.test(said) && !wrong.test(said), `${locale}: in the ${where}`, said);
    }
  }
}

/** Colours change all at once: no text waits on the ground of the other theme. */
async function themes(test) {
  const page = await test.page({ settings: { motion: 'full', theme: 'light' } });
  await openLine(page, lineOf('oware'));
  await page.evaluate(contrastIn);
  const worst = (theme) => page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    return [...document.querySelectorAll('.bar, .button, .tabs')].flatMap((part) => {
      const { color, backgroundColor } = getComputedStyle(part);
      const isSolid = !/, 0\)$|\/ 0\)$|transparent/.test(backgroundColor);
      const found = isSolid ? globalThis.contrast(color, backgroundColor) : Infinity;
      return found < 4.5 ? [`${part.className}: ${color} on ${backgroundColor}`] : [];
    });
  }, theme);
  for (const theme of ['dark', 'light']) {
    test.equal(await worst(theme), [], `everything can be read in the moment in which it turns ${theme}`);
    await page.waitForTimeout(400);
  }
}

/** What a move set off is told after that move, and gone once the next is begun or made. */
async function notices(test) {
  const page = await test.page();
  const { notices: said } = texts.en.play;
  const told = () => page.locator('.status .notice').allInnerTexts();
  await openLine(page, { game: 'pylos', start: null, plies: ['1a1', '1c1', '1b1', '1c2', '1a2', '1c3'] });
  await touch(page, 'pylos', '1b2-1a1');
  await finishIfAsked(page, 6);
  await settle(page, 6);
  test.check((await told()).join().startsWith(said.recovery), 'Pylos: a ball that came back is told', await told());
  await touch(page, 'pylos', '1d4');
  await settle(page, 7);
  test.equal(await told(), [], 'Pylos: and not after the next move');

  const row = Array.from({ length: 15 }, (_, q) => `${q},0`);
  const start = `r:${row.filter((_, q) => q % 2 === 0).join(';')} b:${row.filter((_, q) => q % 2 === 1).join(';')} 0-0 r`;
  await openLine(page, { game: 'six', start, plies: ['2,0>15,0'] });
  test.check((await told()).join().startsWith(said['group-fell']), 'Six: a group that was split is told', await told());
  await cellAt(page, '3,0').click();
  await page.locator('[role=grid] [data-cell="5,1"][aria-disabled=false]').waitFor();
  test.equal(await told(), [], 'Six: and not once the next move is begun');
  await cellAt(page, '5,1').click();
  await settle(page, 1);
  test.equal(await told(), [], 'Six: nor after it');
}

/** What both agree to is what becomes of the game. */
async function agreed(test) {
  const { play } = texts.en;
  const page = await test.page();
  for (const [asked, reason] of [['draw', 'agreed-draw'], ['agreeFinish', 'agreed-finish']]) {
    await openLine(page, lineOf('oware'));
    await button(page, play.actions.more).click();
    await page.locator('dialog[open]').getByRole('button', { name: play.actions[asked], exact: true }).click();
    await page.locator('dialog[open] .button.main').click();
    const { saved } = await settle(page);
    test.equal(saved.result?.reason, reason, `“${play.actions[asked]}”`);
  }
}

export const tests = [
  { name: 'agreements', run: agreed },
  { name: 'undo over a lost turn', run: undoneLostTurn },
  { name: 'what the set-up says', run: questions },
  { name: 'names of four players', run: fourPlayers },
  { name: 'rolls in lists', run: rollsInLists },
  ...GAMES.map((game) => ({ name: `a hint moves nothing, ${game}`, run: (test) => hintMovesNothing(test, game) })),
  { name: 'margins of the set-up', run: margins },
  { name: 'black in the dark', run: blackInTheDark },
  { name: 'the game of an analysis', run: gameOfAnalysis },
  { name: 'coordinates beside a list', run: coordinates },
  { name: 'captures in lists', run: captures },
  { name: 'per cents', run: perCents },
  { name: 'themes that turn', run: themes },
  { name: 'notices in their moment', run: notices },
];
