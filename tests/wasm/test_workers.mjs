// The engine in the workers of a real browser, isolated (where a flag in shared memory stops it) and
// not (where its worker is ended). Vite serves the sources as they are.
//     node test_workers.mjs

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { launch } from '../../web/scripts/browser.mjs';
import { firstLines } from '../web/lines.mjs';

const web = new URL('../../web/', import.meta.url);
const require = createRequire(new URL('package.json', web));
const { createServer } = await import(pathToFileURL(require.resolve('vite')).href);

let cases = 0;
let failures = 0;

function report(passed, name, note) {
  cases++;
  if (!passed) {
    failures++;
    console.log(`# ${JSON.stringify(note)}`);
  }
  console.log(`${passed ? 'ok' : 'not ok'} ${cases} - ${name}`);
}

/** Runs in the page: everything that it finds out goes back as plain data. */
async function tryEngine(lines) {
  const { createRules, createThinker, STOPPED } = await import('/src/engine/index.ts');
  const start = (game, ...plies) => ({ game, start: null, plies });
  const keyOf = (promise) => promise.then(() => null, (error) => error.text?.key ?? String(error));
  const timed = async (work) => {
    const began = performance.now();
    const value = await work();
    return { value, ms: performance.now() - began };
  };
  const longest = { ms: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
  }).observe({ type: 'longtask' });

  const found = { isIsolated: crossOriginIsolated };
  const rules = await createRules();
  const thinker = await createThinker();
  found.games = (await rules.games()).length;
  await rules.situation(start('pylos'));
  found.moves = [];
  for (const line of lines) {
    const { move } = await thinker.choose(line, 'level=3');
    const situation = await rules.situation({ ...line, plies: [...line.plies, move] });
    found.moves.push(situation.last.move === move);
  }
  // Rules answer while the other worker thinks; what thinks is ended at once.
  const thinking = keyOf(thinker.choose(start('pylos'), 'max', { ms: 30_000 }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  found.answer = (await timed(() => rules.situation(start('six', '2,0')))).ms;
  const stopped = await timed(async () => {
    thinker.stop();
    return thinking;
  });
  found.stopped = stopped.value === STOPPED;
  found.stop = stopped.ms;
  found.next = await timed(async () => (await thinker.choose(start('oware'), 'level=1')).move);
  let told = 0;
  let heard;
  const first = new Promise((resolve) => (heard = resolve));
  const analysis = thinker.analyse(start('oware'), 2, { ms: 30_000 }, () => {
    told++;
    heard();
  });
  await Promise.race([first, analysis]);
  thinker.stop();
  found.analysis = (await analysis).lines.length;
  found.told = told;
  found.error = await keyOf(rules.situation(start('oware', 'z')));
  found.longest = longest.ms;
  return found;
}

async function testPage(browser, headers) {
  const server = await createServer({
    root: web.pathname, logLevel: 'error', server: { port: 0, host: '127.0.0.1', headers, hmr: false },
    configFile: new URL('vite.config.ts', web).pathname,
  });
  await server.listen();
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  const address = `http://127.0.0.1:${server.httpServer.address().port}`;
  // A page without content of its own, so that nothing but the engine is measured.
  await page.route(`${address}/empty.html`, (route) =>
    route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html><title>engine</title>' }));
  await page.goto(`${address}/empty.html`);
  const found = await page.evaluate(tryEngine, firstLines);
  await page.close();
  await server.close();
  return { ...found, complaints };
}

const browser = await launch();
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
for (const headers of [isolation, {}]) {
  const name = headers === isolation ? 'isolated' : 'not isolated';
  const found = await testPage(browser, headers);
  report(found.isIsolated === (headers === isolation), `${name}: the page is`, found);
  report(found.games === firstLines.length && found.moves.every(Boolean), `${name}: a move in every game`, found);
  report(found.answer < 200, `${name}: rules answer while it thinks, in ${found.answer.toFixed(1)} ms`, found);
  report(found.stopped && found.stop < 200, `${name}: it stops, in ${found.stop.toFixed(1)} ms`, found);
  report(/^[A-F]$/.test(found.next.value), `${name}: and goes on, in ${found.next.ms.toFixed(1)} ms`, found);
  report(found.analysis === 2 && found.told > 0, `${name}: an analysis that is ended is answered`, found);
  report(found.error?.includes('{1}'), `${name}: errors come as texts to translate`, found);
  report(found.longest < 200, `${name}: the page's longest task took ${found.longest} ms`, found);
  report(found.complaints.length === 0, `${name}: nothing is complained of`, found.complaints);
}
await browser.close();
console.log(`1..${cases}`);
process.exitCode = failures ? 1 : 0;
