// Exact values out of tables that the page reads by ranges of bytes: what is said, how much goes over the wire for it,
// and what is said when the network is slow, cut or lying. In every browser; small tables are enough for that.

import { texts } from './harness.mjs';
import { PYRAMID, SEEDS, withTables } from './table_host.mjs';
import { Reader } from './tables_reader.mjs';
import { broken, gone, lying, lyingEvery, silent, slow } from './wire.mjs';

const { tables } = texts.en.study;
const START = { game: PYRAMID.game, plies: [] };
const SOON = { game: PYRAMID.game, start: 'b../.w./...|../..|. w', plies: [] };
const LATER = { game: PYRAMID.game, start: 'b.w/bw./b.w|../..|. w', plies: [] }; // after six plies
const THIRTEEN = { game: SEEDS.game, start: '0-1-0-0-0-2-3-1-2-4-0-0-18-17-S', plies: [] };
const FURTHER = { game: SEEDS.game, start: '1-0-4-2-0-0-0-1-0-2-3-0-17-18-S', plies: [] }; // by another part of the index
const MOST_BYTES = 64_000;
const EVERYTHING = /\/tables\//;
const FILES = /\.ludt/;
const LIST = /index\.json/;
/** What Chromium says of wires that are cut; Firefox says nothing of it in the console. */
const OUTAGE = /net::ERR_/;

/** A reader of an analysis of tables behind a wire, in a browser that was never there. */
function reading(work, { tables: kind = PYRAMID, isElsewhere = false, ...options } = {}) {
  return (test) =>
    withTables(test, async (host) => {
      const reader = new Reader(test, await test.open('#/nowhere', options), host);
      await work(test, reader, host.wire);
      reader.end();
    }, kind, isElsewhere);
}

const startsAt = (least, most) => ({ range }) => {
  const at = Number(/\d+/.exec(range));
  return at >= least && at < most;
};

/** A range of each piece, once, and nothing else. */
function checkRanges(test, wire) {
  const files = wire.files();
  const isRange = ({ method, range, status }) => method === 'GET' && /^bytes=\d+-\d+$/.test(range ?? '') && status === 206;
  test.check(files.length > 0 && files.every(isRange), 'files are asked for by ranges only', files);
  test.equal(new Set(files.map(({ path, range }) => `${path} ${range}`)).size, files.length, 'and for no range twice');
}

function checkBytes(test, wire, what) {
  test.check(wire.bytes > 500 && wire.bytes < MOST_BYTES, `${what}: ${wire.bytes} bytes in ${wire.asked.length} requests, the list and all heads included`);
}

/** Values, distances and the only move, of few bytes, and of none the second time. */
async function values(test, reader, wire) {
  await reader.read(START);
  await reader.finds('the start, by the tables');
  checkRanges(test, wire);
  checkBytes(test, wire, 'the start and all its moves');
  wire.clear();
  await reader.view.reload();
  await reader.finds('once more');
  test.equal(wire.files().length, 0, 'from what is kept');
  test.check(wire.bytes < 10_000, `but for the list: ${wire.bytes} bytes`);
}

/** A single position of a game that is under way, from a cold cache. */
async function later(test, reader, wire) {
  await reader.read(LATER);
  await reader.finds('a position after six plies, by the tables');
  checkRanges(test, wire);
  checkBytes(test, wire, 'it and all its moves');
}

/**
 * A file that does not come whole: its head, parts of its index, its model, and single blocks. Whichever of them lies is found
 * out, and is right once the wire is.
 */
async function blocks(test, reader, wire) {
  const kinds = { head: /^bytes=0-/, index: /^bytes=(12544|4352)-/, model: /^bytes=19760-/, block: /^bytes=\d{6}-/ };
  await reader.read(THIRTEEN);
  await reader.finds('a position of thirteen seeds, by the tables');
  checkRanges(test, wire);
  const large = wire.files().filter(({ path }) => path.includes('.13.'));
  for (const [kind, range] of Object.entries(kinds)) test.check(large.some((one) => range.test(one.range)), `a ${kind} was asked for`, large);
  test.check(wire.bytes < 2 * MOST_BYTES, `${wire.bytes} bytes of 1.9 million in ${wire.asked.length} requests`);
}

