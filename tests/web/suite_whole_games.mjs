// Whole games of every kind with others, by hand, to their natural end: two, three and four browsers and one that
// watches, while pages are loaded again, cut off, opened twice and left for a phone, and the server is killed.

import { readFileSync } from 'node:fs';
import { Hurry } from './hurry.mjs';
import { atTable, create, cuttable, refereed, sitDown, stand, until } from './referee.mjs';
import { goTo } from './table.mjs';
import { goesToPhone, isCutOff, opensTab, press, reloads, serverEnds, Table } from './whole_table.mjs';

const isLong = Boolean(process.env.LUDOTECA_TEST_LONG);

/** Of many games between players who care for nothing the shortest, by rules. */
const shortGames = JSON.parse(readFileSync(new URL('short_games.json', import.meta.url), 'utf8'));
const knowing = (rules) => {
  const plies = shortGames[rules].split(' ');
  return { plies, move: async ({ moves }) => plies[moves.length] };
};

/** A game that somebody makes at a page and invites somebody else to, by the link that the page shows. */
async function invite(test, { rules, chooser }) {
  const host = await test.page({ settings: { name: 'P1' } });
  await goTo(host, `#/new/${rules}`);
  await host.locator('input[name=company][value=friend]').check();
  await host.locator('summary').click();
  await host.locator('input[name=starter][value=me]').check();
  await host.locator('form [type=submit]').click();
  await host.waitForURL(/#\/online\//);
  const table = new Table(test, { id: host.url().split('/').at(-1), rules, chooser });
  const guest = await test.page({ settings: { name: 'P2' }, isBlank: true });
  guest.wire = await cuttable(guest);
  await guest.goto(await host.locator('article input[readonly]').inputValue());
  [host, guest].forEach((page, seat) => table.seat(seat, page));
  return table;
}

/** A game for people at browsers of their own, who sit down by their links; the last can be cut off. */
async function sitTogether(test, { rules, chooser, players, settings = [], whenFirst = () => {}, ...wish }) {
  const game = await create(test, { game: rules, seats: Array(players).fill('person'), ...wish });
  const table = new Table(test, { id: game.id, rules, chooser });
  for (let seat = 0; seat < players; seat++) {
    const page = await sitDown(test, game, seat, { isCuttable: seat === players - 1, settings: settings[seat] });
    table.seat(seat, page);
    page.rollsAlone = Boolean(settings[seat]?.autoRoll);
    if (seat === 0) await whenFirst(page, game.id);
  }
  return table;
}

async function begin(table) {
  await table.watch();
  await Promise.all(table.all.map(atTable));
}

async function playKnown(test, rules, befalls, { prepare = sitTogether, byKeyboard = [] } = {}) {
  const chooser = knowing(rules);
  const table = await prepare(test, { rules, chooser, players: 2 });
  for (const seat of byKeyboard) table.pages[seat].make = press;
  await begin(table);
  await table.play(befalls);
  const record = await table.judge();
  test.equal(record.plies.map(({ move }) => move), chooser.plies, 'it went as it was meant to');
}

/** The dice want a part of everybody: the first has given theirs when the server is killed and they load the page again. */
const interrupted = (test) => async (page, id) => {
  await until('a part of the dice', async () => (await stand(test, id)).dice.parts.some(({ commitment }) => commitment));
  await test.restart({ signal: 'SIGKILL' });
  await page.reload();
};

async function playDice(test, rules, players, befalls) {
  const chooser = new Hurry(test.program, rules);
  try {
    const settings = Array.from({ length: players }, (_, seat) => ({ autoRoll: seat % 2 === 1 }));
    const table = await sitTogether(test, { rules, chooser, players, settings, dice: 'shared', whenFirst: interrupted(test) });
    await begin(table);
    await table.play(befalls);
    await table.checkDice(await table.judge());
  } finally {
    chooser.close();
  }
}

/** Everything at once; the last seat is cut off. */
const everything = (players) => [
  [1, reloads(0)],
  [2, isCutOff(players - 1)],
  [4, opensTab(1)],
  [5, serverEnds('SIGKILL')],
  [6, goesToPhone(0, players > 2)],
  [7, serverEnds('SIGTERM')],
];

const whole = (name, run) => ({ name: `whole games: ${name}`, run: refereed(run) });
const usual = [
  whole('dados for four', (test) => playDice(test, 'dados:players=4,line=5', 4, everything(4))),
  whole('dados for three', (test) => playDice(test, 'dados:players=3', 3, everything(3))),
  whole('dados for two', (test) => playDice(test, 'dados:line=5', 2, everything(2))),
  whole('oware', (test) => playKnown(test, 'oware', [[4, reloads(1)], [7, serverEnds('SIGKILL', true)], [10, isCutOff(1)]], { prepare: invite })),
  whole('pylos', (test) => playKnown(test, 'pylos:base=3,reserve=raise', [[4, opensTab(0)], [7, goesToPhone(1)], [10, reloads(1)]])),
  whole('six', (test) => playKnown(test, 'six', [[2, isCutOff(1)], [5, serverEnds('SIGTERM', true)]], { byKeyboard: [1] })),
];

/** All rules that stand for others. */
const atLength = [
  ...Object.keys(shortGames).map((rules) => whole(`${rules}, at length`, (test) => playKnown(test, rules, everything(2)))),
  ...[2, 3, 4].map((players) => whole(`dados:players=${players}, at length`, (test) => playDice(test, `dados:players=${players}`, players, everything(players)))),
];

export const tests = isLong ? [...usual, ...atLength] : usual;
