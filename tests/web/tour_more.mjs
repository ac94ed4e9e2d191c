// What a tour of all screens leaves out, since only the eye can judge it: games early and late, every way to end, what
// is asked and answered on the way. Pictures are taken of these, too (web/scripts/take_screens.mjs).

import { lineOf, plies, TAUGHT, TAUGHT_FURTHER } from './lines.mjs';
import { begin, cellAt, codeOf, GAMES, goTo, openEnd, openLine, settle, settleOnMove, touch } from './table.mjs';
import { close, GOES_ON } from './tour.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const dialog = (page) => page.locator('dialog[open]');

/** The reader chooses otherwise, and comes anew. */
async function prefer(page, chosen) {
  await page.evaluate((changed) => {
    const settings = JSON.parse(localStorage.getItem('ludoteca.settings'));
    localStorage.setItem('ludoteca.settings', JSON.stringify({ ...settings, ...changed }));
  }, chosen);
  await goTo(page, '#/nowhere');
  await page.reload();
}

async function questionsOf(page, game) {
  await goTo(page, `#/new/${game}`);
  await page.locator('form [type=submit]').waitFor();
}

async function choose(page, value) {
  await page.locator(`input[name=company][value=${value}]`).check();
}

const ofHome = [
  ['first visit', async (page, say) => {
    await prefer(page, { hasPlayed: false });
    await goTo(page, '#/');
    await page.getByRole('region', { name: say.home.firstTitle }).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll('article svg').length >= count, GAMES.length);
  }],
  ['sounds asked', async (page) => {
    await prefer(page, { hasPlayed: true, sound: null });
    await questionsOf(page, 'six');
  }],
  ['games to go on with', async (page) => {
    await prefer(page, { sound: false, hasPlayed: true });
    for (const game of GAMES) await openLine(page, lineOf(game));
    await goTo(page, '#/');
    await page.locator('li .picture svg').nth(GAMES.length - 1).waitFor();
  }],
  ...GAMES.map((game) => [`rules of a new ${game}`, async (page) => {
    await questionsOf(page, game);
    await page.locator('summary').click();
    await page.locator('input[name=clock]').nth(-1).check();
  }]),
  ['somebody beside me', async (page) => {
    await questionsOf(page, 'oware');
    await choose(page, 'person');
  }],
  ['only watching', async (page) => {
    await questionsOf(page, 'six');
    await choose(page, 'watch');
  }],
];

const SECOND_ROUND = plies.six.findIndex((ply) => ply.includes('>')) + 2;
/** Two plies of Dados make a turn, the first of which is the roll. */
const dadosFor = (players, count) => ({ ...lineOf('dados', count), game: `dados:players=${players}` });

const ofGames = [
  ...GAMES.flatMap((game) => [
    [`${game} early`, (page) => openLine(page, lineOf(game, 4))],
    [`${game} late`, (page) => openLine(page, lineOf(game, plies[game].length - 1))],
    [`hint of ${game}`, async (page, say) => {
      await openLine(page, lineOf(game));
      await settleOnMove(page);
      await button(page, say.play.actions.hint).click();
      await page.locator('.status .hint').waitFor();
    }],
  ]),
  ['second round of six', (page) => openLine(page, lineOf('six', SECOND_ROUND))],
  ['tile lifted', async (page) => {
    await cellAt(page, plies.six[SECOND_ROUND].split('>')[0]).dispatchEvent('click');
    await page.waitForTimeout(300);
  }, GOES_ON],
  ['roll to come', (page) => openLine(page, lineOf('dados', 8))],
  ['dados for three', (page) => openLine(page, dadosFor(3, 15))],
  ['dados for four', (page) => openLine(page, dadosFor(4, 16))],
  ['refused', async (page) => {
    await openLine(page, lineOf('oware', 2));
    await page.locator('[role=grid] [data-cell][aria-disabled=true]').first().dispatchEvent('click');
    await page.locator('.status .refusal').waitFor();
  }],
  ['looking back', async (page) => {
    await openLine(page, lineOf('oware'));
    await page.locator('h1').first().focus().catch(() => null);
    for (let i = 0; i < 3; i++) await page.keyboard.press('[');
  }],
  ['list of moves', async (page, say) => {
    await openLine(page, lineOf('dados'));
    await button(page, say.play.actions.panel).click({ timeout: 1000 }).catch(() => null); // wide windows always have it
  }],
  ['clocks', async (page, { language }) => {
    await close(page);
    await begin(page, 'pylos', { language, choose: () => page.locator('input[name=clock]').nth(2).check() });
    await settle(page);
  }],
  ['watched', async (page, say) => {
    await questionsOf(page, 'pylos');
    await choose(page, 'watch');
    await page.locator('form [type=submit]').click();
    await button(page, say.play.actions.pause).click();
  }],
];

async function askFor(page, say, action) {
  await button(page, say.play.actions.more).click();
  await dialog(page).getByRole('button', { name: say.play.actions[action], exact: true }).click();
}
const agree = (page) => dialog(page).locator('.button.main').click();

/** The last ply of a played game against the computer, which loses by it. */
async function win(page, game) {
  const all = plies[game];
  await goTo(page, `#/s/${codeOf(lineOf(game, all.length - 1))}`);
  await page.locator('section .row button').click();
  await settle(page);
  await touch(page, game, all.at(-1));
  await settle(page, all.length - 1);
}

