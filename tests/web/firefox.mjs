// Tests in Firefox: each page is a window of its own, and everything that is said in the console is looked up at the end.

import { texts, Test, usual } from './harness.mjs';
import { View } from './view.mjs';

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

/** A running Firefox, which one at a time may talk to: its commands are for the window that was chosen last. */
export class Firefox {
  last = Promise.resolve();

  constructor(marionette) {
    this.marionette = marionette;
  }

  async begin() {
    await this.marionette.send('WebDriver:NewSession', {});
    this.first = await this.marionette.send('WebDriver:GetWindowHandle').then(({ value }) => value);
  }

  /** Does something once nobody else talks. */
  inTurn(work) {
    const turn = this.last.then(() => work(this.marionette));
    this.last = turn.catch(() => null);
    return turn;
  }

  inWindow(handle, work) {
    return this.inTurn(async (marionette) => {
      await marionette.send('WebDriver:SwitchToWindow', { handle, focus: false });
      return work(marionette);
    });
  }

  newWindow(isPrivate) {
    return this.inWindow(this.first, async (marionette) => (await marionette.send('WebDriver:NewWindow', { type: 'window', private: isPrivate })).handle);
  }

  complaints(address) {
    return this.inWindow(this.first, async (marionette) => {
      await marionette.send('Marionette:SetContext', { value: 'chrome' });
      try {
        return await marionette.run(COMPLAINTS, address);
      } finally {
        await marionette.send('Marionette:SetContext', { value: 'content' });
      }
    });
  }
}

class FirefoxView extends View {
  constructor(firefox, handle) {
    super();
    this.firefox = firefox;
    this.handle = handle;
  }

  talk(work) {
    return this.firefox.inWindow(this.handle, work);
  }

  run(work, given) {
    return this.talk((marionette) => marionette.run(`return (${work})(arguments[0]);`, given ?? null));
  }

  hit(find, given) {
    return this.talk(async (marionette) => {
      const element = await marionette.run(`return (${find})(arguments[0]);`, given ?? null);
      if (element) await marionette.send('WebDriver:ElementClick', { id: Object.values(element)[0] });
      return element !== null;
    });
  }

  visit(url) {
    return this.talk((marionette) => marionette.send('WebDriver:Navigate', { url }));
  }

  reload() {
    return this.talk((marionette) => marionette.send('WebDriver:Refresh'));
  }

  close() {
    return this.talk((marionette) => marionette.send('WebDriver:CloseWindow'));
  }
}

/** A test that has a Firefox for a browser. Who wants a browser that has never been here takes an address of their own. */
export class FirefoxTest extends Test {
  views = [];
  excused = [EXCUSED];

  /** `isPrivate` is a window that forgets everything; without `settings` the page is as it comes. */
  async open(hash = '#/nowhere', { isPrivate = false, settings = {} } = {}) {
    const view = new FirefoxView(this.browser, await this.browser.newWindow(isPrivate));
    this.views.push(view);
    if (settings) {
      await view.visit(`${this.address}/licences.txt`);
      await view.run((text) => localStorage.setItem('ludoteca.settings', text), JSON.stringify({ ...usual, ...settings }));
    }
    await view.visit(`${this.address}/${hash}`);
    return view;
  }

  seen() {
    return Promise.all(this.views.map((view) => view.run(() => [location.href, document.body.innerText.slice(0, 600)]).catch(() => null)));
  }

  async keepShots() {} // none

  /** Warnings are told. */
  async heard() {
    const all = await this.browser.complaints(this.address);
    const isHarmless = (text) => text.startsWith('warning') || this.isExcused(text);
    for (const warning of all.filter(isHarmless)) this.say(warning);
    return all.filter((text) => !isHarmless(text));
  }

  async end() {
    for (const view of this.views) await view.close().catch(() => null);
  }
}
