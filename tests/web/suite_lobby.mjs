// Ways into games with others: inviting somebody, finding games on the first page, being the same person on another
// device. Each test has a server of its own, so that nobody else's games are in its lists.

import { createServer } from 'node:http';
import { createServer as listen } from 'node:net';
import { extname } from 'node:path';
import { texts } from './harness.mjs';
import { ask, PHONE, refereed, SMALL } from './referee.mjs';
import { goTo } from './table.mjs';
import { audit, OF_COLOURS } from './suite_screens.mjs';

const en = texts.en;
const say = en.online;

const idIn = (page) => /#\/online\/([a-z0-9]{16})/i.exec(page.url())?.[1];

/** What the set-up made: the game as the server has it. */
async function create(test, page) {
  await page.locator('form [type=submit]').click();
  await page.waitForURL(/#\/online\//);
  return ask(test, `play/${idIn(page)}`);
}

async function chooseFriend(page, game) {
  await goTo(page, `#/new/${game}`);
  await page.locator('input[name=company][value=friend]').check();
}

async function inviting(test) {
  const page = await test.page();
  await chooseFriend(page, 'oware');
  await page.getByLabel(en.setup.yourName).fill('Ana');
  const usual = await create(test, page);
  test.equal([usual.game, usual.clock, usual.public, usual.seats.map(({ kind }) => kind)], ['oware', '3d', false, ['person', 'person']], 'a game over days, by link');
  test.check(usual.seats.some(({ name }) => name === 'Ana'), 'the reader has a seat, with their name', usual.seats);
  const named = await page.evaluate(() => JSON.parse(localStorage.getItem('ludoteca.settings')).name);
  test.equal(named, 'Ana', 'and is asked for it once');

  await chooseFriend(page, 'dados');
  await page.locator('input[name$="-players"][value="4"]').check();
  const seats = page.locator('.details fieldset').filter({ hasText: en.setup.isComputer });
  await seats.nth(2).getByLabel(en.setup.isComputer).check();
  await page.locator('input[name=online-clock][value=live]').check();
  await page.locator('input[name=online-minutes][value="15"]').check();
  await page.locator('input[name=online-public][value=all]').check();
  await page.locator('summary').click();
  await page.locator('input[name=series][value="3"]').check();
  const rich = await create(test, page);
  const kinds = rich.seats.map(({ kind }) => kind);
  test.equal([rich.clock, rich.public, rich.series.games, rich.dice.by, kinds], ['15m+10s', true, 3, 'all', ['person', 'open', 'open', 'computer']], 'seats, computers, clocks, series and dice as chosen');

  await chooseFriend(page, 'dados');
  await page.locator('input[name=online-dice]').uncheck();
  await page.locator('input[name=online-clock][value=none]').check();
  const plain = await create(test, page);
  test.equal([plain.clock, plain.dice.by], [null, 'server'], 'no clock, and the server’s dice');
}

/** Whoever can't reach the server is told so, and can try again. */
async function inVain(test) {
  const page = await test.page();
  await chooseFriend(page, 'six');
  await page.context().setOffline(true);
  await page.locator('form [type=submit]').click();
  await page.getByText(say.setup.failed).waitFor();
  await page.context().setOffline(false);
  const game = await create(test, page);
  test.equal(game.game, 'six', 'what failed without a network is done with it');
}

const rowsOf = (page, list) => page.locator(`section[aria-labelledby=online-${list}] li:not([aria-hidden])`);

/** From the first byte on: what moves by itself. */
function watchShifts() {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) globalThis.shifts.push({ value, of: sources.map(({ node }) => node?.outerHTML?.slice(0, 80)) });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Two who have never met: one waits in the lists, the other sits down with one click. */
async function meeting(test) {
  const ana = await test.page({ settings: { name: 'Ana' } });
  await chooseFriend(ana, 'six');
  await ana.locator('input[name=online-public][value=all]').check();
  const { id } = await create(test, ana);
  const luis = await test.page({ at: '#/', viewport: PHONE });
  await luis.addInitScript(watchShifts);
  await luis.reload();
  await rowsOf(luis, 'open').first().waitFor();
  test.equal(await luis.evaluate(() => globalThis.shifts), [], 'games that come below move nothing');
  test.check((await rowsOf(luis, 'open').innerText()).includes('Ana'), 'whoever waits is in the list');
  await judge(test, luis, 'lists of games');
  await rowsOf(luis, 'open').getByRole('button').click();
  await luis.getByRole('dialog').getByLabel(en.online.name.label).fill('Luis');
  test.equal(await audit(luis), [], 'the name: axe-core objects to nothing');
  await luis.keyboard.press('Enter');
  await luis.waitForURL(new RegExp(`#/online/${id}`));
  const game = await ask(test, `play/${id}`);
  test.equal(game.seats.map(({ name }) => name).sort(), ['Ana', 'Luis'], 'both have a seat');
  await goTo(luis, '#/');
  await rowsOf(luis, 'own').first().waitFor();
  test.equal(await rowsOf(luis, 'open').count(), 0, 'the game is no longer open');
}

/** A game over days with Luis, who is only a request. */
async function createDays(test, page) {
  await chooseFriend(page, 'oware');
  await page.locator('summary').click();
  await page.locator('input[name=starter][value=me]').check();
  return create(test, page);
}

async function ownGames(test) {
  const page = await test.page({ settings: { name: 'Ana' } });
  await page.addInitScript(watchShifts);
  const { id } = await createDays(test, page);
  await goTo(page, '#/');
  await rowsOf(page, 'own').first().waitFor();
  const words = () => rowsOf(page, 'own').first().innerText();
  test.check((await words()).includes(en.home.yourTurn), 'one’s own games are on the first page, with whose turn it is', await words());
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    await page.reload();
    await rowsOf(page, 'own').first().waitFor();
    await page.waitForTimeout(1500);
    test.equal(await page.evaluate(() => globalThis.shifts), [], `they move nothing at ${viewport.width} px`);
  }
  await page.context().setOffline(true);
  await page.getByText(en.home.ownStale).waitFor();
  test.check(await rowsOf(page, 'own').first().isVisible(), 'without a network they are still to be seen');
  await page.context().setOffline(false);
  await page.getByText(en.home.ownStale).waitFor({ state: 'detached' });
  await judge(test, page, 'own games');
  await rowsOf(page, 'own').getByRole('link').click();
  await page.waitForURL(new RegExp(`#/online/${id}`));
}

