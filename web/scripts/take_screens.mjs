// Pictures of every screen, dialog and ending, for whoever wants to look at the page as a whole:
//     npm run screens --prefix web -- PROGRAM FOLDER [--widths=390,768] [WORD…]     only those whose names contain a word
// FOLDER/NAME/WIDTH-THEME-LANGUAGE-1.jpg, in all sizes, themes and languages, -2 and -3 where one scrolls down; and
// FOLDER/sheets/WIDTH-NAME.jpg, which has the four forms of a screen beside each other, a dashed line where the window
// ends. PROGRAM is a `ludoteca` that was built after `make page`; nothing is fetched from elsewhere.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer, Test, texts } from '../../tests/web/harness.mjs';
import { untilStill } from '../../tests/web/table.mjs';
import { close, GOES_ON, screens, tour } from '../../tests/web/tour.mjs';
import { lastScreens, moreScreens } from '../../tests/web/tour_more.mjs';
import { launch } from './browser.mjs';

const { values, positionals } = parseArgs({ options: { widths: { type: 'string' } }, allowPositionals: true });
const [program, folder, ...words] = positionals;
if (!folder) throw new Error('usage: npm run screens --prefix web -- PROGRAM FOLDER [--widths=W,…] [WORD…]');
const widths = values.widths?.split(',').map(Number);
const isChosen = ([width]) => !widths || widths.includes(width);
const PHONES = [
  [320, 568],
  [390, 664],
  [768, 1024],
].filter(isChosen);
const DESKS = [
  [1280, 800],
  [1920, 1080],
].filter(isChosen);
const FORMS = [
  ['light', 'es'],
  ['dark', 'es'],
  ['light', 'en'],
  ['dark', 'en'],
];
const MOST_WINDOWS = 3; // that are looked through, one below the other
const SHEET_WIDTH = 1600;

const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
const fileOf = (name) => name.replaceAll(/\W+/g, '-').replace(/-$/, '');
const pictureOf = (name, width, theme, language, part) =>
  join(folder, fileOf(name), `${width}-${theme}-${language}-${part}.jpg`);
const PARTS = Array.from({ length: MOST_WINDOWS }, (_, i) => i + 1);

/** The window, and what one would scroll to: a picture of more than the window would be none of this screen. */
async function shoot(page, height, pathOf) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  for (const part of PARTS) {
    if (part > 1 && whole < (part - 1) * height + 8) {
      rmSync(pathOf(part), { force: true }); // of another time
      continue;
    }
    if (whole > height) await page.evaluate((top) => scrollTo(0, top), (part - 1) * height);
    await page.screenshot({ path: pathOf(part), type: 'jpeg', quality: 85 });
  }
  await page.evaluate(() => scrollTo(0, 0));
}

async function takeAll(page, sizes, language, name) {
  mkdirSync(join(folder, fileOf(name)), { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await untilStill(page);
      await shoot(page, size[1], (part) => pictureOf(name, size[0], theme, language, part));
    }
  }
  await page.setViewportSize({ width: sizes[0][0], height: sizes[0][1] }); // in which the next one is opened
}

/** One form of a screen, as far as one would scroll. */
function figureOf(...form) {
  const parts = PARTS.map((part) => pictureOf(...form, part)).filter((path) => existsSync(path));
  return `<figure>${parts.map((path) => `<img src="data:image/jpeg;base64,${readFileSync(path).toString('base64')}">`).join('<hr>')}</figure>`;
}

/** The four forms of a screen in one picture. */
async function makeSheet(page, name, [width]) {
  const columns = width < 600 ? 4 : 2;
  const scale = Math.min(1, SHEET_WIDTH / columns / width);
  const figures = FORMS.map(([theme, language]) => figureOf(name, width, theme, language)).join('');
  const style = `body { margin: 0; display: inline-grid; grid-template-columns: repeat(${columns}, auto); gap: 8px; background: #777; align-items: start }
    figure { margin: 0 } img { display: block; width: ${width * scale}px } hr { margin: 0; border: 0; border-top: 2px dashed #e0f }`;
  await page.setContent(`<style>${style}</style>${figures}`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())).then(() => null));
  await page
    .locator('body')
    .screenshot({ path: join(folder, 'sheets', `${width}-${fileOf(name)}.jpg`), type: 'jpeg', quality: 85 });
}

/** What does not open is told, and the others are taken all the same. */
const orTell = ([name, open, goesOn]) => [
  name,
  async (page, say) => {
    try {
      if (goesOn !== GOES_ON) await close(page); // what the last one left open
      await open(page, say);
    } catch (error) {
      console.error(`${name}, ${say.language}: ${error}`);
      process.exitCode = 1;
    }
  },
  goesOn,
];

/** Through all screens as one reader, who comes for the first time. */
async function travel(test, { sizes, language, ...options }) {
  const [width, height] = sizes[0];
  const page = await test.page({ viewport: { width, height }, settings: { language }, ...options });
  const taken = [];
  const look = async (name) => {
    await takeAll(page, sizes, language, name);
    taken.push(name);
  };
  await tour(page, look, {
    list: [...moreScreens, ...screens, ...lastScreens].map(orTell),
    isWanted,
    say: texts[language],
  });
  return taken;
}

async function makeSheets(browser, names) {
  mkdirSync(join(folder, 'sheets'), { recursive: true });
  const page = await browser.newPage();
  for (const size of [...PHONES, ...DESKS]) {
    for (const name of names) await makeSheet(page, name, size);
  }
}

const server = await startServer(program);
const browser = await launch('--disable-gpu', '--disable-software-rasterizer');
try {
  const test = new Test('screens', browser, server.address, program);
  const readers = ['es', 'en']
    .flatMap((language) => [
      { language, sizes: PHONES, hasTouch: true, isMobile: true },
      { language, sizes: DESKS },
    ])
    .filter(({ sizes }) => sizes.length > 0);
  const [names] = await Promise.all(readers.map((reader) => travel(test, reader)));
  await makeSheets(browser, names);
  console.log(
    `${names.length} screens, each in ${(PHONES.length + DESKS.length) * FORMS.length} forms, are in ${folder}`,
  );
} finally {
  await browser.close();
  await server.stop();
}
