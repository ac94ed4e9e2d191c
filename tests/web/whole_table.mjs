// A table at which a whole game is played by hand, each player at a browser of their own, and what may befall it
// meanwhile.

import { execFileSync } from 'node:child_process';
import { sidesOf, texts } from './harness.mjs';
import { atTable, choose, listed, lists, makeMove, PHONE, request, stand, until } from './referee.mjs';
import { cellAt, cellsOf, touch } from './table.mjs';

const en = texts.en;
const say = en.onlineGame;

/** Plies as a page lists them: a roll together with its move. */
export function turnsIn(plies) {
  const turns = [];
  for (const { kind, move } of plies) {
    if (kind === 'roll') turns.push(`${move} …`);
    else if (turns.at(-1)?.endsWith('…')) turns.push(turns.pop().replace('…', move));
    else turns.push(move);
  }
  return turns;
}

/** The same cells by keyboard. */
export async function press(page, game, move) {
  for (const name of cellsOf(game, move)) {
    await page.locator(`[role=grid] [data-cell="${name}"][aria-disabled=false]`).waitFor();
    await cellAt(page, name).focus();
    await page.keyboard.press('Enter');
  }
}

/** On a phone the list of moves comes up when it is asked for. */
async function withList(page, work) {
  if (!page.isPhone) return work();
  await page.getByRole('button', { name: en.play.actions.panel, exact: true }).click();
  await work();
  await page.keyboard.press('Escape');
}

export class Table {
  pages = []; // by seat: where its moves are made
  idle = []; // others that look at the same seats

  /** `chooser` knows a move for the game as it stands. */
  constructor(test, { id, rules, chooser }) {
    Object.assign(this, { test, id, rules, chooser, game: rules.split(':')[0] });
  }

  get all() {
    return [...this.pages, ...this.idle, this.watcher];
  }

  stand() {
    return stand(this.test, this.id);
  }

  /** Somebody sits there, instead of whoever did. */
  seat(seat, page) {
    if (this.pages[seat]) this.idle.push(this.pages[seat]);
    this.pages[seat] = Object.assign(page, { seat });
  }

  async leave(page) {
    await page.context().close();
    this.idle = this.idle.filter((one) => one !== page);
  }

  async watch(options = {}) {
    this.watcher = await this.test.page({ at: `#/play/${this.id}`, ...options });
  }

  /** Until a page lists what the server has, which may go on meanwhile. */
  follows(page) {
    const isThere = async () => JSON.stringify(await listed(page)) === JSON.stringify(turnsIn((await this.stand()).moves));
    return withList(page, () => until('a page follows', isThere));
  }

  /** The next ply, made at its seat and seen by whoever watches. */
  async ply() {
    const before = await this.stand();
    const page = this.pages[before.seat - 1];
    if (before.awaits === 'roll') await this.roll(page, before.moves.length);
    else await this.move(page, before);
    await this.follows(this.watcher);
  }

  async roll(page, count) {
    if (!page.rollsAlone) await page.locator('[role=toolbar] .roll').click();
    await until('a roll', async () => (await this.stand()).moves.length > count);
  }

  async move(page, before) {
    const move = await this.chooser.move(before);
    const pass = async () => {}; // a lost turn passes by itself
    await makeMove(this.test, this.id, page, this.game, move, move === 'pass' ? pass : (page.make ?? touch));
  }

  /** To the natural end; what befalls the table are pairs of a number of plies, after which it does, and a deed. */
  async play(befalls) {
    const waiting = [...befalls];
    for (let now = await this.stand(); now.phase !== 'over'; now = await this.stand()) {
      if (waiting.length > 0 && now.moves.length >= waiting[0][0]) await waiting.shift()[1](this);
      else await this.ply();
    }
    this.test.equal(waiting.length, 0, 'everything befell it before it was over');
  }

  /* -- the end ------------------------------------------------------------------------------------ */

  /** The record that anybody can fetch, as the program reads it. */
  async record() {
    const text = await (await request(this.test, `play/${this.id}/record`)).text();
    return JSON.parse(execFileSync(this.test.program, ['convert', '-', '--to', 'json'], { input: text, encoding: 'utf8' }));
  }

