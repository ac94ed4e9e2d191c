// How much is fetched, and how long people wait. Sizes are held to their limits always; times only where
// nothing else runs (LUDOTECA_QUIET), elsewhere they are told, and held to limits that a busy machine keeps.

import { get } from 'node:http';
import { isQuiet, texts } from './harness.mjs';
import { begin, GAMES, goTo, settleOnMove } from './table.mjs';

const en = texts.en;
const BEFORE_ENGINE_BYTES = 75_000;
const FIRST_LOAD_BYTES = 150_000; // with the four boards of the first page, without the engine
const ENGINE_BYTES = 1_000_000;
const within = (quietMs, busyMs) => (isQuiet ? quietMs : busyMs);

/** Bytes that come over the wire, by address, with the heads of replies, in the order in which they were asked for. */
async function weigh(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const urls = new Map();
  const bytes = new Map();
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
    bytes.set(request.url, 0);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(urls.get(requestId), encodedDataLength));
  return bytes;
}

/** What a file takes on its way to a browser. */
function sizeOf(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br, gzip' } }, (reply) => {
      let size = 0;
      reply.on('data', (data) => (size += data.length)).on('end', () => resolve(size));
    }).on('error', reject);
  });
}

async function firstLoad(test) {
  // Without a service worker: what it has fetched for later by then weighs nothing, be it more or less.
  const page = await test.page({ isBlank: true, settings: { motion: 'full' } });
  const bytes = await weigh(page);
  // Interactive: the first page has been drawn and a frame after it, with its buttons, is on its way.
  await page.context().addInitScript(() => {
    const find = () => {
      if (!document.querySelector('a.main[href="#/new/oware"]')) return requestAnimationFrame(find);
      requestAnimationFrame(() => setTimeout(() => (globalThis.readyAt = performance.now())));
    };
    requestAnimationFrame(find);
  });
  await page.goto(`${test.address}/`);
  await page.waitForFunction(() => globalThis.readyAt);
  const readyMs = await page.evaluate(() => globalThis.readyAt);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction((count) => performance.getEntriesByType('resource').length > 0 && document.querySelectorAll('article svg').length >= count, GAMES.length);
  await page.waitForTimeout(1200);
  const isEngine = (url) => /\.wasm$|worker/.test(url);
  const sum = (some) => some.filter(([url]) => !isEngine(url)).reduce((total, [, size]) => total + size, 0);
  const all = [...bytes];
  const before = sum(all.slice(0, all.findIndex(([url]) => url.endsWith('.wasm'))));
  test.check(before > 10_000 && before < BEFORE_ENGINE_BYTES, `${(before / 1000).toFixed(0)} kB before the engine`, all);
  test.check(sum(all) > before && sum(all) < FIRST_LOAD_BYTES, `${(sum(all) / 1000).toFixed(0)} kB with all boards`, all);
  test.check(readyMs < within(1000, 20_000), `interactive after ${readyMs.toFixed(0)} ms`);
  await goTo(page, '#/new/oware');
  await page.locator('summary').click();
  await page.locator('input[name$="-slam"]').first().waitFor();
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const engine = names.find((name) => name.endsWith('.wasm'));
  const size = engine ? await sizeOf(engine) : 0;
  test.check(size > 10_000 && size < ENGINE_BYTES, `the engine comes afterwards: ${(size / 1000).toFixed(0)} kB`, names);
  const coding = await page.evaluate(async () => (await fetch(document.querySelector('script[src]').src)).headers.get('content-encoding'));
  test.check(coding === 'br' || coding === 'gzip', `scripts come compressed (${coding})`);
}

/** From now on: how long it takes from the release of the finger until the board knows that it has played. */
function watchCell(wanted) {
  const touched = document.querySelector(`[role=grid] [data-cell="${wanted}"]`);
  globalThis.shown = new Promise((resolve) => {
    addEventListener('pointerup', ({ timeStamp }) => {
      new MutationObserver((_, observer) => {
        if (touched.isConnected && touched.getAttribute('aria-disabled') !== 'true') return;
        observer.disconnect();
        resolve(performance.now() - timeStamp);
      }).observe(document.querySelector('[role=grid]'), { subtree: true, childList: true, attributes: true });
    }, { capture: true, once: true });
  });
}

