// The page in a real Chromium, served by the real program.
//     node test_page.mjs PROGRAM [WORD…]     only tests whose names contain one of the words
// LUDOTECA_QUIET=1 says that nothing else runs here: times are then held to their limits.
// LUDOTECA_PAGE=DIRECTORY is another page than the one built in, LUDOTECA_EXTRA_GAMES=PLACE,… the games that it has
// besides the usual ones.
// LUDOTECA_SHOTS=DIRECTORY keeps a picture of what a failed test saw; LUDOTECA_TIMES=1 tells times.

import { cpus } from 'node:os';
import { launch } from '../../web/scripts/browser.mjs';
import { choose, conclude, isQuiet, runAll, startServer } from './harness.mjs';

const SUITES = ['speed', 'whole_games', 'games', 'setup', 'keeping', 'lobby', 'online', 'endings', 'pictures', 'learn', 'study', 'oracle', 'packs', 'luck', 'six', 'leaving', 'first', 'looks', 'screens', 'stories', 'words', 'example'];

const [program, ...words] = process.argv.slice(2);
if (!program) throw new Error('usage: node test_page.mjs PROGRAM [WORD…]');
const all = [];
for (const suite of SUITES) all.push(...(await import(`./suite_${suite}.mjs`)).tests);
const chosen = choose(all, 'chromium', words);

const server = await startServer(program, process.env.LUDOTECA_PAGE);
const browser = await launch('--disable-gpu', '--disable-software-rasterizer');
try {
  const place = { browser, address: server.address, program };
  // What is held to its time runs by itself.
  const isMeasured = ({ isAlone }) => isQuiet && isAlone;
  await runAll(chosen.filter(isMeasured), { ...place, atOnce: 1 });
  await runAll(chosen.filter((test) => !isMeasured(test)), { ...place, atOnce: Math.min(cpus().length + 2, 6) });
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = conclude() ? 0 : 1;
