// Games that the page has no word, drawing or lesson for: those of examples/, built into its engine. They must be there
// all the same, and be played, analysed, shared and kept like any other.

import { nameOf, texts } from './harness.mjs';
import { again, EXTRA_GAMES, lineOf } from './lines.mjs';
import { audit, measure, OF_COLOURS, TARGET } from './suite_screens.mjs';
import { begin, codeOf, goTo, keptGames, look, openLine, settle, touch, untilStill } from './table.mjs';

const HOME_TEXT = /\p{L}{3,}.*\./u; // a sentence

/** From its card to the first move, in the reader's language. */
async function fromTheCard(test, game, locale) {
  const page = await test.page({ locale, at: '#/' });
  const words = texts[locale.slice(0, 2)];
  const name = nameOf(game, locale.slice(0, 2));
  const card = page.locator('article', { has: page.getByRole('heading', { name, exact: true }) });
  await card.locator('.about', { hasText: HOME_TEXT }).waitFor();
  await card.locator('svg').waitFor();
  test.check(true, `${locale}: a card with a picture and a sentence`);
  await card.getByRole('link', { name: words.home.playGame(name) }).click();
  await page.getByRole('heading', { name: words.setup.title(name) }).waitFor();
  await page.locator('summary').click();
  await page.locator('input[name=starter][value=me]').check();
  await page.locator('form [type=submit]').click();
  await page.waitForURL(/#\/game\//);
  const { saved } = await settle(page);
  const labels = await page.locator('[role=grid] [data-cell]').evaluateAll((all) => all.map((cell) => cell.ariaLabel));
  test.check(labels.length > 3 && labels.every((label) => label.length > 3), `${locale}: every cell has a name`, labels);
  const sides = await page.locator('.bar .who').allInnerTexts();
  test.check(sides.length === 2, `${locale}: both sides have their bar`, sides);
  const first = await page.locator('[role=grid] [data-cell][aria-disabled=false]').first().getAttribute('data-cell');
  await touch(page, game, first);
  const after = await settle(page, saved.line.plies.length);
  test.check(after.plies.length > 0, `${locale}: a move is made`, after.plies);
  const spoken = await page.locator('[role=status][aria-atomic]').first().textContent();
  return { sides, labels, spoken };
}

async function bothLanguages(test, game) {
  const english = await fromTheCard(test, game, 'en-GB');
  const spanish = await fromTheCard(test, game, 'es-ES');
  const differ = (of) => JSON.stringify(of(english)) !== JSON.stringify(of(spanish));
  test.check(differ(({ sides }) => sides), 'sides are called otherwise in Spanish', [english.sides, spanish.sides]);
  test.check(differ(({ labels }) => labels), 'and so are the cells', [english.labels[0], spanish.labels[0]]);
}

/** A move after which the same player is to move again. */
async function anotherTurn(test, game) {
  const page = await test.page({ settings: { motion: 'full' } });
  await begin(page, game);
  const before = await settle(page);
  await touch(page, game, again[game]);
  await page.waitForFunction(() => document.querySelector('.hand'));
  test.check(true, 'the story of the move is told');
  const after = await settle(page, before.plies.length);
  test.equal([after.plies, after.saved.turn], [[again[game]], before.saved.turn], 'whoever earned another turn has it');
  await page.waitForTimeout(700);
  test.equal((await look(page)).plies, [again[game]], 'and the computer waits');
}

/** Analysis, rules, link, reload. */
async function elsewhere(test, game) {
  const page = await test.page();
  const en = texts.en;
  const name = nameOf(game);
  await openLine(page, lineOf(game));
  const { saved, id } = await look(page);
  await page.reload();
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  test.equal((await settle(page)).saved.line, saved.line, 'a kept game is there after a reload');
  await goTo(page, '#/');
  test.check(await page.locator(`a[href="#/game/${id}"]`).first().waitFor().then(() => true), 'and is offered on the first page');
  await goTo(page, `#/game/${id}`);
  await page.getByRole('button', { name: en.play.actions.more }).click();
  await page.getByRole('button', { name: en.play.actions.share }).click();
  await page.waitForFunction(() => document.querySelector('dialog[open] input[readonly]')?.value.includes('#/s/'));
  const link = await page.locator('dialog[open] input[readonly]').inputValue();
  const other = await test.page({ isBlank: true });
  await other.goto(link);
  await other.locator('input[name=against][value=person]').check();
  await other.locator('section .row button').click();
  await other.locator('[role=grid] [data-cell]').first().waitFor();
  test.equal((await settle(other)).saved.line.plies, saved.line.plies, 'a link holds it');
  test.equal((await keptGames(other)).length, 1, 'and it is kept there');
  await goTo(other, `#/analyse/s/${codeOf(lineOf(game))}`);
  await other.getByRole('heading', { name: en.study.titleOf(name) }).waitFor();
  await other.getByRole('list', { name: en.study.live.moves }).locator('li').first().waitFor();
  test.check(true, 'positions are analysed');
  await other.getByRole('button', { name: en.study.edit, exact: true }).click();
  const written = other.getByRole('textbox', { name: en.study.editor.text });
  test.check((await written.inputValue()).length > 5, 'and can be written down', await written.inputValue());
  await goTo(other, `#/learn/${game}`);
  await other.getByRole('heading', { name, exact: true }).waitFor();
  await goTo(other, `#/learn/${game}/rules`);
  await other.locator('article section h2').nth(2).waitFor();
  test.check(true, 'its rules can be read');
}

/** Nothing is wrong for those who see or move otherwise, in light, in dark and on a phone. */
async function forEveryone(test, game) {
  const screens = [
    ['its board', (page) => openLine(page, lineOf(game))],
    ['its analysis', async (page) => {
      await goTo(page, `#/analyse/s/${codeOf(lineOf(game))}`);
      await page.getByRole('list', { name: texts.en.study.live.moves }).locator('li').first().waitFor();
      await page.getByRole('button', { name: texts.en.study.live.stop }).click();
    }],
    ['its page', async (page) => {
      await goTo(page, `#/learn/${game}`);
      await page.locator('main h1').waitFor();
    }],
  ];
  const page = await test.page({ colorScheme: 'light' });
  const phone = await test.page({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  for (const [name, open] of screens) {
    await open(page);
    await untilStill(page);
    test.equal(await audit(page), [], `${name} has nothing that axe-core objects to`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilStill(page);
    test.equal(await audit(page, OF_COLOURS), [], `${name}: nor in the dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(phone);
    await untilStill(phone);
    const { small, over } = await phone.evaluate(measure, [TARGET, TARGET]);
    test.equal({ small, over }, { small: [], over: 0 }, `${name}: large enough for fingers on a small phone, and nothing sticks out`);
  }
}

export const tests = EXTRA_GAMES.flatMap((game) => [
  { name: `${game} in both languages`, run: (test) => bothLanguages(test, game) },
  ...(again[game] ? [{ name: `another turn in ${game}`, run: (test) => anotherTurn(test, game) }] : []),
  { name: `${game} elsewhere`, run: (test) => elsewhere(test, game) },
  { name: `${game} for everyone`, run: (test) => forEveryone(test, game) },
]);