/** Long tasks of the page's own thread while `work` goes on. */
async function longestTask(page, work) {
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  await work();
  return page.evaluate(() => Math.max(0, ...globalThis.tasks));
}

/** A move that shows at once, and a page that answers while the computer thinks as hard as it can. */
async function playing(test, game) {
  const page = await test.page({ serviceWorkers: 'allow', settings: { motion: 'full', level: 11 } });
  await begin(page, game);
  await settleOnMove(page);
  const cell = page.locator('[role=grid] [data-cell][aria-disabled=false]').first();
  await cell.hover(); // whoever has a mouse has seen the move before it is made
  await page.evaluate(watchCell, await cell.getAttribute('data-cell'));
  const longestMs = await longestTask(page, async () => {
    await cell.click(); // which looks where the cell is now: boards follow their window
    const ms = await page.evaluate(() => globalThis.shown);
    test.check(ms < within(50, 15_000), `a move shows after ${ms.toFixed(1)} ms`);
    await page.waitForTimeout(2000);
  });
  test.check(longestMs < within(51, 15_000), `while the computer thinks no task takes longer than ${longestMs.toFixed(0)} ms`);
}

async function analysing(test) {
  const page = await test.page({ serviceWorkers: 'allow', settings: { motion: 'full' }, at: '#/analyse/pylos' });
  const lines = page.getByRole('list', { name: en.study.live.moves });
  await lines.waitFor();
  const ms = await longestTask(page, async () => {
    await page.waitForTimeout(1000);
    await page.locator('[role=grid] [data-cell][aria-disabled=false]').first().click();
    await page.waitForTimeout(1500);
  });
  test.check(ms < within(51, 15_000), `during an analysis no task takes longer than ${ms.toFixed(0)} ms`);
}

/** From the first byte on: what moves by itself, and how long the page's own thread is held up. */
function watchLoading() {
  globalThis.shifts = [];
  globalThis.tasks = [];
  const nameOf = (node) => node?.outerHTML?.slice(0, 80) ?? '';
  // What an analysis finds, as it finds it; of what is gone again nobody knows where it was.
  const isLive = ({ node }) => !node || (node.nodeType === 1 ? node : node.parentElement)?.closest('aside li, [role=meter]') !== null;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput && !sources.every(isLive)) globalThis.shifts.push({ value, of: sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Nothing jumps while a screen is being built up, and no task holds it up for long: the median of some loads. */
async function loading(test, name, hash, viewport) {
  const longest = [];
  for (let i = 0; i < within(5, 1); i++) {
    const page = await test.page({ isBlank: true, viewport, settings: { motion: 'full' } });
    await page.addInitScript(watchLoading);
    await page.goto(`${test.address}/${hash}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    const { shifts, tasks } = await page.evaluate(() => ({ shifts: globalThis.shifts, tasks: globalThis.tasks }));
    const shifted = shifts.reduce((total, { value }) => total + value, 0);
    if (i === 0) test.check(shifted < 0.001, `${name}: nothing shifts (${shifted.toFixed(4)})`, shifts);
    longest.push(Math.max(0, ...tasks));
    await page.context().close();
  }
  const ms = median(longest);
  test.check(ms <= within(50, 15_000), `${name}: no task of a load takes longer than ${ms.toFixed(0)} ms`, longest);
}

const LOADED = [['home', '#/'], ['set-up', '#/new/dados'], ['lesson', '#/learn/six/lesson/1'], ['rules', '#/learn/oware/rules'], ['analysis', '#/analyse/pylos']];

async function budgets(test) {
  for (const [name, hash] of LOADED) {
    await loading(test, `${name} on a phone`, hash, { width: 390, height: 664 });
    await loading(test, `${name} on a desk`, hash, { width: 1280, height: 800 });
  }
}

export const tests = [
  { name: 'budgets', run: budgets, isAlone: true },
  { name: 'first load', run: firstLoad, isAlone: true },
  ...GAMES.map((game) => ({ name: `quick and patient ${game}`, run: (test) => playing(test, game), isAlone: true })),
  { name: 'patient analysis', run: analysing, isAlone: true },
];
