// Exact values out of tables that the page reads by ranges of bytes: what is said, and what is said when the network is
// slow, cut or lying. A small pyramid is enough for that.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, texts } from './harness.mjs';
import { codeOf, goTo } from './table.mjs';

const { live, tables, worth } = texts.en.study;
const GAME = { game: 'pylos:base=3', plies: [] };
const FILES = /\/tables\/pylos.*\.ludt/;
const MOST_BYTES = 64_000;

/** A server with the tables of a small pyramid. */
async function withTables(test, work) {
  const folder = mkdtempSync(join(tmpdir(), 'ludoteca-oracle-'));
  execFileSync(test.program, ['tables', 'build', GAME.game, '--dir', folder], { stdio: 'ignore' });
  const server = await startServer(test.program, process.env.LUDOTECA_PAGE, { more: ['--dir', folder] });
  test.address = server.address;
  try {
    await work();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function analyse(page, line = GAME) {
  await goTo(page, `#/analyse/s/${codeOf(line)}`);
  await page.locator('[role=grid]').waitFor();
}

/** Values, distances and the only move, of few bytes, and of none the second time. */
async function values(test) {
  await withTables(test, async () => {
    const page = await test.page();
    let bytes = 0;
    page.context().on('response', async (response) => {
      if (response.url().includes('/tables/')) bytes += (await response.body().catch(() => '')).length;
    });
    await analyse(page);
    await page.getByText(live.fromTables).waitFor();
    const found = await page.locator('ol li .worth').allTextContents();
    test.check(found.length > 0 && found.every((text) => /(wins|loses) in \d+/.test(text)), 'every move tells how soon it ends', found);
    test.check(bytes > 500 && bytes < MOST_BYTES, `all moves of the start: ${bytes} bytes, the list included`);
    await page.reload();
    bytes = 0;
    await page.getByText(live.fromTables).waitFor();
    test.check(bytes < 10_000, `once more, from what is kept: ${bytes} bytes, the list`);
  });
}

/** Each fault is said, the analysis goes on, and another try finds everything. */
async function faults(test) {
  const lie = async (route) => {
    const response = await route.fetch();
    const body = Buffer.from(await response.body());
    body[Math.floor(body.length / 2)] ^= 1;
    await route.fulfill({ response, body });
  };
  const cut = (route) => route.abort();
  test.excuse(/net::ERR_FAILED/);
  await withTables(test, async () => {
    for (const [fault, said, what] of [[lie, tables.damaged, 'a flipped bit'], [cut, tables.cut, 'a cut network']]) {
      const page = await test.page();
      await page.context().route(FILES, fault);
      await analyse(page);
      await page.getByText(said).waitFor();
      test.check(true, `${what} is said`);
      await page.locator('ol li .worth').first().waitFor();
      test.equal(await page.getByText(live.fromTables).count(), 0, 'the analysis goes on without');
      await page.context().unroute(FILES);
      await page.getByRole('button', { name: tables.again }).click();
      await page.getByText(live.fromTables).waitFor();
      test.equal(await page.getByText(said).count(), 0, 'another try finds everything');
      await page.context().close();
    }
  });
}

async function slow(test) {
  await withTables(test, async () => {
    const page = await test.page();
    let go = () => {};
    const wait = new Promise((resolve) => (go = resolve));
    await page.context().route(FILES, async (route) => {
      await wait;
      await route.continue();
    });
    await analyse(page);
    await page.getByText(tables.slow).waitFor();
    test.check(true, 'a slow network is said');
    go();
    await page.getByText(live.fromTables).waitFor();
    test.equal(await page.getByText(tables.slow).count(), 0, 'and then the values are there');
    test.check(await page.locator('ol li .worth').first().textContent() !== worth.draws, 'with what they are worth');
  });
}

export const tests = [
  { name: 'tables by pieces', run: values },
  { name: 'tables that lie or can not be reached', run: faults },
  { name: 'tables from afar', run: slow },
];
