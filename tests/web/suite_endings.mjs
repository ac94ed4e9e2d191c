// How games with others end before their rules end them, and what comes after: offers that are taken back or accepted,
// time that runs out, wins that are claimed from somebody who is gone, another game and its score.

import { texts } from './harness.mjs';
import { atTable, choose, create, makeMove, offered, refereed, resign, sitDown, stand } from './referee.mjs';

const en = texts.en;
const say = en.onlineGame;
const isLong = Boolean(process.env.LUDOTECA_TEST_LONG);
const DAY_MS = 86_400_000;

/** A game of so many, all at the table. */
async function gather(test, wish, players = 2) {
  const game = await create(test, { game: 'oware', seats: Array(players).fill('person'), ...wish });
  const pages = [];
  for (let seat = 0; seat < players; seat++) pages.push(await sitDown(test, game, seat));
  await Promise.all(pages.map(atTable));
  return { game, pages };
}

const says = (page, title) => page.locator('dialog[open]').getByRole('heading', { name: title, exact: true }).waitFor();
const lineOf = (page, text) => page.locator('.status').filter({ hasText: text });

/* -- offers ----------------------------------------------------------------------------------------- */

async function offerDraw(page) {
  await choose(page, en.play.actions.draw);
  await page.locator('dialog[open]').getByRole('button', { name: en.play.actions.draw, exact: true }).click();
}

/** Whoever offered thinks better of it, before the other has answered. */
async function withdraw(test, game, [a, b], kind) {
  await lineOf(b, say.offers.made[kind]('P1')).waitFor();
  test.equal((await stand(test, game.id)).offers.map(({ offer }) => offer), [kind], `${kind}: it is offered`);
  await offered(a, say.offers.mine[kind], say.offers.withdraw);
  for (const page of [a, b]) await page.locator('.status .answers').waitFor({ state: 'detached' });
  const { offers, phase, moves } = await stand(test, game.id);
  test.equal([offers, phase, moves.length], [[], 'playing', 2], `${kind}: once it is withdrawn nobody can accept it`);
}

async function withdrawing(test) {
  const { game, pages } = await gather(test, {});
  const [a, b] = pages;
  await makeMove(test, game.id, a, 'oware', 'C');
  await makeMove(test, game.id, b, 'oware', 'c');
  await offerDraw(a);
  await withdraw(test, game, pages, 'draw');
  await choose(a, say.offers.finish);
  await withdraw(test, game, pages, 'finish');
  await a.getByRole('button', { name: say.offers.takeback }).click();
  await withdraw(test, game, pages, 'takeback');
  await offerDraw(a);
  await offered(b, say.offers.made.draw('P1'), say.offers.accept);
  for (const page of pages) await says(page, en.play.end.draw);
  const { result } = await stand(test, game.id);
  test.equal([result.winner, result.reason], [null, 'agreed-draw'], 'what is offered anew and accepted counts');
}

/** Both agree to divide what is left; then they play on, and are told how they stand. */
async function finishing(test) {
  const { game, pages } = await gather(test, {});
  const [a, b] = pages;
  await makeMove(test, game.id, a, 'oware', 'F');
  await makeMove(test, game.id, b, 'oware', 'a');
  await choose(b, say.offers.finish);
  await offered(a, say.offers.made.finish('P2'), say.offers.accept);
  await says(a, en.play.end.youLost);
  await says(b, en.play.end.youWon);
  const { result } = await stand(test, game.id);
  test.equal([result.score, result.winner], ['20-28', 'North'], 'each has the seeds of their own side');
  for (const page of pages) test.equal((await page.locator('dialog[open] .score').innerText()).match(/\d+/g).join('-'), '20-28', 'a page tells the score');
  await again(test, game, pages);
}

/** Another game, in which the winner gives up: one all. A third is won by the one who lost the first. */
async function again(test, first, [a, b]) {
  const second = await rematch(first, a, b);
  await resign(b);
  await scored(test, a, ['P1', 1, 'P2', 1], 'one all');
  const third = await rematch(second, b, a);
  await resign(b);
  for (const page of [a, b]) await scored(test, page, ['P1', 2, 'P2', 1], 'two to one');
  const { series } = await stand(test, third.id);
  test.equal([series.game, series.games, series.previous], [3, null, second.id], 'the server counts the games, too');
}

