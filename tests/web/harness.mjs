// What the tests of the page stand on: the real server, one real browser, a context for each test,
// and TAP. Several tests run at a time, each with storage of its own; what a test reports is printed
// when it has ended. One that fails among others is tried once more, by itself: what the page does
// wrong it does wrong again, and what a crowded machine spoiled is told, but is no failure.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ChromiumView } from './view.mjs';

export const root = new URL('../../', import.meta.url);
export const require = createRequire(new URL('web/package.json', root));

/** Whether nothing else runs here: only then times are held to their limits. */
export const isQuiet = Boolean(process.env.LUDOTECA_QUIET);
export const TEST_MS = isQuiet ? 120_000 : 240_000;
const WAIT_MS = isQuiet ? 15_000 : 60_000;

/** The texts of the page, so that tests need no second copy of a label. */
async function readTexts() {
  const esbuild = await import(pathToFileURL(require.resolve('esbuild')).href);
  const contents = `export { pageEn } from './page.en'; export { pageEs } from './page.es';
    export { studyEn } from './study.en'; export { studyEs } from './study.es';
    export { boardsEn } from './boards.en'; export { boardsEs } from './boards.es';
    export { packsEn } from './packs.en'; export { packsEs } from './packs.es';
    export { learnEn } from './learn.en'; export { learnEs } from './learn.es';
    export { onlineEn } from './online.en'; export { onlineEs } from './online.es';
    export { onlineGameEn } from './online_game.en'; export { onlineGameEs } from './online_game.es';`;
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: new URL('web/src/i18n', root).pathname, loader: 'ts' }, bundle: true, format: 'esm', write: false, logLevel: 'silent',
  });
  esbuild.stop?.();
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { pageEn, pageEs, studyEn, studyEs, boardsEn, boardsEs, learnEn, learnEs, onlineEn, onlineEs, onlineGameEn, onlineGameEs, packsEn, packsEs } = await import(`data:text/javascript;base64,${code}`);
  const en = { ...pageEn, study: studyEn, boards: boardsEn, learn: learnEn, online: onlineEn, onlineGame: onlineGameEn, packs: packsEn };
  return { en, es: { ...pageEs, study: studyEs, boards: boardsEs, learn: learnEs, online: onlineEs, onlineGame: onlineGameEs, packs: packsEs } };
}
export const texts = await readTexts();

/** What the program under test, which is the first argument of every test, calls its games and their sides. */
const told = Object.fromEntries(['en', 'es'].map((language) => {
  const text = execFileSync(process.argv[2], ['games', '--json', '--lang', language], { encoding: 'utf8' });
  return [language, Object.fromEntries(JSON.parse(text).games.map((game) => [game.name, game]))];
}));
export const nameOf = (game, language = 'en') => texts[language].games[game]?.name ?? told[language][game].title;
export const sidesOf = (game) => told.en[game].sides;

/**
 * Starts `ludoteca serve` on a free port, without any games, and reads its address; `folder` holds another page than the one built in. With a
 * `data` folder of the caller's own, and the same port, it goes on where another ended; `more` is said besides. Its calendar
 * may be `aheadMs` of everybody's.
 */
export async function startServer(program, folder, { data: kept, port = 0, more = [], aheadMs = 0 } = {}) {
  const data = kept ?? mkdtempSync(join(tmpdir(), 'ludoteca-page-'));
  const words = ['serve', '--port', String(port), '--rate', '0', '--data', data, ...(folder ? ['--page', folder] : []), ...more];
  const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LUDOTECA_TEST_AHEAD_MS: String(aheadMs) } });
  const ended = new Promise((resolve) => server.once('exit', resolve)).finally(() => kept || rmSync(data, { recursive: true, force: true }));
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => resolve(/http:\/\/[^\s/]+/.exec(line)?.[0]));
    ended.then((status) => reject(new Error(`${program} serve ended with status ${status}`)));
    server.once('error', reject);
  });
  const stop = (signal = 'SIGTERM') => {
    server.kill(signal);
    return ended; // its status
  };
  return { address, stop };
}

export const usual = {
  language: null, theme: 'system', motion: 'off', sound: false, counts: false, choices: true, autoRoll: false, shortcuts: true, level: 1, name: '', hasPlayed: true,
};

/** Said of a deliberate loss of the network, or of the service worker that a test does without; never of the page. */
const excused = [/net::ERR_INTERNET_DISCONNECTED/, /Service Worker registration blocked by Playwright/];

export class Test {
  lines = [];
  complaints = [];
  contexts = [];
  excused = [...excused];

  constructor(name, browser, address, program) {
    Object.assign(this, { name, browser, address, program });
  }

  check(passed, what, note) {
    this.lines.push({ passed: Boolean(passed), what: `${this.name}: ${what}`, note });
    return Boolean(passed);
  }

  equal(found, wanted, what) {
    return this.check(JSON.stringify(found) === JSON.stringify(wanted), what, { found, wanted });
  }

  say(text) {
    this.lines.push({ text });
  }

  get hasPassed() {
    return this.lines.every(({ passed }) => passed !== false);
  }