/** Whatever part of a large file lies, it is found out, said, and mended with the wire. */
function partsLie(kind, isMeant) {
  return async (test, reader, wire) => {
    wire.befall(/\.13\.ludt/, lying, isMeant);
    await reader.read(THIRTEEN);
    await reader.hears(tables.damaged, `a flipped bit in ${kind}`);
    wire.mend();
    await reader.again();
    await reader.finds('another try finds everything');
  };
}

/** Parts of an index whose checksums lie look sound until a block does not fit, and are kept; then they have to come anew. */
async function sums(test, reader, wire) {
  const isIndex = startsAt(1, 19760);
  const inSums = lyingEvery(16, 8);
  const told = new Set();
  wire.befall(/\.13\.ludt/, inSums, (exchange) => isIndex(exchange) && !told.has(exchange.range) && told.add(exchange.range));
  await reader.read(THIRTEEN);
  await reader.finds('a part of an index that lied once is asked for again');
  test.check(told.size > 0, 'it did');
  test.equal(reader.faults, [], 'and nothing is said of it');
  wire.mend();
  wire.befall(/\.13\.ludt/, inSums, isIndex);
  await reader.read(FURTHER);
  await reader.hears(tables.damaged, 'one that goes on lying');
  wire.mend();
  await reader.again();
  await reader.finds('another try finds everything');
}

/** A bit that is flipped in every piece of every file. */
async function lies(test, reader, wire) {
  wire.befall(FILES, lying);
  await reader.read(START);
  await reader.hears(tables.damaged, 'a flipped bit');
  const first = wire.files().filter(({ path, range }) => path === wire.files()[0].path && range === wire.files()[0].range);
  test.equal(first.map(({ isAnew }) => isAnew), [false, true, true], 'a damaged piece is asked for three times, past all caches');
  wire.mend();
  await reader.again();
  await reader.finds('another try finds everything');
  wire.befall(EVERYTHING, gone);
  test.excuse(OUTAGE);
}

/** Entries that are others, in frames that can be read: nothing but the checksum of the block tells. */
async function entries(test, reader, wire) {
  const FIRST = 256 + 16 + 9; // after the header, the index of one block, and what a frame begins with
  wire.befall(FILES, lyingEvery(1, FIRST));
  await reader.read(START);
  await reader.hears(tables.damaged, 'entries that are others');
  wire.mend();
  await reader.again();
  await reader.finds('another try finds everything');
}

/** A bit that is flipped once in each piece is nobody's business. */
async function liesOnce(test, reader, wire) {
  const told = new Set();
  wire.befall(FILES, lying, ({ path, range }) => !told.has(path + range) && told.add(path + range));
  await reader.read(START);
  await reader.finds('what arrives damaged is asked for again');
  test.check(told.size > 0 && wire.files().length === 2 * told.size, 'once', wire.files());
  test.equal(reader.faults, [], 'and nothing is said of it');
  wire.mend();
  wire.clear();
  await reader.view.reload();
  await reader.finds('what is kept is sound');
  test.equal(wire.files().length, 0, 'all of it');
}

/** The connection is cut in the middle of a piece, before it, or with the list. */
async function cuts(test, reader, wire) {
  test.excuse(OUTAGE);
  for (const [line, paths, fault, what] of [[START, LIST, broken, 'a list that breaks off'], [SOON, FILES, broken, 'a piece that breaks off'], [LATER, FILES, gone, 'a server that hangs up']]) {
    wire.befall(paths, fault);
    await reader.read(line);
    await reader.hears(tables.cut, what);
    wire.mend();
    await reader.again();
    await reader.finds('another try finds everything');
  }
}

