// The page in Debian's Firefox, served by the real program: what is for Firefox only, and suites for every browser.
//     node test_firefox.mjs PROGRAM [WORD…]     only tests whose names contain one of the words

import { Firefox, FirefoxTest } from './firefox.mjs';
import { choose, conclude, runAll, startServer } from './harness.mjs';
import { startFirefox } from './marionette.mjs';

const SUITES = ['oracle', 'packs', 'firefox'];
const AT_ONCE = 2;

const [program, ...words] = process.argv.slice(2);
if (!program) throw new Error('usage: node test_firefox.mjs PROGRAM [WORD…]');
const all = [];
for (const suite of SUITES) all.push(...(await import(`./suite_${suite}.mjs`)).tests);
const chosen = choose(all, 'firefox', words);

const server = await startServer(program, process.env.LUDOTECA_PAGE);
const { marionette, stop } = await startFirefox();
try {
  const browser = new Firefox(marionette);
  await browser.begin();
  await runAll(chosen, { browser, address: server.address, program, atOnce: AT_ONCE, Kind: FirefoxTest });
} finally {
  await stop();
  await server.stop();
}
process.exit(conclude() ? 0 : 1);