  /** What a page should say in the end. */
  title({ seat }, winner, sides) {
    if (winner === null) return en.play.end.draw;
    const name = this.pages.length > sides ? sidesOf(this.game)[winner] : `P${winner + 1}`;
    if (seat === undefined) return en.play.end.won(name);
    return seat % sides === winner ? en.play.end.youWon : en.play.end.youLost;
  }

  /** Every page has the same list, which is the record's, and says who won. */
  async judge() {
    const [record, { result }] = [await this.record(), await this.stand()];
    const moves = turnsIn(record.plies);
    const sides = this.pages.length === 4 ? 2 : this.pages.length;
    const winner = record.result.winner === null ? null : sidesOf(this.game).indexOf(record.result.winner);
    this.test.equal([result.winner, result.reason], [record.result.winner, record.result.reason], 'the server and the record agree on the result');
    for (const page of this.all) {
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('heading', { name: this.title(page, winner, sides), exact: true }).waitFor();
      if (record.result.score) this.test.equal((await dialog.locator('.score').innerText()).match(/\d+/g).join('-'), record.result.score, 'a page tells the score');
      await page.keyboard.press('Escape');
      await withList(page, () => lists(page, moves));
    }
    this.test.check(true, `${this.all.length} pages list ${moves.length} turns as the record does, and say who won`);
    return record;
  }

  /** Every page works out all rolls again. */
  async checkDice({ plies }) {
    const rolls = plies.filter(({ kind }) => kind === 'roll').length;
    for (const page of this.all) {
      await choose(page, say.end.checkDice);
      await page.getByText(en.online.verdict.fairAll).waitFor();
      await page.getByText(say.dice.rolls(rolls)).waitFor();
    }
    this.test.check(rolls > 0, `on every page all ${rolls} rolls are right`);
  }
}

/* -- what may befall it --------------------------------------------------------------------------- */

export const reloads = (seat) => async (table) => {
  await table.pages[seat].reload();
  await table.follows(table.pages[seat]);
};

/** A seat without a connection, while another goes on. */
export const isCutOff = (seat) => async (table) => {
  const page = table.pages[seat];
  while ((await table.stand()).seat === seat + 1) await table.ply();
  await page.wire.cut();
  await page.getByText(en.online.link.waiting).waitFor();
  await table.pages.find((one) => one !== page).getByText(say.presence.away).first().waitFor();
  const { phase } = await table.stand();
  if (phase !== 'over') await table.ply();
  await page.wire.mend();
  await table.follows(page);
};

/** The same seat in another tab, from which the game is gone on with. */
export const opensTab = (seat) => async (table) => {
  const page = table.pages[seat];
  const tab = await page.context().newPage();
  await tab.goto(`${table.test.address}/#/online/${table.id}`);
  table.seat(seat, Object.assign(tab, { rollsAlone: page.rollsAlone }));
  for (const one of [page, tab]) await table.follows(one);
};

/** The seat goes on on a phone, by the link that its page shows; `isDeskLeft`: which is closed then. */
export const goesToPhone = (seat, isDeskLeft = false) => async (table) => {
  const page = table.pages[seat];
  await choose(page, say.more.device);
  const link = await page.locator('dialog[open] input[readonly]').inputValue();
  await page.keyboard.press('Escape');
  const phone = await table.test.page({ settings: { name: `P${seat + 1}` }, viewport: PHONE, hasTouch: true, isBlank: true });
  await phone.goto(link);
  await atTable(phone);
  table.seat(seat, Object.assign(phone, { isPhone: true }));
  await table.follows(phone);
  if (isDeskLeft) await table.leave(page);
};

/** The server ends, at once if it is killed, and begins again; `isPlayedOn`: whoever's turn it is moves meanwhile. */
export const serverEnds = (signal, isPlayedOn = false) => async (table) => {
  const before = await table.stand();
  const meanwhile = async () => {
    await Promise.all(table.all.map((page) => page.getByText(en.online.link.waiting).waitFor()));
    if (isPlayedOn) await touch(table.pages[before.seat - 1], table.game, await table.chooser.move(before));
  };
  await table.test.restart({ signal, meanwhile });
  if (isPlayedOn) await until('what was played is sent', async () => (await table.stand()).moves.length > before.moves.length);
  for (const page of table.all) await table.follows(page);
};