/** Who gets no answer hears that it takes long, asks again after a while, and hears of it if that is of no use. */
async function silence(test, reader, wire) {
  test.excuse(OUTAGE);
  let count = 0;
  wire.befall(FILES, silent, () => count++ === 0);
  wire.befall(FILES, gone);
  await reader.read(START);
  await reader.until('that it takes long', ({ said }) => said === tables.slow);
  test.check(true, 'that no answer comes is said');
  await reader.hears(tables.cut, 'that none will come');
  wire.mend();
  await reader.again();
  await reader.finds('another try finds everything');
}

/** A network of two kilobytes a second. */
async function slowly(test, reader, wire) {
  wire.befall(EVERYTHING, slow(300, 2000));
  await reader.read(START);
  await reader.until('that it takes long', ({ said }) => said === tables.slow);
  test.check(true, 'a slow network is said');
  await reader.finds('and then the values are there');
  test.equal(reader.faults, [], 'nothing else was said');
}

/** Tables on a host that the page's own names. */
async function elsewhere(test, reader, wire) {
  wire.befall(FILES, lying);
  await reader.read(START);
  await reader.hears(tables.damaged, 'a flipped bit');
  wire.mend();
  await reader.again();
  await reader.finds('another try finds everything');
  wire.clear();
  await reader.read(LATER);
  await reader.finds('another position, by the tables');
  test.equal(wire.asked.filter(({ method }) => method !== 'GET').length, 0, 'nobody is asked whether one may ask');
  checkRanges(test, wire);
}

/**
 * A first visit that goes straight to a long search, while the service worker that keeps the page begins its work. Whatever is
 * fetched goes through it from then on, and may not wait for the search.
 */
async function beginning(test, reader, wire) {
  const held = [];
  wire.befall(/\/sw\.js|\.ludt/, (reply) => held.push(reply));
  const release = (paths) => {
    for (const reply of held.filter(({ exchange }) => paths.test(exchange.path))) reply.send();
  };
  await reader.read(THIRTEEN);
  await reader.until('a search', ({ worths, state }) => worths.length > 0 && /\d/.test(state));
  await reader.until('that it takes long', ({ said }) => said === tables.slow);
  wire.mend();
  release(/sw\.js/);
  await reader.view.wait('a service worker', () => navigator.serviceWorker.controller !== null);
  release(FILES);
  await reader.finds('what else is asked for comes meanwhile');
}

export const tests = [
  { name: 'tables that do not answer', run: reading(silence) },
  { name: 'tables by pieces', run: reading(values) },
  { name: 'tables of a later position', run: reading(later) },
  { name: 'tables of many blocks', run: reading(blocks, { tables: SEEDS }) },
  { name: 'tables with a head that lies', run: reading(partsLie('a head', startsAt(0, 1)), { tables: SEEDS }) },
  { name: 'tables with an index that lies', run: reading(partsLie('an index', startsAt(1, 19760)), { tables: SEEDS }) },
  { name: 'tables with an index whose checksums lie', run: reading(sums, { tables: SEEDS }) },
  { name: 'tables with a model that lies', run: reading(partsLie('a model', startsAt(19760, 19761)), { tables: SEEDS }) },
  { name: 'tables with blocks that lie', run: reading(partsLie('a block', startsAt(19761, Infinity)), { tables: SEEDS }) },
  { name: 'tables that lie', run: reading(lies) },
  { name: 'tables whose entries lie', run: reading(entries) },
  { name: 'tables that lie once', run: reading(liesOnce) },
  { name: 'tables that are cut', run: reading(cuts) },
  { name: 'tables from afar', run: reading(slowly) },
  { name: 'tables at the first visit', run: reading(beginning, { tables: SEEDS, serviceWorkers: 'allow' }) },
  { name: 'tables of another host', run: reading(elsewhere, { isElsewhere: true }) },
];
