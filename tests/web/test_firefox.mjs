// A smoke test in Debian's Firefox: the page opens, the engine starts, a move of Oware is made and
// answered, and nothing is complained of.
//     node test_firefox.mjs PROGRAM
// Firefox is driven by its own protocol, Marionette: `LENGTH:[0,id,command,parameters]` over TCP.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conclude, print, printFirstTry, startServer, Test, texts } from './harness.mjs';

const WAIT_MS = 120_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Marionette {
  constructor(socket) {
    this.socket = socket;
    this.id = 0;
    this.waiting = new Map();
    this.left = Buffer.alloc(0);
    socket.on('data', (data) => this.read(data));
  }

  read(data) {
    this.left = Buffer.concat([this.left, data]);
    for (;;) {
      const colon = this.left.indexOf(':');
      const length = Number(this.left.subarray(0, colon));
      if (colon < 0 || this.left.length < colon + 1 + length) return;
      const message = JSON.parse(this.left.subarray(colon + 1, colon + 1 + length).toString());
      this.left = this.left.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, error, result] = message;
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  }

  send(command, parameters = {}) {
    const id = ++this.id;
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async run(script, ...args) {
    return (await this.send('WebDriver:ExecuteScript', { script, args })).value;
  }

  /** Something that is true of the page, sooner or later. */
  async until(what, script, ...args) {
    const end = Date.now() + WAIT_MS;
    while (Date.now() < end) {
      const found = await this.run(script, ...args);
      if (found) return found;
      await sleep(50);
    }
    throw new Error(`never: ${what}`);
  }

  async click(selector) {
    const { value } = await this.send('WebDriver:FindElement', { using: 'css selector', value: selector });
    await this.send('WebDriver:ElementClick', { id: Object.values(value)[0] });
  }
}

/** Firefox with a profile of its own, which chooses a free port and writes it down there. */
async function startFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'ludoteca-firefox-'));
  const wishes = {
    'marionette.port': 0, 'intl.accept_languages': 'en-GB, en', 'intl.locale.requested': 'en-US', 'ui.prefersReducedMotion': 1, 'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false, 'browser.shell.checkDefaultBrowser': false, 'toolkit.startup.max_resumed_crashes': -1, 'browser.safebrowsing.downloads.enabled': false,
    'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false, 'extensions.update.enabled': false,
  };
  writeFileSync(join(profile, 'user.js'), Object.entries(wishes).map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`).join(''));
  const program = process.env.FIREFOX ?? 'firefox-esr';
  const firefox = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--marionette', '--remote-allow-system-access'], {
    stdio: 'ignore', env: { ...process.env, HOME: profile, MOZ_HEADLESS: '1' },
  });
  let failure = null;
  firefox.once('error', (error) => (failure = error));
  const ended = new Promise((resolve) => firefox.once('exit', resolve));
  const stop = async () => {
    firefox.kill('SIGTERM');
    await Promise.race([ended, sleep(5000)]);
    firefox.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end && !failure) {
    try {
      const port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'));
      const socket = await new Promise((resolve, reject) => {
        const made = connect(port, '127.0.0.1', () => resolve(made));
        made.once('error', reject);
      });
      return { marionette: new Marionette(socket), stop };
    } catch {
      await sleep(100);
    }
  }
  await stop();
  throw failure ?? new Error(`${program} did not start`);
}

/**
 * Firefox blames the service worker when the page or worker that asked for a file is gone before the
 * file came, as when one goes on to the next page. A file that does not come at all stops the test.
 */
const EXCUSED = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** Errors that Firefox has noted about the page: of scripts, of policies, and what the page said itself. */
const COMPLAINTS = `
  const address = arguments[0];
  const found = [];
  for (const message of Services.console.getMessageArray()) {
    if (!(message instanceof Ci.nsIScriptError) || !message.sourceName.startsWith(address)) continue;
    found.push((message.flags & Ci.nsIScriptError.warningFlag ? 'warning: ' : 'error: ') + message.errorMessage);
  }
  const said = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).getEvents();
  for (const { level, filename, arguments: words } of said) {
    if (filename.startsWith(address) && level === 'error') found.push('said: ' + words.join(' '));
  }
  return found;`;

async function smoke(test, marionette, address) {
  const en = texts.en;
  await marionette.send('WebDriver:NewSession', {});
  await marionette.send('WebDriver:Navigate', { url: `${address}/` });
  const title = await marionette.until('a title', 'return document.querySelector("h1")?.textContent');
  test.equal(title, en.home.title, 'the page opens');
  test.equal(await marionette.run('return document.documentElement.lang'), 'en', 'in the language of the browser');
  const opened = await marionette.run('return performance.timeOrigin'); // the reloaded page is another
  await marionette.run('localStorage.setItem("ludoteca.settings", JSON.stringify({ motion: "off", level: 1 })); location.hash = "#/new/oware"; location.reload();');
  await marionette.until('rules of oware', 'return performance.timeOrigin !== arguments[0] && document.querySelector("input[name$=-slam]") !== null', opened);
  await marionette.click('summary');
  await marionette.run('document.querySelector("input[name=starter][value=me]").click()');
  await marionette.click('form [type=submit]');
  await marionette.until('a board', 'return document.querySelector("[role=grid] [data-cell][aria-disabled=false]") !== null');
  test.check(true, 'the engine starts');
  const before = await marionette.run('return [...document.querySelectorAll("[role=grid] [data-cell]")].map((cell) => cell.ariaLabel)');
  await marionette.click('[role=grid] [data-cell="C"]');
  const listed = 'return [...document.querySelectorAll("[role=tabpanel] button")].map((button) => button.textContent.trim()).filter((text) => /^[A-Fa-f]$/.test(text))';
  const moves = await marionette.until('an answer', `const found = (() => { ${listed} })(); return found.length >= 2 && found`);
  test.check(moves[0] === 'C' && /^[a-f]$/.test(moves[1]), `a move is made and answered: ${moves.join(' ')}`, moves);
  const after = await marionette.run('return [...document.querySelectorAll("[role=grid] [data-cell]")].map((cell) => cell.ariaLabel)');
  test.check(JSON.stringify(before) !== JSON.stringify(after) && after.length === 12, 'and shown', after);
  for (const page of ['#/analyse/oware', '#/learn/oware', '#/']) {
    await marionette.run('location.hash = arguments[0]', page);
    await marionette.until(`a heading at ${page}`, 'return document.querySelector("main h1") !== null');
  }
  await sleep(500);
  await marionette.send('Marionette:SetContext', { value: 'chrome' });
  const complaints = await marionette.run(COMPLAINTS, address);
  const isHarmless = (text) => text.startsWith('warning') || EXCUSED.test(text);
  test.equal(complaints.filter((text) => !isHarmless(text)), [], 'nothing is complained of');
  for (const warning of complaints.filter(isHarmless)) test.say(warning);
}

/** The whole test, with a server and a browser of its own. */
async function tryOnce() {
  const test = new Test('firefox', null, '', '');
  const server = await startServer(process.argv[2]);
  let firefox = null;
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('no end')), WAIT_MS * 2)));
  try {
    firefox = await startFirefox();
    await Promise.race([smoke(test, firefox.marionette, server.address), late]);
  } catch (error) {
    test.check(false, 'runs to its end', String(error?.stack ?? error));
  } finally {
    clearTimeout(timer);
    await firefox?.stop();
    await server.stop();
  }
  return test;
}

let test = await tryOnce();
if (!test.hasPassed) {
  printFirstTry(test);
  test = await tryOnce();
}
print(test);
process.exit(conclude() ? 0 : 1);
