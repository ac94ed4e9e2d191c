// Somebody who reads an analysis on the page, and knows what the tables say.

import { texts } from './harness.mjs';
import { codeOf } from './table.mjs';

const { live, tables } = texts.en.study;

/** In the page: what the analysis says in one moment. */
function lookAtAnalysis() {
  const found = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return {
    state: found('p.state').join(' '),
    said: found('p.tables[role=status]').join(' '),
    only: found('p.tables.only')[0] ?? null,
    worths: found('ol li .worth'),
    certain: found('ol li .worth.exact'),
  };
}

/** Somebody who looks at an analysis all the time, and notes whatever is said that is not so. */
export class Reader {
  wrong = [];
  saw = new Set();

  constructor(test, view, host) {
    Object.assign(this, { test, view, host });
  }

  /** What was read before is gone first, so that nothing of it counts. */
  async read(line) {
    this.truth = this.host.truth(line);
    await this.view.goTo('#/nowhere');
    await this.view.wait('another page', () => document.querySelector('p.state') === null);
    await this.view.goTo(`#/analyse/s/${codeOf(line)}`);
  }

  async look() {
    const seen = await this.view.run(lookAtAnalysis);
    const isExact = seen.state.includes(live.fromTables);
    this.judge(seen, isExact);
    for (const [word, text] of Object.entries(tables)) {
      if (typeof text === 'string' && seen.said.startsWith(text)) this.saw.add(word);
    }
    return { ...seen, isExact };
  }

  /** What tables are said to tell has to be what they tell; a search may find out, but not otherwise, who wins. */
  judge(seen, isExact) {
    const { worths, only } = this.truth;
    const isTrue = (text) => worths.includes(text);
    const winners = worths.filter((text) => text.startsWith('wins')).map((text) => text.replace(/.*\d([^:]+):.*/, '$1'));
    const isLikely = (text) => !/^wins|^loses/.test(text) || winners.some((move) => text.includes(`${move}: `)) === text.startsWith('wins');
    if (!(isExact ? seen.worths.every(isTrue) : seen.certain.every(isLikely))) this.wrong.push(seen);
    if (seen.only !== null && (!isExact || seen.only !== only)) this.wrong.push(seen);
  }

  /** The faults that were said; that it takes long may be so on a crowded machine. */
  get faults() {
    return [...this.saw].filter((word) => word !== 'slow');
  }

  until(what, isIt) {
    return this.view.until(what, async () => {
      const seen = await this.look();
      return isIt(seen) && seen;
    });
  }

  /** Until every move has the value that the tables tell, and nothing is said of faults. */
  async finds(what) {
    const { worths, only } = this.truth;
    const { said, ...seen } = await this.until(what, (now) => now.isExact && now.worths.length >= worths.length);
    this.test.equal([[...seen.worths].sort(), seen.only, said], [worths, only, ''], what);
  }

  /** The same where the list can't be had, of which something is said. */
  async findsByItself(what) {
    const { worths } = this.truth;
    const seen = await this.until(what, (now) => now.isExact && now.worths.length >= worths.length);
    this.test.equal([...seen.worths].sort(), worths, what);
  }

  /** Until a fault is said; the analysis goes on by itself, with what it finds. */
  async hears(text, what) {
    await this.until(what, ({ said }) => said.startsWith(text));
    this.test.check(true, `${what} is said`);
    const { isExact, said } = await this.until('a search', ({ worths, state }) => worths.length > 0 && /\d/.test(state));
    this.test.equal([isExact, said.startsWith(text)], [false, true], `${what}: the analysis goes on without`);
  }

  again() {
    return this.view.press(tables.again);
  }

  end() {
    this.test.equal(this.wrong, [], 'nothing wrong was shown at any time');
  }
}
