// What tests of games with others share: a server of their own, its games as it tells them, seats in browsers of their
// own, and wires that can be cut.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isQuiet, startServer, texts } from './harness.mjs';
import { touch } from './table.mjs';

const en = texts.en;
export const PHONE = { width: 390, height: 664 };
export const SMALL = { width: 320, height: 568 };
const LOOK_MS = 50;
const LONG_MS = isQuiet ? 15_000 : 60_000;

/** Said of a server that was ended on purpose, until it is back. */
const OUTAGE = /net::ERR_CONNECTION_(REFUSED|RESET|CLOSED)|net::ERR_EMPTY_RESPONSE|net::ERR_SOCKET_NOT_CONNECTED/;

/**
 * Runs with a server that has no games yet, and is told `more`; pages of the test go there. It can be ended by any signal and
 * begun again where it was, after what is done without it, perhaps so much later by its calendar.
 */
export function refereed(work, more) {
  return async (test) => {
    const data = mkdtempSync(join(tmpdir(), 'ludoteca-online-'));
    const start = (port, aheadMs) => startServer(test.program, process.env.LUDOTECA_PAGE, { data, port, more, aheadMs });
    let server = await start();
    test.address = server.address;
    test.restart = async ({ signal, meanwhile = () => {}, aheadMs } = {}) => {
      test.excuse(OUTAGE);
      await server.stop(signal);
      await meanwhile();
      server = await start(new URL(test.address).port, aheadMs);
    };
    try {
      await work(test);
      await Promise.all(test.contexts.map((context) => context.close())); // nobody asks a server that is gone
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  };
}

/* -- the server's word ---------------------------------------------------------------------------- */

export function request(test, path, { token, body } = {}) {
  return fetch(`${test.address}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

export const ask = (...words) => request(...words).then((response) => response.json());

/** A game, with the tokens of its seats. */
export async function create(test, wish) {
  const made = await ask(test, 'play', { body: wish });
  return { id: made.id, tokens: made.seats.map(({ token }) => token) };
}

export const stand = (test, id) => ask(test, `play/${id}`);

export async function until(what, check, ms = LONG_MS) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`never: ${what}`);
}

/* -- at the table --------------------------------------------------------------------------------- */

/** Opens a seat's link as its owner would, and sits down; `isCuttable` gives the page a `wire`. */
export async function sitDown(test, game, seat, { name = `P${seat + 1}`, settings = {}, isCuttable = false, ...options } = {}) {
  const page = await test.page({ settings: { name, ...settings }, isBlank: true, ...options });
  if (isCuttable) page.wire = await cuttable(page);
  await page.goto(`${test.address}/#/seat/${game.id}.${game.tokens[seat]}`);
  await page.waitForURL(/#\/online\//);
  return page;
}

export const atTable = (page) => page.locator('[role=grid] [data-cell]').first().waitFor();

/** The moves that a page lists, as they are written there; on a phone in a sheet, while that is open. */
export const listed = (page) => page.locator(':is(aside, dialog[open]) .panel ol button').allInnerTexts().then((all) => all.map((text) => text.trim().split(/\s+/).join(' ')));

export async function lists(page, moves) {
  let found;
  const isSame = async () => JSON.stringify((found = await listed(page))) === JSON.stringify(moves);
  await until('', isSame).catch(() => {
    throw new Error(`never: the list ${moves.join(', ')}, but ${found?.join(', ')}`);
  });
}

/** Once the server has more plies; a move that could go on is ended. */
async function untilMade(test, id, page, what, length) {
  const enough = page.locator('[role=toolbar]').getByRole('button', { name: en.play.actions.finish });
  await until(`${what} is made`, async () => {
    if ((await stand(test, id)).moves.length > length) return true;
    if (await enough.isVisible()) await enough.click({ timeout: 1000 }).catch(() => null);
    return false;
  });
}

/** Makes a move by touch, or by what else is given; until the server has it. */
export async function makeMove(test, id, page, game, move, make = touch) {
  const { length } = (await stand(test, id)).moves;
  await make(page, game, move);
  await untilMade(test, id, page, move, length);
}

/** Cuts a browser off: its sockets are closed, none is opened, nothing is fetched. */
export async function cuttable(page) {
  const open = new Set();
  const wire = { isCut: false };
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (wire.isCut) return void socket.close();
    const server = socket.connectToServer();
    open.add({ socket, server });
  });
  wire.cut = async () => {
    wire.isCut = true;
    await page.context().setOffline(true);
    for (const { socket, server } of open) await Promise.all([socket.close(), server.close()]);
    open.clear();
  };
  wire.mend = async () => {
    wire.isCut = false;
    await page.context().setOffline(false);
  };
  return wire;
}

/** Answers what another has offered. */
export async function offered(page, text, answer) {
  const line = page.locator('.status').filter({ hasText: text });
  await line.getByRole('button', { name: answer, exact: true }).click();
}

export async function choose(page, name) {
  await page.getByRole('button', { name: en.play.actions.more, exact: true }).click();
  await page.locator('dialog[open]').getByRole('button', { name, exact: true }).click();
}

export async function resign(page) {
  await choose(page, en.play.actions.resign);
  await page.getByRole('button', { name: en.play.resignYes }).click();
}
