// The pictures of the page that README.md shows, in docs/screenshots: GAME-middle-desktop-light.webp or
// -dark.webp, a board in the middle of a game.
//     node web/scripts/make_screenshots.mjs PROGRAM [WORD…]     only those whose names contain a word

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root, startServer } from '../../tests/web/harness.mjs';
import { lineOf } from '../../tests/web/lines.mjs';
import { openLine } from '../../tests/web/table.mjs';
import { launch } from './browser.mjs';

const MOST_BYTES = 150_000;
const out = new URL('docs/screenshots/', root);
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

/** What README.md shows: [{ name, game, colorScheme }]. */
function shownPictures() {
  const text = readFileSync(new URL('README.md', root), 'utf8');
  return [...text.matchAll(/docs\/screenshots\/([\w-]+)\.webp/g)].map(([, name]) => {
    const [, game, colorScheme] = /^(\w+)-middle-desktop-(light|dark)$/.exec(name) ?? [];
    if (!game) throw new Error(`README.md shows ${name}.webp, which this program can't take`);
    return { name, game, colorScheme };
  });
}

/** Chromium writes WebP itself; the first quality that is small enough. */
async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.mouse.move(1, 1);
  await page.evaluate(() => document.activeElement?.blur());
  await page.waitForTimeout(400);
  const client = await page.context().newCDPSession(page);
  for (const quality of [82, 70, 55]) {
    const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MOST_BYTES && quality !== 55) continue;
    writeFileSync(new URL(`${name}.webp`, out), bytes);
    console.log(`${name}.webp ${(bytes.length / 1000).toFixed(0)} kB`);
    break;
  }
  await client.detach();
}

async function take(browser, address, { name, game, colorScheme }) {
  const context = await browser.newContext({ ...desktop, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  await page.goto(`${address}/`);
  await page.evaluate(() => localStorage.setItem('ludoteca.settings', JSON.stringify({ motion: 'off', name: 'Ana' })));
  await page.reload();
  await openLine(page, lineOf(game));
  await page.evaluate(() => document.querySelectorAll('.notes .note').forEach((note) => note.remove()));
  await shoot(page, name);
  await context.close();
}

const [program, ...words] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await startServer(program);
const browser = await launch();
try {
  for (const picture of shownPictures()) {
    if (words.length === 0 || words.some((word) => picture.name.includes(word)))
      await take(browser, server.address, picture);
  }
} finally {
  await browser.close();
  await server.stop();
}
