// Packs in the settings: tables and strategies that are downloaded, cut, gone on with, used without a network, deleted.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, texts } from './harness.mjs';
import { begin, codeOf, goTo, settle, touch } from './table.mjs';

const { packs, study: { live } } = texts.en;
const GAME = 'pylos:base=3';
const TABLES = /\/tables\//;

async function withTables(test, work) {
  const folder = mkdtempSync(join(tmpdir(), 'ludoteca-packs-'));
  execFileSync(test.program, ['tables', 'build', GAME, '--dir', folder], { stdio: 'ignore' });
  const server = await startServer(test.program, process.env.LUDOTECA_PAGE, { more: ['--dir', folder] });
  test.address = server.address;
  try {
    await work();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openSettings(page) {
  await page.getByRole('button', { name: texts.en.settings.title }).click();
  await page.getByRole('heading', { name: packs.title }).waitFor();
}

const rowOf = (page, words) => page.locator('dialog[open] li').filter({ hasText: words });

/** Tables are fetched once, and tell what moves are worth when nothing can be fetched. */
async function offline(test) {
  await withTables(test, async () => {
    const page = await test.page({ at: '#/' });
    await openSettings(page);
    const row = rowOf(page, packs.tables).first();
    await row.getByRole('button', { name: new RegExp(`^${packs.load}`) }).click();
    await row.getByText(packs.here).waitFor();
    test.check(true, 'a pack of tables is downloaded');
    await page.reload();
    await page.context().route(TABLES, (route) => route.abort());
    test.excuse(/net::ERR_FAILED/);
    await goTo(page, `#/analyse/s/${codeOf({ game: GAME, plies: [] })}`);
    await page.getByText(live.fromTables).waitFor();
    const found = await page.locator('ol li .worth').allTextContents();
    test.check(found.length > 0 && found.every((text) => /(wins|loses) in \d+/.test(text)), 'it tells what moves are worth without a network', found);
    await page.context().unroute(TABLES);
    await page.reload();
    await openSettings(page);
    await row.getByRole('button', { name: new RegExp(`^${packs.remove}`) }).click();
    await row.getByRole('button', { name: new RegExp(`^${packs.load}`) }).waitFor();
    test.equal(await row.getByText(packs.here).count(), 0, 'and is gone when it is deleted');
  });
}

/** A strategy whose download is cut goes on from there; the highest level then answers by it, without a search. */
async function strategy(test) {
  await withTables(test, async () => {
    const page = await test.page({ at: '#/' });
    const ranges = [];
    await page.context().route(/\.strategy/, async (route) => {
      ranges.push(route.request().headers().range ?? null);
      if (ranges.length > 1) return route.continue();
      const response = await route.fetch();
      const body = await response.body();
      const { 'content-length': _, ...headers } = response.headers();
      await route.fulfill({ status: 200, headers, body: body.subarray(0, body.length >> 1) });
    });
    await openSettings(page);
    const row = rowOf(page, packs.strategy).first();
    await row.getByRole('button', { name: new RegExp(`^${packs.load}`) }).click();
    await row.getByText(packs.cut).waitFor();
    test.check(true, 'a cut is said');
    await row.getByRole('button', { name: new RegExp(`^${packs.resume}`) }).click();
    await row.getByText(packs.here).waitFor();
    test.check(ranges.length === 2 && ranges[0] === null && /^bytes=[1-9]\d*-$/.test(ranges[1] ?? ''), 'it goes on from where it was', ranges);
    await page.addInitScript(() => {
      globalThis.answers = [];
      const { Worker } = globalThis;
      globalThis.Worker = class extends Worker {
        constructor(...words) {
          super(...words);
          this.addEventListener('message', ({ data }) => data.kind === 'answer' && globalThis.answers.push(data.json));
        }
      };
    });
    await page.reload();
    await begin(page, 'pylos', { choose: () => page.locator('input[type=range]').fill('11') });
    await settle(page);
    await touch(page, 'pylos', '1b2');
    const sure = () => globalThis.answers.map((json) => JSON.parse(json)).some(({ move, chance, position }) => move && chance === 1 && position?.endsWith(' b'));
    await page.waitForFunction(sure);
    test.check(true, 'the highest level knows that it wins, without a search');
  });
}

export const tests = [
  { name: 'packs of tables offline', run: offline },
  { name: 'packs that were cut', run: strategy },
];
