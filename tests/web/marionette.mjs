// Debian's Firefox, driven by its own protocol, Marionette: `LENGTH:[0,id,command,parameters]` over TCP.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WAIT_MS = 120_000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Marionette {
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
}

/** Firefox with a profile of its own, which chooses a free port and writes it down there. */
export async function startFirefox() {
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
