// Games with others, each at a browser of their own, refereed by the real server: played, watched, cut off, reloaded,
// gone on with elsewhere, and checked afterwards.

import { texts } from './harness.mjs';
import { plies } from './lines.mjs';
import { ask, atTable, choose, create, cuttable, lists, makeMove, offered, PHONE, refereed, resign, sitDown, SMALL, stand, until } from './referee.mjs';
import { audit } from './suite_screens.mjs';
import { Adviser, cellAt, touch, untilStill } from './table.mjs';

const en = texts.en;
const say = en.onlineGame;
const wordsOf = ({ moves }) => moves.filter(({ kind }) => kind === 'move').map(({ move }) => move);

async function accessible(test, page, what) {
  await untilStill(page);
  test.equal(await audit(page), [], `${what} is accessible to all`);
}

/* -- oware, with whatever can happen ------------------------------------------------------------- */

async function tradeMoves(test, game, [a, b], watcher) {
  await makeMove(test, game.id, a, 'oware', 'C');
  test.check((await b.title()).includes(say.yourTurn) || (await until('the title', async () => (await b.title()).includes(say.yourTurn))), 'the title says whose turn it is');
  test.check(await b.getByRole('button', { name: en.play.actions.hint, exact: true }).count() === 0, 'nobody is given hints');
  test.check(await b.getByRole('tab', { name: en.play.tabs.analysis }).count() === 0, 'nor an analysis');
  await makeMove(test, game.id, b, 'oware', 'c');
  for (const page of [a, b, watcher]) await lists(page, ['C', 'c']);
  test.check(true, 'players and watchers see every move');
}

/** A move that nobody hears of yet, and a reload while it waits. */
async function cutOff(test, game, [a, b], watcher) {
  const wire = a.wire;
  await wire.cut();
  await a.getByText(en.online.link.waiting).waitFor();
  await touch(a, 'oware', 'A');
  await lists(a, ['C', 'c', 'A']);
  test.check(await a.locator('aside ol button.unsent').count() === 1, 'a move made without a connection is shown at once, and marked');
  test.equal(wordsOf(await stand(test, game.id)), ['C', 'c'], 'nobody else has it');
  await wire.mend();
  await lists(watcher, ['C', 'c', 'A']);
  await until('it is acknowledged', async () => (await a.locator('aside ol button.unsent').count()) === 0);
  await makeMove(test, game.id, b, 'oware', 'a');
  await a.reload();
  await lists(a, ['C', 'c', 'A', 'a']);
  test.check(a.url().includes('#/online/'), 'it is sent later; a reload finds the seat again');
}

async function secondTab(test, game, [a, b]) {
  const tab = await a.context().newPage();
  await tab.goto(`${test.address}/#/online/${game.id}`);
  await lists(tab, ['C', 'c', 'A', 'a']);
  await makeMove(test, game.id, tab, 'oware', 'F');
  await lists(a, ['C', 'c', 'A', 'a', 'F']);
  await tab.close();
  await lists(b, ['C', 'c', 'A', 'a', 'F']);
  test.check(true, 'two tabs on one seat agree');
}

async function restarted(test, game, pages) {
  await test.restart();
  await makeMove(test, game.id, pages[1], 'oware', 'f');
  for (const page of pages) await lists(page, ['C', 'c', 'A', 'a', 'F', 'f']);
  test.check(true, 'a server that is started again loses nothing');
}

async function offers(test, game, [a, b]) {
  await b.getByRole('button', { name: say.offers.takeback }).click();
  await offered(a, say.offers.made.takeback('Bea'), say.offers.accept);
  for (const page of [a, b]) await lists(page, ['C', 'c', 'A', 'a', 'F']);
  test.check(true, 'a move is taken back if the other agrees');
  await choose(b, en.play.actions.draw);
  await b.locator('dialog[open]').getByRole('button', { name: en.play.actions.draw, exact: true }).click();
  await offered(a, say.offers.made.draw('Bea'), say.offers.decline);
  await b.getByText(say.offers.declined.draw('Ana')).first().waitFor();
  test.equal((await stand(test, game.id)).phase, 'playing', 'a draw that is declined is none');
}

