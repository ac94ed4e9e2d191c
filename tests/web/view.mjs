// A page as the tests for every browser know it: what a function of the page says of it, and what is pressed. Each
// browser fills in the rest: `run`, `hit`, `reload` and `close`.

const WAIT_MS = 60_000;
const LOOK_MS = 50;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** In the page: the first button that can be pressed and whose name has all these words. */
function findButton(words) {
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent;
  const all = [...document.querySelectorAll('button:not([disabled])')];
  return all.find((button) => words.every((word) => nameOf(button).includes(word))) ?? null;
}

export class View {
  /** What is found once it is there; `find` returns something true then. */
  async until(what, find, ms = WAIT_MS) {
    const end = Date.now() + ms;
    for (;;) {
      const found = await find();
      if (found) return found;
      if (Date.now() > end) throw new Error(`never: ${what}`);
      await sleep(LOOK_MS);
    }
  }

  /** The same, found by a function of the page with one argument. */
  wait(what, work, given) {
    return this.until(what, () => this.run(work, given));
  }

  goTo(hash) {
    return this.run((wanted) => void (location.hash = wanted), hash);
  }

  /** Presses a button by words of its name, once it is there. One that is drawn anew meanwhile is looked for again. */
  async press(...words) {
    let failure = null;
    const tryIt = () => this.hit(findButton, words).catch((error) => void (failure = error));
    await this.until(`a button ${words.join(' ')}`, tryIt).catch((error) => {
      throw failure ?? error;
    });
  }
}

export class ChromiumView extends View {
  constructor(page) {
    super();
    this.page = page;
  }

  /** A function of the page, with one argument. */
  run(work, given) {
    return this.page.evaluate(work, given);
  }

  /** Clicks what a function of the page finds; whether it found anything. */
  async hit(find, given) {
    const element = (await this.page.evaluateHandle(find, given)).asElement();
    await element?.click();
    return element !== null;
  }

  async reload() {
    await this.page.reload();
  }

  close() {
    return this.page.context().close();
  }
}
