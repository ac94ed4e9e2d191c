// What outlives the page: games after a reload, copies of them, links; and what must not harm them.

import { readFileSync } from 'node:fs';
import { nameOf, sidesOf, texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { Adviser, begin, codeOf, goTo, keptGames, look, openLine, playOn, settle } from './table.mjs';

const en = texts.en;

async function reload(test, game) {
  const page = await test.page();
  const adviser = new Adviser(test.program, game);
  try {
    await begin(page, game);
    const before = await playOn(page, game, adviser, 6);
    await page.reload();
    await page.locator('[role=grid] [data-cell]').first().waitFor();
    const after = await settle(page);
    test.equal(after.saved.line, before.saved.line, 'is the same after a reload');
    const [context] = test.contexts;
    await page.close();
    const other = await context.newPage();
    await other.goto(`${test.address}/`);
    await other.locator(`a[href="#/game/${before.id}"]`).click();
    await other.locator('[role=grid] [data-cell]').first().waitFor();
    const again = await settle(other);
    test.equal(again.saved.position, before.saved.position, 'and after the browser was closed, from the first page');
    const later = await playOn(other, game, adviser, again.plies.length + 2);
    test.check(later.plies.length > again.plies.length, 'and goes on', later.plies);
  } finally {
    adviser.close();
  }
}

async function copies(test) {
  const page = await test.page();
  await openLine(page, lineOf('six', 8));
  await openLine(page, lineOf('pylos', 6));
  const before = await keptGames(page);
  const open = () => page.getByRole('button', { name: en.app.settings }).click();
  const dialog = page.locator('dialog[open]');
  await open();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: en.settings.exportAll }).click();
  const path = await (await download).path();
  const copy = JSON.parse(readFileSync(path, 'utf8'));
  test.equal(copy.games.length, 2, 'all games go into a copy');
  await dialog.getByRole('button', { name: en.settings.deleteAll }).click();
  await dialog.getByText(en.settings.deleteSure).waitFor();
  test.equal((await keptGames(page)).length, 2, 'nothing is deleted before a second question');
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
  test.equal(await focused(), en.app.cancel, 'which has the focus where it does no harm');
  await dialog.getByRole('button', { name: en.settings.deleteYes }).click();
  await dialog.getByText(en.settings.dataNote(0)).waitFor();
  test.equal(await keptGames(page), [], 'then everything is');
  await page.waitForFunction((name) => document.activeElement.textContent.trim() === name, en.settings.exportAll);
  test.check(true, 'and the focus is not lost');
  for (const [name, text] of [['nothing', ''], ['letter.json', '{"hello": [1, 2]}'], ['half.json', JSON.stringify(copy).slice(0, 300)]]) {
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await dialog.getByText(en.settings.importFailed).first().waitFor();
    test.equal(await keptGames(page), [], `${name} is not taken for a copy, and says so`);
  }
  await dialog.locator('input[type=file]').setInputFiles(path);
  await dialog.getByText(en.settings.dataNote(2)).waitFor();
  const byName = (games) => games.map(({ id, line }) => ({ id, line })).sort((a, b) => a.id.localeCompare(b.id));
  test.equal(byName(await keptGames(page)), byName(before), 'the copy brings them back');
}

/** A store in which one game is broken: that is said, the others are there. */
async function brokenStore(test) {
  const page = await test.page();
  await openLine(page, lineOf('six', 8));
  const { id } = await look(page);
  await page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open('ludoteca');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('games', 'readwrite');
    transaction.objectStore('games').put({ id: 'broken', version: 1, line: { game: 'chess', plies: 7 } });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  });
  await page.goto(`${test.address}/#/`);
  await page.reload();
  await page.getByText(en.settings.brokenGames(1)).first().waitFor();
  test.check(await page.locator(`a[href="#/game/${id}"]`).isVisible(), 'a broken game is set aside, and the others stay');
}