async function chat(test, [a, b], watcher) {
  const es = texts.es;
  await a.getByRole('tab', { name: say.chat.tab }).click();
  await a.locator('summary', { hasText: say.chat.phrases }).click();
  await a.getByRole('button', { name: en.online.phrases['good-luck'] }).click();
  await watcher.getByRole('tab', { name: new RegExp(es.onlineGame.chat.tab) }).click();
  await watcher.locator('.chat li', { hasText: es.online.phrases['good-luck'] }).waitFor();
  test.check(true, 'a quick phrase is read in each reader’s language');
  await b.getByRole('tab', { name: new RegExp(say.chat.tab) }).click();
  await b.getByRole('button', { name: say.chat.mute }).click();
  test.check((await b.locator('.chat li').count()) === 0, 'the chat can be muted');
  await accessible(test, a, 'the table with its chat');
}

async function endAndRematch(test, game, [a, b], watcher) {
  await resign(b);
  await a.getByRole('heading', { name: en.play.end.youWon }).waitFor();
  await b.getByRole('heading', { name: en.play.end.youLost }).waitFor();
  await watcher.locator('dialog[open]').waitFor();
  await accessible(test, a, 'the end');
  test.equal((await stand(test, game.id)).result.reason, 'resigned', 'resigning ends the game');
  await a.getByRole('button', { name: say.end.rematch, exact: true }).click();
  await b.getByRole('button', { name: say.end.acceptRematch }).click();
  for (const page of [a, b]) await page.waitForURL((url) => url.hash.startsWith('#/online/') && !url.hash.includes(game.id));
  await Promise.all([atTable(a), atTable(b)]);
  test.check(a.url() === b.url(), 'a rematch leads both to the next game');
}

async function oware(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'] });
  const watching = await test.page({ settings: { language: 'es' }, at: `#/play/${game.id}` });
  const a = await test.page({ settings: { name: 'Ana' }, isBlank: true });
  a.wire = await cuttable(a);
  await a.goto(`${test.address}/#/seat/${game.id}.${game.tokens[0]}`);
  await a.waitForURL((url) => !url.href.includes(game.tokens[0]));
  test.check(true, 'the token leaves the address');
  const b = await sitDown(test, game, 1, { name: 'Bea' });
  await Promise.all([a, b, watching].map(atTable));
  const pages = [a, b];
  await tradeMoves(test, game, pages, watching);
  await cutOff(test, game, pages, watching);
  await secondTab(test, game, pages);
  await restarted(test, game, [...pages, watching]);
  await offers(test, game, pages);
  await chat(test, pages, watching);
  await endAndRematch(test, game, pages, watching);
}

/* -- what two devices of one seat disagree about ------------------------------------------------- */

async function overtaken(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'] });
  const page = await test.page({ settings: { name: 'Ana' }, isBlank: true });
  const wire = await cuttable(page);
  await page.goto(`${test.address}/#/seat/${game.id}.${game.tokens[0]}`);
  await atTable(page);
  await wire.cut();
  await page.getByText(en.online.link.waiting).waitFor();
  await touch(page, 'oware', 'C');
  await lists(page, ['C']);
  await ask(test, `play/${game.id}/moves`, { token: game.tokens[0], body: { number: 1, move: 'D' } });
  await wire.mend();
  await page.getByText(en.online.dropped.taken).first().waitFor();
  await lists(page, ['D']);
  test.check(true, 'what another device played stands, and the page says so');
}

/* -- a page that is opened without a connection ------------------------------------------------------ */

/** How many events of a game the browser has kept. */
const keptEvents = (page, id) =>
  page.evaluate(async (game) => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open('ludoteca-told');
      request.onsuccess = () => resolve(request.result);
    });
    const found = await new Promise((resolve) => {
      const request = database.transaction('games').objectStore('games').get(game);
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return found?.events.length ?? 0;
  }, id);