  /**
   * A page in a browser that has never been here; `settings` are what its reader chose. It opens where there is next to
   * nothing to draw: most go on to another screen at once. The service worker, which fetches everything at every first
   * visit, is for those who ask for it: `serviceWorkers: 'allow'`.
   */
  async page({ settings = {}, at = '#/nowhere', isBlank = false, ...options } = {}) {
    const context = await this.browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, acceptDownloads: true, serviceWorkers: 'block', ...options });
    this.contexts.push(context);
    context.setDefaultTimeout(WAIT_MS);
    await context.addInitScript((text) => {
      if (location.protocol === 'http:' && !localStorage.getItem('ludoteca.settings')) localStorage.setItem('ludoteca.settings', text);
    }, JSON.stringify({ ...usual, ...settings }));
    context.on('page', (page) => this.watch(page));
    const page = await context.newPage();
    if (!isBlank) await page.goto(`${this.address}/${at}`);
    return page;
  }

  /** A page of a browser that has never been here, as tests know it that run in several browsers. */
  async open(hash, options) {
    return new ChromiumView(await this.page({ at: hash, ...options }));
  }

  /** What its pages show. */
  seen() {
    const pages = this.contexts.flatMap((context) => context.pages());
    return Promise.all(pages.map(async (page) => [page.url(), await page.evaluate(() => document.body.innerText.slice(0, 600)).catch(() => '')]));
  }

  async keepShots(folder) {
    for (const page of this.contexts.flatMap((context) => context.pages())) {
      await page.screenshot({ path: `${folder}/${this.name.replaceAll(/\W+/g, '_')}.png` }).catch(() => null);
    }
  }

  /** What was complained of in the console. */
  async heard() {
    return this.complaints;
  }

  async end() {
    await Promise.all(this.contexts.map((context) => context.close().catch(() => null)));
  }

  /** From here on what matches is the test's own doing. */
  excuse(pattern) {
    this.excused.push(pattern);
  }

  isExcused(text) {
    return this.excused.some((one) => one.test(text));
  }

  watch(page) {
    const complain = (text) => this.isExcused(text) || this.complaints.push(text);
    page.on('pageerror', (error) => complain(`error: ${error.stack ?? error}`));
    page.on('crash', () => complain('the page crashed'));
    page.on('console', (message) => complain(`${message.type()}: ${message.text()} (${message.location().url})`));
    page.on('response', (response) => response.status() >= 400 && complain(`${response.status()} ${response.url()}`));
  }

  async run(work) {
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`no end after ${TEST_MS} ms`)), TEST_MS)));
    try {
      await Promise.race([work(this), late]);
    } catch (error) {
      this.check(false, 'runs to its end', { error: String(error?.stack ?? error), seen: await this.seen() });
      if (process.env.LUDOTECA_SHOTS) await this.keepShots(process.env.LUDOTECA_SHOTS);
    } finally {
      clearTimeout(timer);
    }
    const heard = await this.heard();
    this.check(heard.length === 0, 'nothing is complained of in the console', heard);
    await this.end();
  }
}

let count = 0;
let failures = 0;

function printNote(note) {
  if (note !== undefined) console.log(`# ${JSON.stringify(note, null, 1).replaceAll('\n', '\n# ')}`);
}

export function print({ lines }) {
  for (const { passed, what, note, text } of lines) {
    if (text) {
      console.log(`# ${text}`);
      continue;
    }
    count += 1;
    if (!passed) failures += 1;
    if (!passed) printNote(note);
    console.log(`${passed ? 'ok' : 'not ok'} ${count} - ${what}`);
  }
}

/** What a first try found wrong; run_tests.py shows these lines even if the second try passes. */
export function printFirstTry({ lines }) {
  for (const { what, note } of lines.filter(({ passed }) => passed === false)) {
    printNote(note);
    console.log(`# tried again: ${what}`);
  }
}

/** The plan, last: true if everything passed. */
export function conclude() {
  console.log(`1..${count}`);
  return failures === 0 && count > 0;
}

/** The tests for a browser, of which some are for it `only`; those whose names contain a word, if any is given. */
export function choose(tests, browser, words) {
  const ours = tests.filter(({ only = browser }) => only === browser);
  return words.length ? ours.filter(({ name }) => words.some((word) => name.includes(word))) : ours;
}

/** Runs tests, `{ name, run }`, so many at a time, and what failed among others once more at the end. */
export async function runAll(tests, { browser, address, program, atOnce, Kind = Test }) {
  const waiting = [...tests];
  const failed = [];
  const tryOne = async (next) => {
    const test = new Kind(next.name, browser, address, program);
    const start = Date.now();
    await test.run(next.run);
    if (process.env.LUDOTECA_TIMES) test.say(`${((Date.now() - start) / 1000).toFixed(1)} s`);
    return test;
  };
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const test = await tryOne(next);
      if (test.hasPassed || atOnce === 1) {
        print(test);
      } else {
        printFirstTry(test);
        failed.push(next);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (const next of failed) print(await tryOne(next));
}
