// Pictures of the page for docs/screenshots: every board at the start, in the middle and at the end, on a
// desk and on a phone, light and dark; and the pages around them.
//     node web/scripts/make_screenshots.mjs PROGRAM [WORD…]     only those whose names contain a word

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { root, startServer, texts } from '../../tests/web/harness.mjs';
import { lineOf, plies } from '../../tests/web/lines.mjs';
import { codeOf, GAMES, goTo, openEnd, openLine } from '../../tests/web/table.mjs';
import { launch } from './browser.mjs';

const MOST_BYTES = 150_000;
const ALL_BYTES = 3_000_000;
const out = new URL('docs/screenshots/', root);
const en = texts.en;

const devices = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
};

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

const boards = GAMES.flatMap((game) => [
  [`${game}-start`, (page) => openLine(page, lineOf(game, 0))],
  [`${game}-middle`, (page) => openLine(page, lineOf(game))],
  [`${game}-end`, async (page, device) => {
    await openEnd(page, game);
    // On a desk the board is seen, on a phone what is said about it.
    if (device === 'desktop') await page.keyboard.press('Escape');
  }],
]);
const around = [
  ['home', async (page) => {
    await goTo(page, '#/');
    await page.waitForFunction(() => document.querySelectorAll('article svg').length >= 4);
  }],
  ['questions', async (page) => {
    await goTo(page, '#/new/oware');
    await page.locator('form [type=submit]').waitFor();
  }],
  ['analysis', async (page) => {
    await goTo(page, `#/analyse/s/${codeOf({ game: 'oware', start: null, plies: plies.oware })}`);
    await page.getByRole('tab', { name: en.study.tabs.review }).click();
    await page.locator('input[name=speed][value=quick]').check();
    await page.getByRole('button', { name: en.study.review.start }).click();
    await page.getByRole('button', { name: en.study.review.nextMistake }).click({ timeout: 180_000 });
  }],
  ['learn', async (page) => {
    await goTo(page, '#/learn/six');
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(800);
  }],
];

async function shootAll(browser, address, { device, colorScheme }) {
  const wanted = [...around, ...boards].filter(([name]) => words.length === 0 || words.some((word) => `${name}-${device}-${colorScheme}`.includes(word)));
  const context = await browser.newContext({ ...devices[device], colorScheme, locale: 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  for (const [name, open] of wanted) {
    await page.goto(`${address}/`);
    await page.evaluate(() => localStorage.setItem('ludoteca.settings', JSON.stringify({ motion: 'off', name: 'Ana' })));
    await page.reload();
    await open(page, device);
    await page.evaluate(() => document.querySelectorAll('.notes .note').forEach((note) => note.remove()));
    await shoot(page, `${name}-${device}-${colorScheme}`);
  }
  await context.close();
}

const [program, ...words] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await startServer(program);
const browser = await launch();
try {
  const kinds = Object.keys(devices).flatMap((device) => ['light', 'dark'].map((colorScheme) => ({ device, colorScheme })));
  await Promise.all(kinds.map((kind) => shootAll(browser, server.address, kind)));
} finally {
  await browser.close();
  await server.stop();
}
const total = readdirSync(out).reduce((sum, file) => sum + statSync(new URL(file, out)).size, 0);
console.log(`${(total / 1e6).toFixed(2)} MB in all`);
process.exit(total > ALL_BYTES ? 1 : 0);
