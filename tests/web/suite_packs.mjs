// Packs in the settings: tables and strategies that are downloaded, cut, gone on with, used without a network, deleted. In
// every browser, but for what a strategy is good for.

import { texts } from './harness.mjs';
import { begin, settle, touch } from './table.mjs';
import { PYRAMID, withTables } from './table_host.mjs';
import { Reader } from './tables_reader.mjs';
import { broken, gone, slow } from './wire.mjs';

const { packs, settings } = texts.en;
const START = { game: PYRAMID.game, plies: [] };
const EVERYTHING = /\/tables\//;
const STRATEGY = /\.strategy/;
/** What Chromium says of wires that are cut; Firefox says nothing of it in the console. */
const OUTAGE = /net::ERR_/;

/** In the page: what the settings say of the first pack of a kind, and whether anything of it is there. */
function lookAtPack(kind) {
  const row = [...document.querySelectorAll('dialog[open] li')].find(({ textContent }) => textContent.includes(kind));
  const bar = row?.querySelector('progress');
  const buttons = [...(row?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent.trim());
  return row && { text: row.textContent, buttons, share: bar ? bar.value / bar.max : null };
}

/** In the page: the files that were downloaded, with their sizes. */
async function listFiles() {
  const folder = await navigator.storage.getDirectory().then((root) => root.getDirectoryHandle('packs'));
  const found = [];
  for await (const [name, handle] of folder.entries()) found.push([name, (await handle.getFile()).size]);
  return found;
}

async function openSettings(view) {
  await view.press(settings.title);
  await view.wait('settings', (title) => [...document.querySelectorAll('dialog[open] h3')].some(({ textContent }) => textContent === title), packs.title);
}

const untilPack = (view, kind, what, isIt) => view.until(what, async () => {
  const seen = await view.run(lookAtPack, kind);
  return seen && isIt(seen) && seen;
});
const isHere = ({ text }) => text.includes(packs.here);

async function remove(test, view, kind) {
  await view.press(packs.remove, kind);
  const { buttons, text } = await untilPack(view, kind, 'nothing', ({ buttons }) => buttons[0] === packs.load);
  test.equal([buttons, text.includes(packs.here)], [[packs.load], false], 'and is gone when it is deleted');
  test.equal(await view.run(listFiles), [], 'with its files');
}

/** Tables are fetched once, and tell what moves are worth when nothing can be fetched. */
async function offline(test) {
  await withTables(test, async (host) => {
    const view = await test.open('#/');
    await openSettings(view);
    await view.press(packs.load, packs.tables);
    const { text } = await untilPack(view, packs.tables, 'a pack', isHere);
    const bytes = (await view.run(listFiles)).reduce((sum, [, size]) => sum + size, 0);
    test.check(bytes > 0 && text.includes(`${Math.round(bytes / 1e3)} kB`), `a pack of tables is downloaded: ${bytes} bytes`, text);
    await view.reload();
    host.wire.befall(EVERYTHING, gone);
    test.excuse(OUTAGE);
    const reader = new Reader(test, view, host);
    await reader.read(START);
    await reader.findsByItself('it tells what moves are worth without a network');
    reader.end();
    host.wire.mend();
    await view.reload();
    await openSettings(view);
    await remove(test, view, packs.tables);
  });
}

/** A download that breaks off goes on from there; how far it is can be seen. */
async function cut(test) {
  await withTables(test, async ({ wire }) => {
    const view = await test.open('#/');
    test.excuse(OUTAGE);
    wire.befall(STRATEGY, broken);
    await openSettings(view);
    await view.press(packs.load, packs.strategy);
    await untilPack(view, packs.strategy, 'a cut', ({ text }) => text.includes(packs.cut));
    test.check(true, 'a cut is said');
    const [[, size]] = await view.run(listFiles);
    wire.mend();
    wire.befall(STRATEGY, slow(300, 20e6));
    await view.press(packs.resume, packs.strategy);
    const { share } = await untilPack(view, packs.strategy, 'progress', (seen) => seen.share !== null);
    test.check(share >= 0.3 && share < 1, 'how far it has come is shown', share);
    await untilPack(view, packs.strategy, 'a pack', isHere);
    const ranges = wire.asked.filter(({ path }) => STRATEGY.test(path)).map(({ range }) => range);
    test.equal(ranges, [null, `bytes=${size}-`], 'it goes on from where it was');
    await remove(test, view, packs.strategy);
  });
}

/** Of a strategy that is downloaded the highest level makes use: it answers without a search. */
async function strategy(test) {
  await withTables(test, async () => {
    const view = await test.open('#/');
    const { page } = view;
    await openSettings(view);
    await view.press(packs.load, packs.strategy);
    await untilPack(view, packs.strategy, 'a pack', isHere);
    await page.addInitScript(() => {
      globalThis.answers = [];
      const { Worker } = globalThis;
      globalThis.Worker = class extends Worker {
        constructor(...words) {
          super(...words);
          this.addEventListener('message', ({ data }) => data.kind === 'answer' && globalThis.answers.push(data.json));
        }
      };
    });
    await page.reload();
    await begin(page, 'pylos', { choose: () => page.locator('input[type=range]').fill('11') });
    await settle(page);
    await touch(page, 'pylos', '1b2');
    const sure = () => globalThis.answers.map((json) => JSON.parse(json)).some(({ move, chance, position }) => move && chance === 1 && position?.endsWith(' b'));
    await page.waitForFunction(sure);
    test.check(true, 'the highest level knows that it wins, without a search');
  });
}

/** A window in which the browser keeps no files. */
async function barred(test) {
  await withTables(test, async () => {
    const view = await test.open('#/', { isPrivate: true });
    await openSettings(view);
    const hasRoom = await view.run(() => navigator.storage.getDirectory().then(() => true, () => false));
    const said = await view.wait('packs', () => document.querySelector('dialog[open]')?.textContent);
    test.say(`a private window ${hasRoom ? 'has' : 'has no'} files`);
    test.equal(said.includes(packs.barred), !hasRoom, 'where nothing can be kept that is said');
    test.equal(await view.run(lookAtPack, packs.tables) === null, !hasRoom, 'and nothing is offered');
  });
}

export const tests = [
  { name: 'packs of tables offline', run: offline },
  { name: 'packs that were cut', run: cut },
  { name: 'packs that are strategies', run: strategy, only: 'chromium' },
  { name: 'packs in a private window', run: barred, only: 'firefox' },
];
