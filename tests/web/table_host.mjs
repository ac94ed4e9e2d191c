// A host of tables for a test: small ones that are built for it, the server that hands them out, the wire over which a
// browser asks for them, and what they say, as the program itself tells it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, texts } from './harness.mjs';
import { openWire } from './wire.mjs';

const { live, tables, worth } = texts.en.study;

/** Small enough that each file comes whole. */
export const PYRAMID = { game: 'pylos:base=3', build: [] };
/** The largest file has more than a thousand blocks and several parts of its index. */
export const SEEDS = { game: 'oware:slam=nocapture,cycle=split', build: ['--seeds', '13', '--columns', 'value'] };

const signed = (count) => `${count < 0 ? '−' : count > 0 ? '+' : '±'}${Math.abs(count)}`;

/** What the page has to say of a move that is worth this, short and long. */
function wordsOf({ value, plies = null, final_least: least, final_most: most, low }) {
  if (low !== undefined) {
    if (least !== most) throw new Error('a test wants what is certain');
    return [`= ${signed(least)}`, worth.exact(least, signed(least))];
  }
  const turns = Math.ceil((plies ?? 0) / 2);
  if (turns && value !== 0) return value > 0 ? [worth.winsInShort(turns), worth.winsIn(turns)] : [worth.losesInShort(turns), worth.losesIn(turns)];
  return Array(2).fill(value > 0 ? worth.wins : value < 0 ? worth.loses : worth.draws);
}

class Host {
  constructor(program, folder, wire) {
    Object.assign(this, { program, folder, wire });
  }

  /** What the page shows where a game stands: what each move is worth, and which is the only one, if one is. */
  truth({ game, start, plies }) {
    const words = ['tables', 'probe', game, '--json', '--dir', this.folder, ...(start ? ['--position', start] : []), '--moves', plies.join(' ')];
    const { known, moves, only_move: only } = JSON.parse(execFileSync(this.program, words, { encoding: 'utf8' }));
    if (!known) throw new Error(`the tables do not know ${game} ${start} ${plies}`);
    const shown = moves.map((entry) => {
      const [short, long] = wordsOf(entry);
      return `${short}${live.lineOf(entry.move, long)}`;
    });
    return { worths: shown.sort(), only: only && tables.only(only) };
  }
}

/**
 * Does something with a host of tables behind a wire. The page comes over the same wire, or, if the tables are elsewhere,
 * from a server of its own that names the other as the place where they are.
 */
export async function withTables(test, work, { game, build } = PYRAMID, isElsewhere = false) {
  const folder = mkdtempSync(join(tmpdir(), 'ludoteca-tables-'));
  const none = join(folder, 'none');
  const servers = [];
  const serve = async (...more) => {
    servers.push(await startServer(test.program, process.env.LUDOTECA_PAGE, { more }));
    return servers.at(-1).address;
  };
  mkdirSync(none);
  execFileSync(test.program, ['tables', 'build', game, ...build, '--dir', folder], { stdio: 'ignore' });
  const wire = await openWire(await serve('--dir', folder));
  try {
    test.address = isElsewhere ? await serve('--dir', none, '--tables-from', `${wire.address}/tables/`) : wire.address;
    await work(new Host(test.program, folder, wire));
  } finally {
    await wire.close();
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