async function rematch(game, asking, accepting) {
  await asking.getByRole('button', { name: say.end.rematch, exact: true }).click();
  await accepting.getByText(say.offers.made.rematch('').trim()).waitFor();
  await accepting.getByRole('button', { name: say.end.acceptRematch }).click();
  for (const page of [asking, accepting]) await page.waitForURL((url) => url.hash.startsWith('#/online/') && !url.hash.includes(game.id));
  await Promise.all([atTable(asking), atTable(accepting)]);
  return { id: asking.url().split('/').at(-1) };
}

async function scored(test, page, wanted, what) {
  const score = page.locator('dialog[open] section dl');
  await score.waitFor();
  const found = (await score.innerText()).split(/\s+/);
  const pairs = [0, 2].map((i) => [found[i], Number(found[i + 1])]).sort().flat(); // by name, wherever they sit
  test.equal(pairs, wanted, `the running score: ${what}`);
}

/* -- time, and who is gone --------------------------------------------------------------------------- */

async function outOfTime(test) {
  const { game, pages } = await gather(test, { clock: '4s+0s' });
  await says(pages[0], en.play.end.youLost);
  await says(pages[1], en.play.end.youWon);
  test.equal((await stand(test, game.id)).result.reason, 'time', 'whose time runs out has lost, on both pages');
}

/** Of three the first two let their time run out: the last has won. */
async function threeOutOfTime(test) {
  const { game, pages } = await gather(test, { game: 'dados:players=3', clock: '5s+0s', dice: 'shared' }, 3);
  await pages[2].getByText(en.play.isOut).first().waitFor();
  test.equal((await stand(test, game.id)).phase, 'playing', 'the others go on');
  for (const page of pages.slice(0, 2)) await says(page, en.play.end.youLost);
  await says(pages[2], en.play.end.youWon);
  const { result } = await stand(test, game.id);
  test.equal(result.reason, 'time', 'until one is left');
}

/** The win is there for the taking, and is taken. */
async function claim(test, game, page, text, reason) {
  await lineOf(page, text).getByRole('button', { name: say.claim.button }).click({ timeout: 200_000 });
  await says(page, en.play.end.youWon);
  test.equal((await stand(test, game.id)).result.reason, reason, `a win is claimed: ${reason}`);
}

/** One who is to move goes away; the other stays. */
async function leave(test, wish) {
  const { game, pages } = await gather(test, wish);
  await pages[0].context().close();
  await pages[1].getByText(say.presence.away).first().waitFor();
  test.equal(await pages[1].getByRole('button', { name: say.claim.button }).count(), 0, 'nothing can be claimed at once');
  return { game, page: pages[1] };
}

async function daysLater(test) {
  const late = await leave(test, { clock: '3d' });
  const free = await leave(test, {});
  await test.restart({ aheadMs: 3 * DAY_MS + 60_000 });
  await claim(test, late.game, late.page, say.claim.late('P1'), 'time');
  test.equal(await free.page.getByRole('button', { name: say.claim.button }).count(), 0, 'without a clock three days are nothing');
  await test.restart({ aheadMs: 14 * DAY_MS + 60_000 });
  await claim(test, free.game, free.page, say.claim.left('P1'), 'left');
}

async function minutesLater(test) {
  const { game, page } = await leave(test, { clock: '1h+0s' });
  const begun = Date.now();
  await claim(test, game, page, say.claim.left('P1'), 'left');
  test.check(Date.now() - begun > 110_000, 'not before two minutes have passed');
}

const ending = (name, run) => ({ name: `endings: ${name}`, run: refereed(run) });

export const tests = [
  ending('offers withdrawn', withdrawing),
  ending('agreeing to finish, and playing again', finishing),
  ending('time runs out for two', outOfTime),
  ending('time runs out for three', threeOutOfTime),
  ending('somebody is gone for days', daysLater),
  ...(isLong ? [ending('somebody is gone for minutes', minutesLater)] : []),
];