/** Comes to a game, until the page could be opened without a network and knows the game. */
async function comeToStay(test, address, game) {
  const page = await test.page({ settings: { name: 'Ana' }, isBlank: true, serviceWorkers: 'allow' });
  page.wire = await cuttable(page);
  await page.goto(`${test.address}/${address}`);
  await atTable(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const { event } = await stand(test, game.id);
  await until('the game is kept', async () => (await keptEvents(page, game.id)) >= event);
  return page;
}

async function reloadedOffline(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'], names: ['Ana', 'Bea'], clock: '15m+10s' });
  const moves = ['C', 'c'];
  for (const [i, move] of moves.entries()) await ask(test, `play/${game.id}/moves`, { token: game.tokens[i], body: { number: i + 1, move } });
  const page = await comeToStay(test, `#/seat/${game.id}.${game.tokens[0]}`, game);
  const watching = await comeToStay(test, `#/play/${game.id}`, game);
  for (const one of [page, watching]) {
    await one.wire.cut();
    await one.reload();
    await lists(one, moves);
    await one.getByText(en.online.link.waiting).waitFor();
  }
  test.check(await page.getByText('Bea').first().isVisible(), 'without a connection the board, the moves and the names are shown');
  test.check((await page.locator('time').count()) === 2, 'and the clocks, as they were');
  await touch(page, 'oware', 'D');
  await lists(page, [...moves, 'D']);
  test.equal(wordsOf(await stand(test, game.id)), moves, 'what is played then nobody has yet');
  await page.wire.mend();
  await until('the move arrives', async () => wordsOf(await stand(test, game.id)).at(-1) === 'D');
  await until('it is acknowledged', async () => (await page.locator('aside ol button.unsent').count()) === 0);
  await watching.wire.mend();
  await lists(watching, [...moves, 'D']);
  test.check(true, 'and everybody has it once the connection is back');
}

/* -- what is prepared while somebody else thinks --------------------------------------------------- */

const prepareButton = (page, name = say.prepare.button) => page.locator('[role=toolbar]').getByRole('button', { name, exact: true });

async function prepared(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'] });
  const [a, b] = [await sitDown(test, game, 0), await sitDown(test, game, 1, { viewport: PHONE })];
  const watching = await test.page({ at: `#/play/${game.id}` });
  await Promise.all([a, b, watching].map(atTable));
  test.check((await prepareButton(a).count()) + (await prepareButton(watching).count()) === 0, 'only those who wait for their turn prepare');
  await prepareButton(b).click();
  await prepareButton(b, say.prepare.forget).waitFor();
  await touch(b, 'oware', 'c');
  await b.getByText(say.prepare.ready('c')).first().waitFor();
  await accessible(test, b, 'a board with a prepared move');
  test.equal(wordsOf(await stand(test, game.id)), [], 'what is prepared is not played yet');
  await makeMove(test, game.id, a, 'oware', 'C');
  await until('it is played', async () => (await stand(test, game.id)).moves.length === 2);
  for (const page of [a, watching]) await lists(page, ['C', 'c']);
  test.check((await prepareButton(b, say.prepare.forget).count()) === 0, 'it is played when its turn comes, and forgotten');
  await b.keyboard.press('?');
  await b.locator('dialog[open]').getByText(en.keys.prepare).waitFor();
  test.check((await b.locator('dialog[open]').getByText(en.keys.hint).count()) === 0, 'the list of keys has those of such a game');
  await b.keyboard.press('Escape');
  await b.locator('dialog[open]').waitFor({ state: 'detached' });
  await b.keyboard.press('p');
  await prepareButton(b, say.prepare.forget).waitFor(); // what can be chosen has been found
  await cellAt(b, 'f').focus();
  await b.keyboard.press('Enter');
  await b.getByText(say.prepare.ready('f')).first().waitFor();
  await b.keyboard.press('Escape');
  await prepareButton(b).waitFor();
  await makeMove(test, game.id, a, 'oware', 'D');
  await b.locator('[role=grid] [data-cell="f"][aria-disabled=false]').waitFor();
  test.equal(wordsOf(await stand(test, game.id)), ['C', 'c', 'D'], 'by keys it is prepared and given up: once forgotten it is not played');
}

async function preparedInVain(test) {
  const game = await create(test, { game: 'pylos', seats: ['person', 'person'] });
  const [a, b] = [await sitDown(test, game, 0), await sitDown(test, game, 1)];
  await Promise.all([atTable(a), atTable(b)]);
  await prepareButton(b).click();
  await prepareButton(b, say.prepare.forget).waitFor();
  await touch(b, 'pylos', '1b2');
  await b.getByText(say.prepare.ready('1b2')).first().waitFor();
  await makeMove(test, game.id, a, 'pylos', '1b2');
  await b.getByText(say.prepare.impossible('1b2')).first().waitFor();
  test.equal(wordsOf(await stand(test, game.id)), ['1b2'], 'what can no longer be played is not, and the page says so');
  await makeMove(test, game.id, b, 'pylos', '1c3');
  test.check(true, 'and another move can be made');
}

/* -- a whole game, begun at a desk and ended on a phone ------------------------------------------- */

async function handOver(test) {
  const name = 'pylos';
  const moves = plies[name];
  const game = await create(test, { game: name, seats: ['person', 'person'] });
  const desk = await sitDown(test, game, 0);
  const other = await sitDown(test, game, 1, { viewport: PHONE });
  await Promise.all([atTable(desk), atTable(other)]);
  let mine = desk;
  for (const [i, move] of moves.entries()) {
    if (i === 6) {
      mine = await sitDown(test, game, 0, { viewport: SMALL, name: '' });
      await mine.getByRole('button', { name: say.waiting.play, exact: true }).click();
      await atTable(mine);
    }
    await makeMove(test, game.id, i % 2 === 0 ? mine : other, name, move);
  }
  for (const page of [mine, other]) await page.locator('dialog[open]').getByRole('heading').waitFor();
  test.equal((await stand(test, game.id)).phase, 'over', 'a phone ends what a desk began');
  await lists(desk, moves);
  const [wide, inner] = await mine.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  test.check(wide <= inner, 'nothing is wider than a small phone');
  await accessible(test, mine, 'the end on a small phone');
  await mine.getByRole('link', { name: en.play.end.review }).click();
  await mine.waitForURL(/#\/analyse\/game\//);
  await mine.locator('[role=grid] [data-cell]').first().waitFor();
  test.check(true, 'a game that is over can be reviewed');
}

/* -- dice ------------------------------------------------------------------------------------------ */

/** Whoever is to roll rolls; who is to move, moves. */
async function rollAndMove(test, game, pages, adviser) {
  const { seat, awaits, position, moves } = await stand(test, game.id);
  const page = pages[seat - 1];
  if (awaits === 'roll') await page.locator('[role=toolbar] .roll').click();
  else {
    const move = await adviser.move(position);
    if (move !== 'pass') await touch(page, 'dados', move); // a lost turn passes by itself
  }
  await until('the next ply', async () => (await stand(test, game.id)).moves.length > moves.length);
}

async function dados(test) {
  const rules = 'dados:players=3';
  const game = await create(test, { game: rules, seats: ['person', 'person', 'person'], dice: 'shared' });
  const first = await sitDown(test, game, 0);
  await first.getByText(say.waiting.dice).waitFor();
  await accessible(test, first, 'the waiting room');
  const pages = [first, await sitDown(test, game, 1), await sitDown(test, game, 2, { viewport: PHONE })];
  await Promise.all(pages.map(atTable));
  const adviser = new Adviser(test.program, rules, 200);
  try {
    for (let i = 0; i < 12; i++) await rollAndMove(test, game, pages, adviser);
  } finally {
    adviser.close();
  }
  test.check(true, 'three devices roll and move');
  await resign(pages[1]);
  await first.getByText(en.play.isOut).waitFor();
  await resign(pages[2]);
  await first.getByRole('heading', { name: en.play.end.youWon }).waitFor();
  await first.getByRole('button', { name: say.end.checkDice }).click();
  await first.getByText(en.online.verdict.fairAll).waitFor();
  const rolls = (await stand(test, game.id)).moves.filter(({ kind }) => kind === 'roll').length;
  test.check(await first.getByText(say.dice.rolls(rolls)).isVisible(), `${rolls} rolls are worked out again`);
  await accessible(test, first, 'the check of the dice');
}

/* -- coming, and time ----------------------------------------------------------------------------- */

async function openSeat(test) {
  const game = await create(test, { game: 'six', seats: ['person', 'open'], names: ['Ana', null] });
  const host = await sitDown(test, game, 0, { name: 'Ana' });
  await host.getByText(say.waiting.open).waitFor();
  test.check(await host.getByRole('img', { name: en.online.invite.qr }).isVisible(), 'the link is there as a QR code');
  const guest = await test.page({ viewport: PHONE, colorScheme: 'dark', at: `#/play/${game.id}` });
  await guest.getByLabel(en.online.name.label).fill('Bea');
  await accessible(test, guest, 'an invitation on a phone');
  await guest.getByRole('button', { name: say.waiting.sit }).click();
  await Promise.all([atTable(host), atTable(guest)]);
  test.equal((await stand(test, game.id)).seats.map(({ name }) => name), ['Ana', 'Bea'], 'whoever has the link of an open seat sits down, with a name');
  await guest.reload();
  await atTable(guest);
  test.check(guest.url().includes('#/online/'), 'and keeps the seat');
}

/** A series over days: vacation, whoever reports what was said, the score, the next game. */
async function series(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'], names: ['Ana', 'Bea'], clock: '3d', games: 3 });
  const a = await sitDown(test, game, 0, { name: 'Ana' });
  const b = await sitDown(test, game, 1, { name: 'Bea', viewport: SMALL });
  await Promise.all([atTable(a), atTable(b)]);
  await b.getByText(en.online.clock.dueIn(72)).waitFor();
  await choose(b, say.vacation.button);
  await b.getByLabel(say.vacation.days).fill('5');
  await b.locator('dialog[open]').getByRole('button', { name: say.vacation.button }).click();
  await until('the vacation', async () => (await stand(test, game.id)).seats[1].away_until > Date.now());
  await a.getByText(say.presence.vacation('').trim()).waitFor();
  test.check(true, 'who is on vacation is said to be, until when');
  await ask(test, `play/${game.id}/chat`, { token: game.tokens[0], body: { text: 'You cheat' } });
  await b.getByRole('button', { name: say.chat.open }).click();
  await b.getByRole('button', { name: say.chat.report }).click();
  await b.getByLabel(say.chat.why).fill('I do not');
  await accessible(test, b, 'the chat on a small phone');
  await b.getByLabel(say.chat.why).press('Enter');
  await b.getByText(say.chat.reportDone).first().waitFor();
  await b.keyboard.press('Escape');
  await resign(b);
  const score = a.locator('dialog[open] section dl');
  await score.waitFor();
  test.equal((await score.innerText()).split(/\s+/), ['Ana', '1', 'Bea', '0'], 'the score of the series is shown');
  for (const page of [a, b]) await page.getByRole('button', { name: say.end.next }).click();
  for (const page of [a, b]) await page.waitForURL((url) => !url.hash.includes(game.id));
  await Promise.all([atTable(a), atTable(b)]);
  test.check(a.url() === b.url(), 'both go on to the next game');
}

async function watchers(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'] });
  const page = await sitDown(test, game, 0);
  await atTable(page);
  const watching = await test.page({ at: `#/play/${game.id}` });
  await page.getByText(say.watchers(1)).first().waitFor();
  await watching.close();
  await page.getByText(say.watchers(1)).first().waitFor({ state: 'detached' });
  test.check(true, 'those who only watch are counted as they come and go');
}

async function time(test) {
  const game = await create(test, { game: 'oware', seats: ['person', 'person'], clock: '11s+0s' });
  const page = await sitDown(test, game, 0);
  await atTable(page);
  await until('an alarm', () => page.evaluate((text) => document.body.textContent.includes(text), say.secondsLeft(10)));
  test.check(true, 'ten seconds are told of');
  await page.getByRole('heading', { name: en.play.end.youLost }).waitFor();
  test.equal((await stand(test, game.id)).result.reason, 'time', 'time that runs out ends the game');
}

async function unknown(test) {
  const page = await test.page({ at: '#/play/0123456789abcdef' });
  await page.getByText(en.online.link.gone).waitFor();
  test.complaints = test.complaints.filter((text) => !text.includes('0123456789abcdef')); // the server says that there is none
  await page.goto(`${test.address}/#/seat/short.token`);
  await page.getByText(en.app.unknown).waitFor();
  test.check(true, 'what is no game, or no link, is said to be none');
}

export const tests = [
  { name: 'online: oware for two, and all that can happen', run: refereed(oware) },
  { name: 'online: two devices of one seat', run: refereed(overtaken) },
  { name: 'online: reloaded without a connection', run: refereed(reloadedOffline) },
  { name: 'online: a prepared move', run: refereed(prepared) },
  { name: 'online: a move prepared in vain', run: refereed(preparedInVain) },
  { name: 'online: from a desk to a phone', run: refereed(handOver) },
  { name: 'online: dados for three', run: refereed(dados) },
  { name: 'online: an open seat', run: refereed(openSeat) },
  { name: 'online: a series over days', run: refereed(series) },
  { name: 'online: watchers', run: refereed(watchers) },
  { name: 'online: time', run: refereed(time) },
  { name: 'online: no such game', run: refereed(unknown) },
];