async function openSettings(page) {
  await page.getByRole('button', { name: en.app.settings }).click();
  await page.getByRole('heading', { name: say.own.title }).waitFor();
}

const settingsOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('ludoteca.settings')));

/** The link that the settings show for another device; they are closed again. */
async function carryLink(page) {
  await goTo(page, '#/');
  await openSettings(page);
  await page.getByRole('button', { name: say.own.show }).click();
  const link = await page.locator('dialog input[readonly]').inputValue();
  await Promise.all([page.waitForResponse(/mine\/profile/), page.keyboard.press('Escape')]);
  return link;
}

/** One person with two devices, who has played on both. */
async function carrying(test) {
  const first = await test.page({ settings: { name: 'Ana', theme: 'dark' } });
  await createDays(test, first);
  const link = await carryLink(first);
  const second = await test.page();
  await chooseFriend(second, 'six');
  await create(test, second);
  await second.goto(link);
  await second.getByRole('heading', { name: say.carry.title('Ana') }).waitFor();
  test.check(await second.getByText(say.carry.joined(1)).isVisible(), 'who has games already is told what becomes of them');
  await judge(test, second, 'carrying');
  test.equal((await settingsOf(second)).name, '', 'nothing happens until the reader agrees');
  await second.getByRole('button', { name: say.carry.yes }).click();
  await rowsOf(second, 'own').nth(1).waitFor();
  test.check(!second.url().includes('carry'), 'the key is taken out of the address');
  const { name, theme } = await settingsOf(second);
  test.equal([name, theme], ['Ana', 'dark'], 'name and settings come along');
  await first.reload();
  await rowsOf(first, 'own').nth(1).or(first.getByRole('button', { name: en.home.showAll(2) })).waitFor();
  test.check(true, 'games of both devices are on both');
  await second.goto(link);
  await second.getByText(say.carry.same).waitFor();
  await second.goto(`${test.address}/#/carry/nonsense`);
  await second.getByText(en.share.damaged).waitFor();
}