const ofEnds = [
  ['resign?', async (page, say) => {
    await begin(page, 'six', { language: say.language });
    await settle(page);
    await askFor(page, say, 'resign');
  }],
  ['lost game', async (page) => {
    await agree(page);
    await settle(page);
  }, GOES_ON],
  ['draw?', async (page, say) => {
    await openLine(page, lineOf('pylos'));
    await askFor(page, say, 'draw');
  }],
  ['drawn', async (page) => {
    await agree(page);
    await settle(page);
  }, GOES_ON],
  ...['oware', 'six'].map((game) => [`won ${game}`, (page) => win(page, game)]),
  ...GAMES.map((game) => [`end of ${game}`, (page) => openEnd(page, game)]),
  ['after the end', close, GOES_ON],
  ['series', async (page, say) => {
    const series = () => page.locator('input[name=series][value="3"]').check();
    await begin(page, 'oware', { language: say.language, choose: series });
    await settle(page);
    await askFor(page, say, 'resign');
    await agree(page);
    await settle(page);
  }],
  ['finish offered', (page) => openLine(page, { game: 'oware:slam=nocapture', start: '1-0-0-0-0-1-0-0-0-0-0-0-23-23-S', plies: [] })],
  ['finish?', (page, say) => askFor(page, say, 'agreeFinish'), GOES_ON],
];

async function studyOf(page, say, game) {
  await goTo(page, `#/analyse/s/${codeOf(lineOf(game))}`);
  await page.locator(`[data-game=${game}] [role=grid]`).waitFor();
  await page.keyboard.press('End');
  await button(page, say.study.live.start).click({ timeout: 1500 }).catch(() => null); // unless it searches already
  await page.getByRole('list', { name: say.study.live.moves }).locator('li').first().waitFor();
  await page.getByRole('button', { name: say.study.live.stop }).click({ timeout: 1500 }).catch(() => null); // or it is solved
}

const ofStudy = [
  ...GAMES.flatMap((game) => [
    [`study of ${game}`, (page, say) => studyOf(page, say, game)],
    [`position of ${game} set up`, async (page, say) => {
      await button(page, say.study.edit).click();
      await page.locator('.editor').waitFor();
    }, GOES_ON],
  ]),
  ...['oware', 'dados'].map((game) => [`review of ${game}`, async (page, say) => {
    await goTo(page, `#/s/${codeOf(lineOf(game, plies[game].length))}`); // over: there is nothing left but to look at it
    await page.getByRole('tab', { name: say.study.tabs.review }).click();
    await page.locator('input[name=speed][value=quick]').check();
    await button(page, say.study.review.start).click();
    await button(page, say.study.review.nextMistake).click();
  }]),
  ['finished game that was sent', async (page) => {
    await goTo(page, `#/s/${codeOf(lineOf('six', plies.six.length))}`);
    await page.locator('[data-game=six] [role=grid]').waitFor();
  }],
];

/** What a lesson says to a wrong answer stays. */
function holdAnswers() {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => (ms === 1400 ? 0 : later(run, ms, ...rest));
}

async function stepOf(page, path) {
  await goTo(page, `#/learn/${path}`);
  await page.locator(`.lesson:has(nav [aria-current=step][href$="${path}"]) [role=grid] [data-cell]`).first().waitFor();
}

const ofLearning = [
  ...TAUGHT.map((game) => [`lesson of ${game}`, (page) => stepOf(page, `${game}/lesson/3`)]),
  ...TAUGHT_FURTHER.map((game) => [`second lesson of ${game}`, async (page, say) => {
    await stepOf(page, `${game}/further/2`);
    await button(page, say.learn.hint).click();
  }]),
  ['wrong answer', async (page) => {
    await page.evaluate(holdAnswers);
    await stepOf(page, 'oware/further/1');
    await cellAt(page, 'B').click();
    await page.locator('.talk[data-state=wrong]').waitFor();
  }],
  ['right answer', async (page) => {
    await prefer(page, {}); // answers pass again
    await stepOf(page, 'oware/further/1');
    await cellAt(page, 'F').click();
    await page.locator('.talk[data-state=done]').waitFor();
  }],
  ['course with progress', (page) => goTo(page, '#/learn/oware'), GOES_ON],
  ['lessons done', (page) => goTo(page, '#/learn/oware/done/lesson')],
  ...GAMES.map((game) => [`written rules of ${game}`, async (page) => {
    await goTo(page, `#/learn/${game}/rules`);
    await page.locator('figure svg').first().waitFor();
  }]),
];

const ofMishaps = [
  ...GAMES.map((game) => [`${game} that was sent`, async (page) => {
    await goTo(page, `#/s/${codeOf(lineOf(game))}`);
    await page.locator(`[data-game=${game}] [role=grid]`).waitFor();
  }]),
  ['damaged link', async (page, say) => {
    await goTo(page, '#/s/1nonsense');
    await page.getByText(say.share.damaged).waitFor();
  }],
  ['game that is gone', async (page, say) => {
    await goTo(page, '#/game/none');
    await page.getByText(say.play.missing).waitFor();
  }],
  ['end of the settings', async (page, say) => {
    await button(page, say.app.settings).click();
    await dialog(page).locator('select').first().waitFor();
    await button(page, say.settings.deleteAll).click();
    await button(page, say.settings.deleteYes).scrollIntoViewIfNeeded();
  }],
];

/** After this one the page has to be loaded again. */
export const lastScreens = [
  ['part that is missing', async (page, say) => {
    await prefer(page, {});
    await page.route('**/assets/**', (route) => route.abort());
    await goTo(page, '#/learn');
    await page.getByText(say.app.notFetched).waitFor();
    await page.unroute('**/assets/**');
  }],
];

export const moreScreens = [...ofHome, ...ofGames, ...ofEnds, ...ofStudy, ...ofLearning, ...ofMishaps];
