// Every screen and dialog of the page, one after the other, for those who look at them all: axe-core, small phones,
// and whoever takes pictures.

import { texts } from './harness.mjs';
import { lineOf, plies } from './lines.mjs';
import { codeOf, GAMES, goTo, openEnd, openLine, touch, untilStill } from './table.mjs';

export const close = (page) => page.keyboard.press('Escape');

export const GOES_ON = true;

const SQUARE = plies.pylos.findIndex((ply) => ply.includes('-'));

/** A square of Pylos is closed, and so many balls have been taken back. */
async function closeSquare(page, count) {
  await openLine(page, lineOf('pylos', SQUARE));
  await touch(page, 'pylos', plies.pylos[SQUARE].split('-').slice(0, 1 + count).join('-'));
}

/** What is opened from the board of a game, one after the other. */
const fromBoard = {
  oware: [
    ['more', async (page, say) => {
      await page.getByRole('button', { name: say.play.actions.more }).click();
      await page.locator('dialog[open]').waitFor();
    }],
    ['share', async (page, say) => {
      await page.locator('dialog[open]').getByRole('button', { name: say.play.actions.share }).click();
      await page.locator('dialog[open] input[readonly]').waitFor();
    }],
    ['settings', async (page, say) => {
      await close(page);
      await page.getByRole('button', { name: say.app.settings }).click();
      await page.locator('dialog[open] select').first().waitFor();
    }],
    ['keys', async (page, say) => {
      await close(page);
      await page.keyboard.press('?');
      await page.locator('dialog[open]').getByText(say.keys.title).waitFor();
      await page.locator('dialog[open] button').first().focus();
    }],
  ],
  pylos: [
    ['plan of pylos', (page, say) => page.getByRole('button', { name: say.boards.pylosPlan }).click()],
    ['ball to take back', (page) => closeSquare(page, 0)],
    ['another ball to take back', (page) => closeSquare(page, 1)],
  ],
  six: [['first tile of six', (page) => openLine(page, lineOf('six', 4))]],
};

/** Screens by name, and how to open each in the reader's language; marked are those to which the one before leads. */
export const screens = [
  ['home', async (page, say) => {
    await close(page);
    await goTo(page, '#/');
    await page.getByRole('heading', { name: say.home.title }).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll('article svg').length >= count, GAMES.length);
  }],
  ['questions', async (page) => {
    await goTo(page, '#/new/pylos');
    await page.locator('summary').click();
    await page.locator('input[name$="-variant"]').first().waitFor();
  }],
  ['seats', async (page) => {
    await goTo(page, '#/new/dados');
    await page.locator('summary').click();
    await page.locator('input[name$="-players"][value="4"]').check();
    await page.locator('input[value=mixed]').check();
  }],
  ...GAMES.flatMap((game) => [
    [game, async (page) => {
      await close(page);
      await openLine(page, lineOf(game));
    }],
    ...(fromBoard[game] ?? []).map(([name, open]) => [name, open, GOES_ON]),
  ]),
  ['end', (page) => openEnd(page, 'pylos')],
  ['analysis', async (page, say) => {
    await goTo(page, `#/analyse/s/${codeOf(lineOf('oware'))}`);
    await page.getByRole('list', { name: say.study.live.moves }).waitFor();
    await page.getByRole('button', { name: say.study.live.stop }).click();
  }],
  ['moves', (page, say) => page.getByRole('tab', { name: say.study.tabs.moves }).click(), GOES_ON],
  ['review', (page, say) => page.getByRole('tab', { name: say.study.tabs.review }).click(), GOES_ON],
  ['share a study', async (page, say) => {
    await page.getByRole('button', { name: say.study.share, exact: true }).click();
    await page.locator('dialog[open] input[readonly]').first().waitFor();
  }, GOES_ON],
  ['open', async (page, say) => {
    await close(page);
    await page.getByRole('button', { name: say.study.open, exact: true }).click();
    await page.locator('dialog[open] textarea').waitFor();
  }, GOES_ON],
  ['set up', async (page, say) => {
    await close(page);
    await page.getByRole('button', { name: say.study.edit, exact: true }).click();
    await page.locator('.editor').waitFor();
  }, GOES_ON],
  ['learn', async (page) => {
    await goTo(page, '#/learn');
    await page.locator('main h1').waitFor();
  }],
  ...GAMES.map((game) => [`learn ${game}`, async (page) => {
    await goTo(page, `#/learn/${game}`);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(300);
  }]),
  ['rules', async (page) => {
    await goTo(page, '#/learn/oware/rules');
    await page.locator('figure svg').first().waitFor();
  }],
  ...['lesson', 'further'].map((tier) => [tier, async (page) => {
    await goTo(page, `#/learn/pylos/${tier}/1`);
    await page.locator('[role=grid] [data-cell]').first().waitFor();
  }]),
  ['guide', async (page, say) => {
    await goTo(page, '#/learn/six');
    await page.getByRole('button', { name: say.learn.guided }).click();
    await page.locator('.hint').waitFor();
  }],
  ['a game that was sent', async (page) => {
    await goTo(page, `#/s/${codeOf(lineOf('dados'))}`);
    await page.locator('input[name=against]').first().waitFor();
  }],
  ['throws', async (page, say) => {
    await goTo(page, '#/new/dados');
    await page.locator('input[value=computer]').first().check();
    await page.getByRole('button', { name: say.setup.start }).click();
    await page.locator('dialog[open]').getByText(say.setup.throwsRule).waitFor();
  }],
  ['lost', async (page, say) => {
    await goTo(page, '#/nowhere');
    await page.getByText(say.app.unknown).waitFor();
  }],
];

/** Those that are wanted, and all that lead to them. */
function wanted(list, isWanted) {
  let isNeeded = false;
  const kept = [...list].reverse().filter(([name, , goesOn]) => {
    const isKept = isNeeded || isWanted(name);
    isNeeded = isKept && goesOn === GOES_ON;
    return isKept;
  });
  return kept.reverse();
}

/** Opens one screen after the other, and waits until each is still. */
export async function tour(page, look, { isWanted = () => true, list = screens, say = texts.en } = {}) {
  for (const [name, open] of wanted(list, isWanted)) {
    await open(page, say);
    await page.waitForTimeout(50);
    await untilStill(page);
    if (isWanted(name)) await look(name);
  }
}