const fileOf = async (page, name) => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return download.path();
};

async function keyFiles(test) {
  const first = await test.page({ settings: { name: 'Ana' } });
  await createDays(test, first);
  await openSettings(first);
  await judge(test, first, 'the key in the settings');
  const [key, copy] = [await fileOf(first, say.own.save), await fileOf(first, en.settings.exportAll)];
  const second = await test.page({ at: '#/' });
  await rowsOf(second, 'open').or(second.getByRole('heading', { name: en.home.title })).first().waitFor();
  await second.waitForFunction(() => localStorage.getItem('ludoteca.online') === 'yes');
  await openSettings(second);
  await second.locator('dialog input[type=file]').first().setInputFiles(key);
  await second.getByRole('heading', { name: say.carry.title('Ana') }).waitFor();
  await second.getByRole('button', { name: say.carry.no }).click();
  await openSettings(second);
  await second.locator('dialog input[type=file]').last().setInputFiles(copy);
  await second.getByRole('dialog').getByText(say.own.imported).waitFor();
  await second.keyboard.press('Escape');
  await second.reload();
  await rowsOf(second, 'own').first().waitFor();
  test.check(true, 'a copy brings back games with others');
  await openSettings(second);
  await second.getByRole('button', { name: en.settings.deleteAll }).click();
  test.check(await second.getByRole('alert').filter({ hasText: say.own.deleteSure }).isVisible(), 'whoever deletes all is told of the key');
  await second.getByRole('button', { name: en.settings.deleteYes }).click();
  await second.getByRole('dialog').getByText(en.settings.deleted).waitFor();
  await second.keyboard.press('Escape');
  await second.reload();
  await second.getByRole('heading', { name: en.home.title }).waitFor();
  await second.waitForLoadState('networkidle');
  test.equal(await rowsOf(second, 'own').count(), 0, 'and nothing is left behind');
}