async function links(test) {
  const page = await test.page();
  await test.contexts[0].grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLine(page, lineOf('pylos'));
  const { saved } = await look(page);
  await page.getByRole('button', { name: en.play.actions.more }).click();
  await page.getByRole('button', { name: en.play.actions.share }).click();
  const dialog = page.locator('dialog[open]');
  const field = dialog.getByRole('textbox', { name: en.share.link });
  await page.waitForFunction(() => document.querySelector('dialog[open] input[readonly]')?.value.includes('#/s/'));
  const whole = await field.inputValue();
  await dialog.getByRole('button', { name: en.share.copyLink }).click();
  test.equal(await page.evaluate(() => navigator.clipboard.readText()), whole, 'a link can be copied');
  await dialog.locator('input[value=position]').check();
  await page.waitForFunction((old) => document.querySelector('dialog[open] input[readonly]').value !== old, whole);
  const position = await field.inputValue();
  for (const [kind, name] of [['png', en.share.png], ['svg', en.share.svg]]) {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    const bytes = readFileSync(await (await download).path());
    const isRight = kind === 'png' ? bytes.subarray(1, 4).toString() === 'PNG' : bytes.toString().startsWith('<svg');
    test.check(isRight && bytes.length > 3000, `a picture can be saved as ${kind}`, bytes.subarray(0, 80).toString());
  }
  const other = await test.page({ isBlank: true });
  await other.goto(whole);
  await other.getByText(en.share.opened).waitFor();
  test.equal(await keptGames(other), [], 'a link is looked at before anything is kept');
  await other.locator('input[name=against][value=person]').check();
  await other.locator('section .row button').click();
  await other.locator('[role=grid] [data-cell]').first().waitFor();
  const played = await settle(other);
  test.equal(played.saved.line.plies, saved.line.plies, 'the whole game comes out of its link');
  await other.goto(position);
  await other.getByText(en.share.opened).waitFor();
  await other.locator('input[name=against][value=person]').check();
  await other.locator('section .row button').click();
  await other.waitForFunction((id) => location.hash.startsWith('#/game/') && !location.hash.endsWith(id), played.id);
  test.equal((await settle(other)).saved.position, saved.position, 'a position comes out of its link');
}

/** Links that lead nowhere: each is answered in words, and the game that was open is as it was. */
async function badLinks(test) {
  const page = await test.page();
  await openLine(page, lineOf('six', 8));
  const before = await keptGames(page);
  const good = codeOf(lineOf('six'));
  const cases = [
    ['#/s/1nonsense', en.share.damaged], ['#/s/', en.app.unknown], ['#/s/%E0%A4%A', en.share.damaged],
    [`#/s/${good.slice(0, -9)}`, en.share.damaged], [`#/s/${good.slice(0, 40)}x${good.slice(41)}`, en.share.damaged],
    ['#/s/7whatever', en.share.newer],
    [`#/s/${codeOf({ game: 'oware', start: null, plies: ['F', 'F'] })}`, 'not possible'],
    [`#/s/${codeOf({ game: 'oware', start: '4-4-4-4-4-4-4-4-4-4-4-4-9-0-S', plies: [] })}`, 'not possible'],
    [`#/s/${codeOf({ game: 'oware:slam=maybe', start: null, plies: [] })}`, 'not possible'],
    [`#/s/${codeOf({ game: 'chess', start: null, plies: ['e4'] })}`, en.share.damaged],
    ['#/nowhere', en.app.unknown], ['#/new/chess', en.app.unknown], ['#/game/none', en.play.missing],
    ['#/analyse/game/none', en.study.missing], ['#/analyse/s/1nonsense', en.share.damaged],
    [`#/analyse/s/${codeOf({ game: 'pylos', start: null, plies: ['4a1'] })}`, en.study.unreadable('').trim()],
  ];
  for (const [hash, words] of cases) {
    await goTo(page, '#/new/oware'); // which says nothing of the kind
    await page.getByRole('heading', { name: en.setup.title(nameOf('oware')) }).waitFor();
    await goTo(page, hash);
    const told = await page.getByText(words).first().waitFor({ timeout: 20_000 }).then(() => true, () => false);
    test.check(told, `${hash.slice(0, 24)} is answered: ${words.slice(0, 40)}`, told || (await page.evaluate(() => document.body.innerText.slice(0, 300))));
  }
  test.equal(await keptGames(page), before, 'no link changed a game');
}

