// Whole stories, tried as a new user would: a first game of Pylos, a lost game of Oware understood,
// and all of it without a network.

import { texts } from './harness.mjs';
import { plies } from './lines.mjs';
import { Adviser, begin, goTo, keptGames, look, playOn, settle, takeTurn } from './table.mjs';

const en = texts.en;

/** Pylos for children against level 2: three moves taken back, a hint, a win and why. */
async function firstPylos(test) {
  const page = await test.page();
  const adviser = new Adviser(test.program, 'pylos:variant=child', 20_000);
  try {
    let seen = null;
    for (let attempt = 0; attempt < 3 && seen?.saved.result?.winner !== 0; attempt++) {
      await begin(page, 'pylos', {
        choose: async () => {
          await page.locator('input[name$="-variant"][value=child]').check();
          await page.locator('input[type=range]').fill('2');
        },
      });
      if (attempt === 0) await takeBackAndAsk(test, page, adviser);
      seen = await playOn(page, 'pylos', adviser);
    }
    test.equal(seen.saved.result.winner, 0, 'a beginner with good advice wins');
    test.check(seen.saved.line.game.includes('variant=child') && seen.saved.players.some(({ level }) => level === 2), 'by the rules for children, against level 2', seen.saved);
    const dialog = page.locator('dialog[open]');
    test.equal(await dialog.locator('h2').innerText(), en.play.end.youWon, 'and is told so');
    const why = await dialog.locator('p').first().innerText();
    test.check(why.length > 12 && why !== en.play.reasonUnknown, `and why: ${why}`);
    await dialog.getByText(en.play.end.review, { exact: true }).click();
    await page.locator('[role=tabpanel] progress, [role=tabpanel] .mistakes').first().waitFor();
    test.check(true, 'the review is one click away, and begins');
  } finally {
    adviser.close();
  }
}

async function takeBackAndAsk(test, page, adviser) {
  const before = await playOn(page, 'pylos', adviser, 8);
  const undo = page.getByRole('button', { name: en.play.actions.undo, exact: true });
  for (let i = 1; i <= 3; i++) {
    await undo.click();
    const fewer = before.plies.length - 2 * i;
    while ((await look(page)).plies.length > fewer) await page.waitForTimeout(20);
  }
  const back = await settle(page);
  test.equal(back.plies, before.plies.slice(0, -6), 'three moves are taken back, the computer’s with them');
  await page.getByRole('button', { name: en.play.actions.hint, exact: true }).click();
  await page.locator('.status .hint').waitFor();
  test.check((await page.locator('.status .hint').innerText()).length > 12, 'a hint is given');
  await takeTurn(page, 'pylos', adviser, back);
}

/** A played game of Oware pasted: what lost it, in seeds; and a link of that position. */
async function lostOware(test) {
  const page = await test.page({ at: '#/' });
  const say = en.study;
  await page.getByRole('link', { name: en.app.analyse }).click();
  await page.getByRole('button', { name: say.open, exact: true }).click();
  const record = `[Game "oware"]\n[South "Ana"]\n[North "Ben"]\n[Result "16-25"]\n\n${plies.oware.join(' ')} 16-25\n`;
  await page.locator('dialog[open] textarea').fill(record);
  await page.locator('dialog[open]').getByRole('button', { name: say.load.read, exact: true }).click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: say.tabs.review }).click();
  await page.locator('input[name=speed][value=quick]').check();
  await page.getByRole('button', { name: say.review.start }).click();
  await page.getByRole('button', { name: say.review.nextMistake }).waitFor({ timeout: 120_000 });
  const table = await page.locator('table').innerText();
  test.check(table.includes(say.review.accuracy) && /\d/.test(table), 'the review counts', table);
  const told = [];
  for (let i = 0; i < 4; i++) {
    await page.getByRole('button', { name: say.review.nextMistake }).click();
    await page.waitForTimeout(80);
    told.push(await page.locator('div.now').innerText());
  }
  test.check(told.some((text) => /\d+(\.\d+)? seeds/.test(text)), 'mistakes are told in seeds', told);
  const graph = page.getByRole('img', { name: /Chance to win/ });
  const { x, y, width, height } = await graph.boundingBox();
  const slider = page.getByRole('slider', { name: say.step.slider });
  await page.mouse.click(x + width / 2, y + height / 2);
  const half = Number(await slider.inputValue());
  test.check(Math.abs(half - plies.oware.length / 2) <= 1, 'a touch of the curve goes to that moment', half);
  await page.getByRole('button', { name: say.share, exact: true }).click();
  await page.locator('dialog[open] input[value=position]').check();
  const position = await page.getByRole('textbox', { name: say.output.positionText }).inputValue();
  await page.waitForFunction(() => document.querySelector('dialog[open] input[readonly]')?.value.includes('#/analyse/s/'));
  await page.waitForTimeout(100);
  const link = await page.locator('dialog[open] input[readonly]').first().inputValue();
  const other = await test.page({ isBlank: true });
  await other.goto(link);
  await other.getByRole('button', { name: say.share, exact: true }).click();
  test.equal(await other.getByRole('textbox', { name: say.output.positionText }).inputValue(), position, 'its link leads to that position');
}

/** After a first visit: everything without a network. */
async function offline(test) {
  const page = await test.page({ at: '#/', serviceWorkers: 'allow' });
  const [context] = test.contexts;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: en.home.title }).waitFor();
  test.check(true, 'the page opens');
  for (const game of ['oware', 'six']) {
    const adviser = new Adviser(test.program, game);
    try {
      await begin(page, game);
      const seen = await playOn(page, game, adviser, 5);
      test.check(seen.plies.length >= 5, `${game} is played`, seen.plies);
    } finally {
      adviser.close();
    }
  }
  await page.reload();
  await settle(page);
  test.equal((await keptGames(page)).length, 2, 'games are kept');
  await goTo(page, '#/analyse/oware');
  await page.getByRole('list', { name: en.study.live.moves }).locator('li').nth(2).waitFor();
  test.check(true, 'positions are analysed');
  for (const game of ['oware', 'dados']) {
    await goTo(page, `#/learn/${game}`);
    await page.locator('main h1').waitFor();
  }
  test.check(true, 'rules are read');
  const fresh = await context.newPage();
  await fresh.goto(`${test.address}/#/new/pylos`);
  await fresh.locator('form [type=submit]').waitFor();
  test.check(true, 'another tab opens, too');
}

export const tests = [
  { name: 'a first game of pylos', run: firstPylos },
  { name: 'a lost game of oware', run: lostOware },
  { name: 'without a network', run: offline },
];
