// How the page looks is the reader's choice: of what boards and pieces are made, how large the text is, on which side
// the controls are.

import { texts } from './harness.mjs';
import { lineOf } from './lines.mjs';
import { goTo, openLine, untilStill } from './table.mjs';

const en = texts.en;

const colours = (page) => page.evaluate(() => {
  const style = getComputedStyle(document.documentElement);
  return ['--wood-1', '--ball-dark-2', '--six-red-2'].map((name) => style.getPropertyValue(name).trim());
});

async function themes(test) {
  const page = await test.page();
  const fetched = [];
  page.on('request', (request) => /themes|slate|bold/.test(request.url()) && fetched.push(request.url()));
  await goTo(page, '#/');
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--six-red-2') !== '');
  const usual = await colours(page);
  test.equal(fetched, [], 'no theme is fetched before it is wanted');
  await page.getByRole('button', { name: en.app.settings }).click();
  await page.getByRole('radio', { name: en.settings.boardsOf.slate }).check();
  await page.getByRole('radio', { name: en.settings.piecesOf.bold }).check();
  await page.keyboard.press('Escape');
  await page.waitForFunction((before) => {
    const style = getComputedStyle(document.documentElement);
    return style.getPropertyValue('--wood-1').trim() !== before[0] && style.getPropertyValue('--six-red-2').trim() !== before[2];
  }, usual);
  const chosen = await colours(page);
  test.check(chosen.every((colour, i) => colour !== usual[i]), 'boards and pieces change at once', { usual, chosen });
  await page.reload();
  await page.waitForFunction((before) => getComputedStyle(document.documentElement).getPropertyValue('--wood-1').trim() !== before, usual[0]);
  await page.waitForFunction((before) => getComputedStyle(document.documentElement).getPropertyValue('--six-red-2').trim() === before, chosen[2]);
  test.equal(await colours(page), chosen, 'and stay so after a reload');
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Spanish words are the longer ones. */
async function largeText(test) {
  const page = await test.page({ viewport: { width: 320, height: 568 }, hasTouch: true, settings: { text: 'largest', language: 'es' } });
  const screens = ['#/', '#/new/oware', '#/new/dados', '#/learn', '#/learn/six', '#/learn/six/rules', '#/learn/six/lesson/1', '#/analyse/pylos', '#/analyse/dados'];
  for (const hash of screens) {
    await goTo(page, hash);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await untilStill(page);
    test.equal(await overflow(page), 0, `${hash}: nothing is wider than the phone`);
  }
  for (const game of ['oware', 'dados']) {
    await openLine(page, lineOf(game));
    await untilStill(page);
    test.equal(await overflow(page), 0, `a game of ${game}: nothing is wider than the phone`);
    const { board, last } = await page.evaluate(() => ({
      board: document.querySelector('[role=grid]').getBoundingClientRect().toJSON(),
      last: document.querySelector('[role=toolbar]').getBoundingClientRect().bottom,
    }));
    test.check(last <= 568 && Math.min(board.width, board.height) >= 150, `a game of ${game}: board and buttons are in view`, { board, last });
  }
}

/** Words and buttons of every card have room, whatever its width; in Spanish, whose words are longer. */
async function cards(test) {
  const page = await test.page({ at: '#/', settings: { language: 'es' } });
  await page.locator('article').first().waitFor();
  for (const width of [320, 390, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const squeezed = await page.evaluate(() => [...document.querySelectorAll('article')].flatMap((card) => {
      const { right } = card.getBoundingClientRect();
      const isOut = [...card.querySelectorAll('.button')].some((one) => one.getBoundingClientRect().right > right);
      const isThin = card.querySelector('.about').getBoundingClientRect().width < 120;
      return isOut || isThin ? [card.querySelector('h2').textContent] : [];
    }));
    test.equal(squeezed, [], `${width}: no card is squeezed`);
  }
}

async function leftHanded(test) {
  const page = await test.page({ settings: { leftHanded: true } });
  await openLine(page, lineOf('oware'));
  const places = () => page.evaluate(() => {
    const left = (selector) => document.querySelector(selector)?.getBoundingClientRect().left ?? null;
    return { panel: left('aside'), board: left('[role=grid]'), first: left('[role=toolbar] button:first-child'), last: left('[role=toolbar] > button:last-child') };
  });
  const wide = await places();
  test.check(wide.panel < wide.board && wide.last < wide.first, 'panel and buttons lie on the left', wide);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.waitForFunction(() => document.querySelector('aside') === null);
  const low = await places();
  test.check(low.first < low.board, 'on a phone on its side, too', low);
  test.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.status, [role=status]')).direction), 'ltr', 'words run as before');
}

/** The rules on paper, both languages, from a dark page. */
async function printed(test) {
  const page = await test.page({ colorScheme: 'dark', settings: { language: 'es' } });
  await page.addInitScript(() => (window.print = () => (window.hasPrinted = true)));
  await page.reload();
  for (const [game, language] of [['oware', 'es'], ['dados', 'en']]) {
    await page.emulateMedia({ media: 'screen' });
    await goTo(page, `#/learn/${game}/rules`);
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click();
    await page.waitForFunction((wanted) => document.querySelectorAll('figure svg').length >= wanted, 3);
    await page.getByRole('button', { name: texts[language].learn.print }).click();
    test.check(await page.evaluate(() => window.hasPrinted), `${game}: a button prints them`);
    await page.emulateMedia({ media: 'print' });
    const isDrawn = () => [...document.querySelectorAll('figure svg')].filter((one) => one.getBoundingClientRect().width > 100).length >= 3;
    await page.waitForFunction(isDrawn, null, { timeout: 10_000 }).catch(() => null);
    const seen = await page.evaluate(() => ({
      pressed: [...document.querySelectorAll('button, nav, header, footer')].filter((one) => one.checkVisibility()).length,
      ink: getComputedStyle(document.querySelector('article')).color,
      boards: [...document.querySelectorAll('figure svg')].filter((one) => one.getBoundingClientRect().width > 100).length,
    }));
    test.equal([seen.pressed, seen.ink], [0, 'rgb(42, 33, 24)'], `${game}: dark on white, with nothing to press`);
    test.check(seen.boards >= 3, `${game}: with its boards`, seen);
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g).length;
    test.check(pages >= 2 && pages <= 4, `${game}: on a few sheets`, pages);
  }
}

export const tests = [
  { name: 'printed rules', run: printed },
  { name: 'themes', run: themes },
  { name: 'cards', run: cards },
  { name: 'large text', run: largeText },
  { name: 'left-handed', run: leftHanded },
];