/** Texts that are no games and positions that can't be, in the analysis. */
async function badTexts(test) {
  const page = await test.page({ at: `#/analyse/s/${codeOf(lineOf('oware', 9))}` });
  const say = en.study;
  await page.getByRole('heading', { name: say.titleOf(nameOf('oware')) }).waitFor();
  const moment = () => page.getByRole('slider', { name: say.step.slider }).getAttribute('aria-valuetext');
  const before = await moment();
  await page.getByRole('button', { name: say.open, exact: true }).click();
  const dialog = page.locator('dialog[open]');
  const cases = [
    ['', say.load.empty], ['Dear Anna,\nhow are you?', say.load.kept], ['4-4-4-4-4-4-4-4-4-4-4-4-40-0-S', say.load.kept],
    ['4-4-4-4', say.load.kept], ['[Game "oware"]\n\n1. F f 2. F F 3. A a', say.load.kept], ['[Game "chess"]\n\n1. e4', say.load.kept],
    ['r:0,0 b:9,9 20-20 r', say.load.kept], ['https://example.org/#/s/1nonsense', en.share.damaged],
    ['\u0000\u0001[[[', say.load.kept], [`[Game "oware"]\n\n${'1. F '.repeat(3000)}`, say.load.kept],
  ];
  for (const [text, words] of cases) {
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name: say.load.read, exact: true }).click();
    const alert = dialog.locator('.problem[role=alert]');
    const told = await alert.filter({ hasText: words }).waitFor({ timeout: 20_000 }).then(() => alert.innerText(), () => '');
    test.check(told.length > 15, `${JSON.stringify(text.slice(0, 28))} is refused in words`, told);
  }
  await page.keyboard.press('Escape');
  test.equal(await moment(), before, 'and what was open stays open');
  await page.getByRole('button', { name: say.edit, exact: true }).click();
  const written = page.getByRole('textbox', { name: say.editor.text });
  await written.fill('1-2-3-S');
  await page.getByRole('button', { name: say.editor.useText }).click();
  await page.locator('.editor .problem[role=alert]').waitFor();
  test.check(true, 'a wrong position is refused where it is set up');
  await page.getByRole('button', { name: say.editor.usual, exact: true }).click();
  await page.getByRole('spinbutton', { name: say.editor.pit('A', sidesOf('oware')[0]), exact: true }).fill('9');
  await page.keyboard.press('Tab');
  const done = page.getByRole('button', { name: say.editor.done });
  await page.waitForFunction(() => document.querySelector('.end .problem'));
  test.check(await done.isDisabled(), 'too many seeds can’t be analysed');
  await page.getByRole('button', { name: say.editor.cancel, exact: true }).click();
  test.equal(await moment(), before, 'cancelling brings back what was open');
}

/** Keys that come faster than the rules can tell how it stood are all counted. */
async function lookingBack(test) {
  const page = await test.page();
  await openLine(page, lineOf('oware'));
  await page.locator('main').focus();
  await page.evaluate(() => {
    for (let i = 0; i < 3; i++) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '[', bubbles: true }));
  });
  const turns = page.locator('[role=tabpanel] li button');
  await turns.last().and(page.locator(':not([aria-current])')).waitFor();
  const after = await turns.evaluateAll((all) => all.length - 1 - all.findIndex((turn) => turn.ariaCurrent === 'step'));
  test.equal(after, 3, 'three keys go back three turns');
}

export const tests = [
  { name: 'a game of oware that is left', run: (test) => reload(test, 'oware') },
  { name: 'a game of pylos that is left', run: (test) => reload(test, 'pylos') },
  { name: 'looking back in haste', run: lookingBack },
  { name: 'copies', run: copies },
  { name: 'a broken store', run: brokenStore },
  { name: 'links', run: links },
  { name: 'bad links', run: badLinks },
  { name: 'bad texts', run: badTexts },
];