/** A mail server that keeps what it is given. */
async function takeMails() {
  const mails = [];
  const server = listen((socket) => {
    let isData = false;
    let text = '';
    const say = (line) => socket.write(`${line}\r\n`);
    say('220 mail.example.org');
    socket.setEncoding('utf8').on('error', () => null).on('data', (data) => {
      text += data;
      for (let end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) mails.push(line);
        isData = !isData && line === 'DATA';
        say(isData ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 ok');
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const next = async (count) => {
    for (let i = 0; mails.length < count && i < 100; i++) await new Promise((resolve) => setTimeout(resolve, 100));
    return mails[count - 1] ?? '';
  };
  return { port: server.address().port, next, stop: () => server.close() };
}

const linkIn = (mail, word) => new RegExp(`#/${word}/[0-9a-f]+\\.[0-9a-f]+`).exec(mail.replaceAll('=\r\n', ''))?.[0];

/** An address is said, confirmed by the link of its mail, and forgotten by the link of the next. */
async function mails(test) {
  const post = await takeMails();
  const words = ['--smtp', `smtp://127.0.0.1:${post.port}`, '--mail-from', 'games@example.org', '--address', 'https://example.org/'];
  try {
    await refereed(async () => {
      const page = await test.page({ at: '#/' });
      await page.waitForFunction(() => localStorage.getItem('ludoteca.online') === 'yes');
      await openSettings(page);
      await page.getByLabel(say.notices.address).fill('ana@example.org');
      await judge(test, page, 'notices in the settings');
      await page.getByRole('button', { name: say.notices.beginMail }).click();
      await page.getByText(say.notices.unconfirmed('ana@example.org')).waitFor();
      await page.keyboard.press('Escape');
      const link = linkIn(await post.next(1), 'mail');
      test.check(link, 'a mail asks whether the address is right');
      await page.goto(`${test.address}/${link}`);
      await page.getByText(say.mail.confirm).waitFor();
      await judge(test, page, 'a mail’s link');
      await page.getByRole('button', { name: say.mail.yes }).click();
      await page.getByText(say.mail.confirmed).waitFor();
      await openSettings(page);
      await page.getByText(say.notices.mailing('ana@example.org')).waitFor();
      await page.keyboard.press('Escape');
      await goTo(page, `#/nomail/${link.split('/')[2]}`);
      await page.getByRole('button', { name: say.mail.leave }).click();
      await page.getByText(say.mail.stopped).waitFor();
      await openSettings(page);
      await page.getByRole('button', { name: say.notices.beginMail }).waitFor();
      test.check(true, 'an address that wants no more is forgotten');
    }, words)(test);
  } finally {
    post.stop();
  }
}

/** A browser that allows notices and whose push service is within it: one without windows has neither. */
function pretendPush() {
  let current = null;
  const made = { endpoint: 'https://push.example.org/1', toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'point', auth: 'secret' } }), unsubscribe: async () => (current = null) };
  let permission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = 'granted');
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error('no key of a server');
    return (current = made);
  };
}

/** What the service worker does with a notice, and with a press on it. */
async function deliver(page, notice) {
  const [worker] = page.context().serviceWorkers();
  return worker.evaluate(async (text) => {
    const shown = new Promise((resolve) => (self.registration.showNotification = async (title, options) => resolve({ title, ...options })));
    const opened = new Promise((resolve) => (self.clients.openWindow = async (url) => resolve(url)));
    self.dispatchEvent(new PushEvent('push', { data: text }));
    const { title, body, tag, data } = await shown;
    const press = Object.assign(new Event('notificationclick'), { notification: { data, close: () => null }, waitUntil: () => null });
    self.dispatchEvent(press);
    return { title, body, tag, opened: await opened };
  }, JSON.stringify(notice));
}

async function notices(test) {
  const page = await test.page({ settings: { name: 'Ana' }, serviceWorkers: 'allow', isBlank: true });
  await page.addInitScript(pretendPush);
  await page.goto(`${test.address}/#/`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await createDays(test, page);
  const asked = page.waitForResponse(/mine\/profile/);
  await page.getByRole('button', { name: say.notices.begin }).click();
  const { profile } = await (await asked).json();
  test.equal(profile.pushes, 1, 'whoever wants to be told is, by this browser');
  await page.getByText(say.notices.on).first().waitFor();
  await goTo(page, '#/');
  await openSettings(page);
  await page.getByRole('dialog').getByText(say.notices.on).last().waitFor();
  await page.getByRole('button', { name: say.notices.end }).click();
  await page.getByRole('dialog').getByRole('button', { name: say.notices.begin }).waitFor();
  test.check(true, 'and can end it');
  await page.keyboard.press('Escape');
  const found = await deliver(page, { title: 'Oware', body: 'Your turn', url: 'https://elsewhere.example/#/online/abc', tag: 'abc' });
  test.equal(found, { title: 'Oware', body: 'Your turn', tag: 'abc', opened: `${test.address}/#/online/abc` }, 'a notice is shown, and leads to its game, nowhere else');
}

/** Whoever comes by a seat's link, or sits down where somebody else asked for company, is offered the same, once. */
async function noticesForGuests(test) {
  const offer = (page) => page.getByText(say.notices.offer);
  const make = async (wish) => (await fetch(`${test.address}/api/v1/play`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish) })).json();
  const wish = { game: 'oware', seats: ['person', 'person'] };
  const come = async ({ id, seats }, asked = {}) => {
    const page = await test.page({ settings: { name: 'Bea' }, serviceWorkers: 'allow', isBlank: true });
    await page.addInitScript(pretendPush);
    await page.goto(`${test.address}/#/${asked.sits ? `play/${id}` : `seat/${id}.${seats[1].token}`}`);
    if (asked.sits) await page.getByRole('button', { name: en.onlineGame.waiting.sit }).click();
    await page.locator('[role=grid] [data-cell]').first().waitFor();
    return page;
  };
  const page = await come(await make({ ...wish, clock: '3d' }));
  await offer(page).waitFor();
  test.check(true, 'a seat’s link over days offers notices');
  const another = await make(wish);
  await page.goto(`${test.address}/#/seat/${another.id}.${another.seats[1].token}`);
  await page.reload();
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  const live = await come(await make({ ...wish, clock: '15m+10s' }));
  const sitting = await come(await make({ ...wish, seats: ['person', 'open'] }), { sits: true });
  await offer(sitting).waitFor();
  test.check((await offer(page).count()) + (await offer(live).count()) === 0, 'nobody is asked twice, or where a clock runs');
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json' };

