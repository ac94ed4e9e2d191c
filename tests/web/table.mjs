// Playing on the page as a person would: touching cells, waiting for one's turn. Which move to make is
// asked of the native program, which so also judges what the page shows.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { deflateSync } from 'node:zlib';
import { nameOf, texts } from './harness.mjs';
import { cells, GAMES, lineOf, plies } from './lines.mjs';

export { GAMES };
/** What ends a move that could go on, in every language. */
const FINISH = new RegExp(Object.values(texts).map(({ play }) => play.actions.finish).join('|'));

/** The native program, answering one position after the other in JSON. */
export class Batch {
  constructor(program, words) {
    this.process = spawn(program, words.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(position) {
    this.process.stdin.write(`${position}\n`);
    for (;;) {
      const { value, done } = await this.answers.next();
      if (done) throw new Error(`the program ended at ${position}`);
      if (value !== '') return JSON.parse(value);
    }
  }

  close() {
    this.process.kill('SIGKILL');
  }
}

/** A native engine that answers positions with a move. */
export class Adviser extends Batch {
  constructor(program, game, nodes = 3000) {
    super(program, ['analyse', game, '--batch', '--json', '--lines', '1', '--threads', '1', '--no-tables', '--hash', '4', '--nodes', nodes]);
  }

  async move(position) {
    const { lines, error } = await this.ask(position);
    if (!lines?.length) throw new Error(`no move at ${position}: ${JSON.stringify(error)}`);
    return lines[0].move;
  }
}

/** The cells that a move in notation touches, in the order in which they are touched. */
export function cellsOf(game, move) {
  return move.match(cells[game]) ?? [];
}

/** Between two looks: each opens the page's store, and other tests run at the same time. */
const LOOK_MS = 100;

/** How the game that is open stands, as the page has kept it, and whether it can be played on. */
export function look(page) {
  return page.evaluate(async () => {
    const id = /^#\/game\/(.+)$/.exec(location.hash)?.[1];
    if (!id) return null;
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open('ludoteca');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const saved = await new Promise((resolve) => {
      const request = database.transaction('games').objectStore('games').get(id);
      request.onsuccess = () => resolve(request.result ?? null);
    });
    database.close();
    return {
      id, saved,
      plies: saved?.line.plies ?? [],
      canMove: document.querySelector('[role=grid] [data-cell][aria-disabled=false]') !== null,
      canRoll: document.querySelector('[role=toolbar] .roll') !== null,
      isEnded: document.querySelector('dialog[open]') !== null && saved?.result !== null,
    };
  });
}

function isForPerson({ turn, players, seating }) {
  return turn !== null && players[seating[turn]]?.kind === 'person';
}

/** Waits until a person may act again, or the game has ended. */
export async function settle(page, pliesBefore = -1, { withoutDialog = false } = {}) {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const seen = await look(page);
    if (seen?.saved && seen.plies.length > pliesBefore) {
      if (seen.saved.result) {
        if (seen.isEnded || withoutDialog) return seen;
      } else if (isForPerson(seen.saved) && (seen.canMove || seen.canRoll)) return seen;
    }
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error('the game stands still');
}

export const cellAt = (page, cell) => page.locator(`[role=grid] [data-cell="${cell}"]`);

/** Begins a game from its page of questions; `choose` may change answers first. */
export async function begin(page, game, { choose = async () => {}, start = 'me', language = 'en' } = {}) {
  await page.evaluate((hash) => (location.hash = hash), `#/new/${game}`);
  await page.getByRole('heading', { name: texts[language].setup.title(nameOf(game, language)) }).waitFor();
  await page.locator('summary').click();
  await page.locator(`input[name=starter][value=${start}]`).check();
  await choose(page);
  await page.locator('form [type=submit]').click();
  await page.waitForURL(/#\/game\//);
  await page.locator('[role=grid] [data-cell]').first().waitFor();
}

/** Where to touch a cell that others overlap: the middle of what can be touched, nothing if nothing can. */
function findRoom(cell) {
  const box = cell.getBoundingClientRect();
  const steps = 12;
  const free = [];
  for (let row = 0; row < steps; row++) {
    for (let column = 0; column < steps; column++) {
      const x = ((column + 0.5) * box.width) / steps;
      const y = ((row + 0.5) * box.height) / steps;
      if (document.elementFromPoint(box.x + x, box.y + y) === cell) free.push({ x, y });
    }
  }
  const reach = (a) => free.filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < box.width / 4).length;
  const best = free.map((point) => ({ ...point, reach: reach(point) })).sort((a, b) => b.reach - a.reach)[0];
  return best ? { position: { x: best.x, y: best.y }, share: free.length / steps ** 2, width: box.width } : null;
}

/** What a finger would touch in the middle of a cell. */
function whatIsAt(cell) {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML.slice(0, 200) ?? 'nothing';
  return `${there}, at ${x.toFixed(0)},${y.toFixed(0)} ${width.toFixed(0)} × ${height.toFixed(0)} of ${innerWidth} × ${innerHeight}`;
}

export async function roomOf(page, cell) {
  return cellAt(page, cell).evaluate(findRoom);
}

/** Where to touch a cell, once it can be: what passes over it for a moment is no obstacle. */
async function waitForRoom(page, cell, name) {
  for (let i = 0; i < 40; i++) {
    const room = await cell.evaluate(findRoom);
    if (room) return room;
    await page.waitForTimeout(50);
  }
  throw new Error(`${name} is covered by ${await cell.evaluate(whatIsAt)}`);
}

/** Clicks a cell. If the board changed its size meanwhile, the place is no good any more and is looked for again. */
async function click(page, cell, name) {
  const tries = 4;
  for (let left = tries; left > 0; left--) {
    const { position } = await waitForRoom(page, cell, name);
    const failure = await cell.click({ position, timeout: 15_000 / tries }).then(() => null, (error) => error);
    if (!failure) return;
    if (left === 1) throw failure;
  }
}

/** Touches what makes up a move, one cell after the other. */
export async function touch(page, game, move) {
  const touched = cellsOf(game, move);
  if (touched.length === 0) throw new Error(`no cells in ${move}`);
  for (const name of touched) {
    const cell = cellAt(page, name);
    await page.locator(`[role=grid] [data-cell="${name}"][aria-disabled=false]`).waitFor();
    await click(page, cell, name);
  }
}

/** After the cells of a move that is also the beginning of a longer one: enough. */
export async function finishIfAsked(page, pliesBefore) {
  const enough = page.locator('[role=toolbar]').getByRole('button', { name: FINISH });
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const { plies } = await look(page);
    if (plies.length > pliesBefore) return;
    if (await enough.isVisible()) await enough.click({ timeout: 1000 }).catch(() => null);
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error('the move is not made');
}

/** Until a person has a move to make: whoever rolls what leads nowhere passes, and rolls again. */
export async function settleOnMove(page) {
  let seen = await settle(page);
  while (!seen.canMove) {
    await page.locator('[role=toolbar] .roll').click();
    seen = await settle(page, seen.plies.length);
  }
  return seen;
}

/** One turn of a person: a roll if one is due, then the adviser's move. */
export async function takeTurn(page, game, adviser, seen) {
  const count = seen.plies.length;
  if (seen.canRoll) {
    await page.locator('[role=toolbar] .roll').click();
    return settle(page, count);
  }
  const move = await adviser.move(seen.saved.position);
  await touch(page, game, move);
  await finishIfAsked(page, count);
  return settle(page, count);
}

/** Plays until the game ends, or so many plies have been made. */
export async function playOn(page, game, adviser, plies = Infinity) {
  let seen = await settle(page);
  while (!seen.saved.result && seen.plies.length < plies) seen = await takeTurn(page, game, adviser, seen);
  return seen;
}

/** The code of a link, made here and not by the page. */
export function codeOf({ game, start, plies }, names = []) {
  const packed = JSON.stringify([game, start ?? 0, plies.map((ply) => ply || '_').join(' '), -1, 0, [], names]);
  return `1${deflateSync(Buffer.from(packed)).toString('base64url')}`;
}

/** A game between two persons that stands where the line ends, by way of a link. */
export async function openLine(page, line) {
  await page.evaluate((hash) => (location.hash = hash), `#/s/${codeOf(line)}`);
  await page.locator('input[name=against][value=person]').check();
  await page.locator('section .row button').click();
  await page.waitForURL(/#\/game\//);
  await page.locator('[role=grid] [data-cell]').first().waitFor();
  return settle(page);
}

/** The last ply of a played game, made by touch, so that the end is shown. */
export async function openEnd(page, game) {
  const all = plies[game];
  await openLine(page, lineOf(game, all.length - 1));
  await touch(page, game, all.at(-1));
  await finishIfAsked(page, all.length - 1);
  return settle(page, all.length - 1);
}

export async function goTo(page, hash) {
  await page.evaluate((wanted) => (location.hash = wanted), hash);
}

/** Every game that the browser keeps, in the order of their names. */
export function keptGames(page) {
  return page.evaluate(async () => {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open('ludoteca');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const games = await new Promise((resolve) => {
      const request = database.transaction('games').objectStore('games').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return games;
  });
}

/** Until what fades in or slides is there: half-shown text is nobody's colour. */
export async function untilStill(page) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
