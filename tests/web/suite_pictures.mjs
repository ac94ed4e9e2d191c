// Pictures that the page gives away, held pixel by pixel against the board on the screen.

import { readFileSync } from 'node:fs';
import { texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { codeOf, GAMES, goTo, openLine, untilStill } from './table.mjs';

const en = texts.en;
const WIDTH = 480;
const SEEN = 48; // a difference of one colour that an eye sees
const SHARE = 0.03; // of pixels that may differ so: edges are smoothed otherwise
const MEAN = 5; // of all differences

/** How far two pictures differ, both drawn as wide as that; edges may lie two pixels apart. */
function differ([first, second, width, limit]) {
  const pixelsOf = async (url, ratio) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, Math.round(width * (ratio ?? image.height / image.width))];
    const draw = canvas.getContext('2d');
    draw.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    draw.fillRect(0, 0, canvas.width, canvas.height);
    draw.imageSmoothingQuality = 'high';
    draw.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, data: draw.getImageData(0, 0, canvas.width, canvas.height).data };
  };
  return (async () => {
    const { canvas, data } = await pixelsOf(first);
    const other = (await pixelsOf(second, canvas.height / canvas.width)).data;
    const reach = [0, -1, 1, -2, 2]; // the likeliest first: nothing is nearer than the same
    const near = reach.flatMap((row) => reach.map((column) => 4 * (row * width + column)));
    const apart = (i, j) => Math.max(Math.abs(data[i] - other[j]), Math.abs(data[i + 1] - other[j + 1]), Math.abs(data[i + 2] - other[j + 2]));
    let [sum, seen, count] = [0, 0, 0];
    const end = 8 * width + 8;
    for (let i = end; i < data.length - end; i += 4) {
      let least = 255;
      for (let k = 0; k < near.length && least > 0; k++) least = Math.min(least, apart(i, i + near[k]));
      sum += least;
      if (least > limit) seen += 1;
      count += 1;
    }
    return { mean: sum / count, share: seen / count };
  })();
}

const urlOf = (bytes, type) => `data:${type};base64,${bytes.toString('base64')}`;

/** The drawing of the board. */
const drawing = (page) => page.locator('div:has([role=grid]) > svg').first();

/** The board alone, as the screen shows it to whoever is not about to move. */
async function screenOf(page) {
  const show = (visibility) => page.evaluate((value) => {
    const marks = [...document.querySelectorAll('svg [data-passing]')];
    for (const mark of marks) mark.style.visibility = value;
    return marks.length;
  }, visibility);
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => document.querySelector('svg [data-passing]'));
  await untilStill(page);
  const count = await show('hidden');
  const bytes = await drawing(page).screenshot();
  await show('');
  return { count, url: urlOf(bytes, 'image/png') };
}

async function saved(page, dialog, name) {
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name }).click();
  return readFileSync(await (await download).path());
}

async function compare(test, page, openShare, what) {
  const screen = await screenOf(page);
  test.check(screen.count > 0, `${what}: something is marked that is no part of the board`);
  await openShare();
  for (const [kind, name] of [['png', en.share.png], ['svg', en.share.svg]]) {
    const bytes = await saved(page, page.locator('dialog[open]'), name);
    const found = await page.evaluate(differ, [screen.url, urlOf(bytes, kind === 'png' ? 'image/png' : 'image/svg+xml'), WIDTH, SEEN]);
    test.check(found.mean < MEAN && found.share < SHARE, `${what}: the ${kind} is the board as it is seen`, found);
    if (kind === 'svg') test.check(!bytes.includes('data-passing'), `${what}: nothing is drawn in that is no part of the board`);
    test.say(`${what}: the ${kind} differs by ${found.mean.toFixed(2)}, and ${(100 * found.share).toFixed(2)} % visibly`);
  }
}

/** A game being played: what is advised is drawn on the board, and not in the picture. */
async function whilePlaying(test, page, game) {
  await openLine(page, lineOf(game));
  await page.getByRole('button', { name: en.play.actions.hint }).click();
  await page.getByText(en.play.hintTry('').trim().split(' ')[0]).first().waitFor();
  await compare(test, page, async () => {
    await page.getByRole('button', { name: en.play.actions.more }).click();
    await page.getByRole('button', { name: en.play.actions.share }).click();
  }, `${game}, played`);
}

async function whileStudying(test, page, game) {
  await goTo(page, `#/analyse/s/${codeOf(lineOf(game))}`);
  await page.locator('[role=grid]').waitFor();
  await page.keyboard.press('End');
  await page.getByRole('list', { name: en.study.live.moves }).waitFor();
  await page.getByRole('button', { name: en.study.live.stop }).click({ timeout: 1000 }).catch(() => null); // or it is solved
  await compare(test, page, () => page.getByRole('button', { name: en.study.share, exact: true }).click(), `${game}, studied`);
}

/** Each game in another material: pictures show the one that is on the screen. */
const MATERIALS = [['wood', 'usual'], ['slate', 'glass'], ['clay', 'bold'], ['paper', 'glass']];

export const tests = GAMES.map((game, i) => ({
  name: `pictures of ${game}`,
  run: async (test) => {
    const [boards, pieces] = MATERIALS[i % MATERIALS.length];
    const page = await test.page({ colorScheme: 'light', deviceScaleFactor: 2, settings: { boards, pieces } });
    await whilePlaying(test, page, game);
    await page.emulateMedia({ colorScheme: 'dark' });
    await whileStudying(test, page, game);
  },
}));