/** A web server that knows nothing of games. */
async function servePlainly(source) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, source).pathname;
    fetch(source + (name.startsWith('/api/') ? '/no-such-file' : name))
      .then(async (found) => {
        response.writeHead(found.status, { 'Content-Type': TYPES[extname(name) || '.html'] ?? 'text/plain' });
        response.end(Buffer.from(await found.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

async function withoutServer(test) {
  const plain = await servePlainly(test.address);
  test.address = plain.address;
  try {
    const page = await test.page({ at: '#/' });
    await page.getByRole('heading', { name: en.home.title }).waitFor();
    await goTo(page, '#/new/oware');
    await page.locator('input[name=company][value=computer]').waitFor();
    test.equal(await page.locator('input[name=company]').count(), 3, 'nobody is offered what a plain web server can’t do');
    await page.locator('form [type=submit]').click();
    await page.waitForURL(/#\/game\//);
    await page.locator('[role=grid] [data-cell]').first().waitFor();
    test.check(true, 'and games are played all the same');
  } finally {
    plain.stop();
  }
}

/** axe-core's audit in light and dark, and nothing that sticks out on small phones. */
async function judge(test, page, name) {
  test.equal(await audit(page), [], `${name}: axe-core objects to nothing`);
  await page.emulateMedia({ colorScheme: 'dark' });
  test.equal(await audit(page, OF_COLOURS), [], `${name}, dark: nor to its colours`);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const size of [PHONE, SMALL]) {
    await page.setViewportSize(size);
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    test.check(width <= room, `${name}: nothing sticks out at ${size.width} px`, { width, room });
  }
}

async function looksOfSetup(test) {
  const page = await test.page({ at: '#/new/dados' });
  await page.locator('input[name=company][value=friend]').check();
  await page.locator('input[name$="-players"][value="3"]').check();
  await judge(test, page, 'inviting');
}

export const tests = [
  { name: 'lobby: inviting by link', run: refereed(inviting) },
  { name: 'lobby: inviting in vain', run: refereed(inVain) },
  { name: 'lobby: meeting somebody', run: refereed(meeting) },
  { name: 'lobby: one’s own games', run: refereed(ownGames) },
  { name: 'lobby: another device', run: refereed(carrying) },
  { name: 'lobby: keys and copies', run: refereed(keyFiles) },
  { name: 'lobby: mails', run: mails },
  { name: 'lobby: notices for guests', run: refereed(noticesForGuests, ['--contact', 'mailto:games@example.org']) },
  { name: 'lobby: notices of the browser', run: refereed(notices, ['--contact', 'mailto:games@example.org']) },
  { name: 'lobby: a plain web server', run: withoutServer },
  { name: 'lobby: looks of the set-up', run: refereed(looksOfSetup) },
];
