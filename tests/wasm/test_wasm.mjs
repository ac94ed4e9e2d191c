// Holds the library in WebAssembly against the native program: the same rules, the same searches.
//     node test_wasm.mjs LUDOTECA.wasm LUDOTECA [--speed]
// With --speed it also says how much slower the search is there.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { GAMES, plies, VARIANTS } from '../web/lines.mjs';
import { line, load, weightsFile } from './host.mjs';

const [wasmPath, program, ...options] = process.argv.slice(2);

let cases = 0;
let failures = 0;

function report(passed, name, note) {
  cases++;
  if (!passed) {
    failures++;
    if (note) console.log(`# ${String(note).slice(0, 2000).replaceAll('\n', '\n# ')}`);
  }
  console.log(`${passed ? 'ok' : 'not ok'} ${cases} - ${name}`);
}

function native(...words) {
  const env = { ...process.env, LUDOTECA_TABLES: '', LANG: 'C' };
  return execFileSync(program, words, { encoding: 'utf8', env });
}

/** A generator that needs no seed from outside: the same games every time. */
function makeRandom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Answers to be held against their schemas; of the many that random games lead to, all only in the long form. */
const answers = [];
const OFTEN = ['moves', 'situation'];
const STEP = process.env.LUDOTECA_TEST_LONG ? 1 : 15; // odd, so that it meets both
let heardOften = 0;
const heard = (verb, answer) => {
  if (!OFTEN.includes(verb) || heardOften++ % STEP === 0) answers.push(JSON.stringify([verb, answer]));
};

// -- the same behaviour ---------------------------------------------------------------------------

function testSignatures(engine) {
  const words = ['bench', '--json', '--repeats', '1', '--seconds', '1', ...GAMES];
  const bench = JSON.parse(native(...words)).games;
  for (const { game, signature, search } of bench) {
    const found = engine.ask('bench', game, 'signature').signature;
    report(found === signature, `${game}: signature ${signature}`, `here ${found}`);
    const walked = engine.ask('bench', game, 'search');
    report(walked.nodes === search.nodes, `${game}: ${search.nodes} nodes searched`, `here ${walked.nodes}`);
    if (options.includes('--speed')) {
      const there = search.nodes_per_cpu_second;
      const ratio = (there / walked.nodes_per_cpu_second).toFixed(2);
      console.log(`# ${game}: ${Math.round(walked.nodes_per_cpu_second)} nodes a second, native ${there}, ${ratio} times as many`);
    }
  }
}

/** Plays a random game here and, now and then, asks both what is legal and how it stands. */
function compareGame(engine, game, seed) {
  const random = makeRandom(seed);
  const plies = [];
  const stops = new Set([1, 8, 20, 45, 90].map((ply) => ply + random(5)));
  for (;;) {
    const listed = engine.ask('moves', ...line(game, plies));
    const situation = engine.ask('situation', ...line(game, plies));
    if (situation.plies !== plies.length) return `${plies.join(' ')}: ${situation.plies} plies`;
    if (stops.has(plies.length) || listed.moves.length === 0) {
      const words = [game, '--json', ...(plies.length ? ['--moves', plies.join(' ')] : [])];
      const fault = differ(listed, JSON.parse(native('moves', ...words))) ?? differ(situation, JSON.parse(native('show', ...words)));
      if (fault) return `${plies.join(' ')}\n${fault}`;
    }
    if (listed.moves.length === 0 || plies.length > 100) return null;
    plies.push(listed.moves[random(listed.moves.length)].move);
  }
}

/** Whatever the program says, this module must say as well; it may say more. */
function differ(found, wanted) {
  const key = Object.keys(wanted).find((name) => JSON.stringify(found[name]) !== JSON.stringify(wanted[name]));
  return key === undefined ? null : `${key}: ${JSON.stringify(found[key])}\nnative:\n${JSON.stringify(wanted[key])}`;
}

function testGames(engine) {
  for (const [index, game] of VARIANTS.entries()) {
    const fault = compareGame(engine, game, 7919 * (index + 1));
    report(fault === null, `${game}: a random game has the same legal moves`, fault);
  }
}

/** One thread and a fixed number of nodes: both must think exactly alike. */
/** What could be played next is what situations after every reply offer together. */
function testAnswers(engine) {
  for (const game of GAMES) {
    const moves = plies[game].slice(0, 7);
    const { seat, ways } = engine.ask('situation', ...line(game, moves));
    const mine = seat === 1 ? 2 : 1;
    const after = ways.map(({ move }) => engine.ask('situation', ...line(game, [...moves, move])));
    const wanted = after.flatMap((next) => (next.seat === mine && next.awaits === 'move' ? next.ways : []));
    const sorted = (list) => JSON.stringify([...new Set(list.map((way) => JSON.stringify(way)))].sort());
    const found = engine.ask('answers', ...line(game, moves), String(mine)).ways;
    const isEach = new Set(found.map((way) => JSON.stringify(way))).size === found.length;
    report(isEach && sorted(found) === sorted(wanted), `${game}: ${found.length} answers to ${ways.length} replies`, sorted(found));
  }
}

function testAnalysis(engine) {
  for (const game of GAMES) {
    const plies = game === 'dados' ? ['8'] : [];
    const { lines } = JSON.parse(native('analyse', game, '--json', '--nodes', '3000', '--lines', '2', '--threads', '1',
      '--hash', '32', ...(plies.length ? ['--moves', plies.join(' ')] : [])));
    const found = engine.ask('analyse', ...line(game, plies), '2', '0', '3000', '0').lines;
    const brief = ({ move, value, chance, depth, line: moves }) => JSON.stringify([move, value, chance, depth, moves]);
    report(String(found.map(brief)) === String(lines.map(brief)), `${game}: finds the same lines`,
      `${found.map(brief)}\nnative:\n${lines.map(brief)}`);
  }
}

/** The page's analysis names openings of Six that are proved, as the program does. */
function testBook(engine) {
  for (const moves of [['-1,0', '0,1', '0,-1'], ['-1,0', '0,1', '0,-1', '1,1']]) {
    const words = ['--json', '--nodes', '3000', '--lines', '20', '--threads', '1', '--hash', '32', '--moves', moves.join(' ')];
    const proved = ({ lines }) =>
      String(lines.filter((way) => way.proven).map((way) => [way.move, way.wins_in, way.loses_in, way.bound]).sort());
    const found = proved(engine.ask('analyse', ...line('six', moves), '20', '0', '3000', '0'));
    const wanted = proved(JSON.parse(native('analyse', 'six', ...words)));
    report(found !== '' && found === wanted, `six: what the book says after ${moves.join(' ')}`, `${found}\nnative:\n${wanted}`);
  }
}

// -- weights --------------------------------------------------------------------------------------

function testWeights() {
  const fresh = load(wasmPath, { heard });
  const judged = VARIANTS.filter((game) => fresh.ask('missing', game).weights !== null);
  report(judged.length > 0, `${judged.length} rules are judged by weights that are brought`);
  for (const game of judged) {
    const asked = ['analyse', ...line(game), '1', '0', '0', '1'];
    const name = fresh.ask('missing', game).weights;
    const early = name && fresh.ask(...asked).error;
    const bytes = name && readFileSync(weightsFile(name));
    const short = name && fresh.ask('holdWeights', game, bytes.subarray(2)).error;
    report(name === null || (early && short), `${game}: not without its weights, nor with a part of them`, name);
    fresh.bring(game);
    const { error } = fresh.ask(...asked);
    report(fresh.ask('missing', game).weights === null && !error, `${game}: judged once they are there`, JSON.stringify(error));
  }
  report(fresh.ask('missing', 'oware').weights === null && fresh.ask('holdWeights', 'oware', 'abc').error, 'others need none');
}

// -- limits, memory, errors -----------------------------------------------------------------------

function testLimits(engine) {
  const began = performance.now();
  engine.ask('choose', ...line('oware'), 'max', '150', '0', '0', '1');
  const took = performance.now() - began;
  report(took < 1000, 'a move within 150 ms comes in time', `${took} ms`);
}

function testInterruption() {
  let looks = 0;
  const told = [];
  const engine = load(wasmPath, { isInterrupted: () => ++looks > 20, progress: (found) => told.push(found), heard });
  const began = performance.now();
  const found = engine.ask('analyse', ...line('pylos'), '2', '60000', '0', '0');
  report(found.lines?.length > 0 && performance.now() - began < 5000, 'an analysis is ended from outside', JSON.stringify(found));
  report(told.length > 0 && told[0].lines.length > 0, 'and told of its progress before');
  const review = engine.ask('review', ...line('oware', ['A', 'a']), '60000', '0', '0');
  report(review.error !== undefined, 'a review that is ended has no answer', JSON.stringify(review).slice(0, 200));
}

function testMemory() {
  const engine = load(wasmPath, { heard });
  const before = engine.memoryBytes();
  while (engine.ask('holdTables', 'oware', '8').more);
  engine.ask('analyse', ...line('oware'), '1', '0', '0', '6');
  const grown = engine.memoryBytes();
  report(grown > before && grown < 128 << 20, `memory grows as it is needed, to ${grown >> 20} MiB`);
  for (const game of GAMES) engine.bring(game);
  for (const game of [...GAMES, ...GAMES]) engine.ask('analyse', ...line(game), '1', '0', '0', '2');
  report(engine.memoryBytes() < grown + (48 << 20), 'and not with every game', `${engine.memoryBytes()}`);
  const ending = '0-0-1-0-0-0-1-0-0-1-0-0-22-23-S';
  const wanted = JSON.parse(native('analyse', 'oware', '--json', '--depth', '20', '--threads', '1', '--position', ending));
  while (engine.ask('holdTables', 'oware', '8').more);
  const found = engine.ask('analyse', ...line('oware', [], ending), '1', '0', '0', '2').lines[0];
  report(found.seeds_least !== undefined && found.move === wanted.lines[0].move, 'tables tell how small endings end', JSON.stringify(found));
}

function testErrors(engine) {
  const bad = [
    [], ['nothing'], ['situation'], ['situation', 'chess'], ['situation', ...line('oware', ['z'])],
    ['situation', ...line('six', [], 'r:0,0')], ['preview', ...line('oware'), 'a'], ['roll', ...line('oware'), '1'],
    ['choose', ...line('oware'), 'level=99'], ['hint', ...line('dados:players=4', ['8'])], ['readRecords', 'what is this'],
    ['writeRecord', ...line('six'), 'ogn', '0', '0'], ['nextGame', 'oware', '1', '1', '5', '6', 'oware', '1', '1-0'],
  ];
  const faults = bad.filter((pieces) => {
    const { error } = engine.ask(...pieces);
    return typeof error?.key !== 'string' || !Array.isArray(error.args) || error.args.some((arg) => typeof arg !== 'string');
  });
  report(faults.length === 0, `${bad.length} bad requests are refused with a message`, JSON.stringify(faults));
  report(engine.ask('situation', ...line('oware')).seat === 1, 'and the next good one is answered');
}

/** Tables give way to whoever wants something else, and are finished later. */
function testHolding() {
  let isWanted = true;
  const engine = load(wasmPath, { isInterrupted: () => isWanted, heard });
  const hold = () => engine.ask('holdTables', 'oware', '9');
  let more = true;
  for (let i = 0; i < 60; i++) more &&= hold().more;
  report(more, 'a piece of a table that is interrupted is not taken for done');
  isWanted = false;
  let pieces = 1;
  while (hold().more && pieces < 60) pieces++;
  report(pieces > 1 && pieces <= 30, `and the rest is worked out later, in ${pieces} pieces`);
}

// -- tables by pieces -----------------------------------------------------------------------------

/** Brings whatever the engine wants for a position, out of the files of a folder; how many bytes that took. */
function settle(engine, folder, game, asked) {
  let taken = 0;
  for (let round = 0; round < 40; round++) {
    const { pieces } = engine.ask('wanted', ...asked);
    if (pieces.length === 0) return taken;
    for (const { file, at, bytes } of pieces) {
      const piece = readFileSync(join(folder, file)).subarray(at, at + bytes);
      taken += bytes;
      if (engine.ask('bring', game, file, String(at), piece).piece !== 'taken') throw new Error(`${file} at ${at}`);
    }
  }
  throw new Error('there is no end of it');
}

/** What the native program says of a position, from whole files. */
function probeNatively(folder, game, position) {
  const loose = game.startsWith('oware') ? ['--fragment'] : [];
  return JSON.parse(native('tables', 'probe', game, '--dir', folder, '--json', ...loose, '--position', position));
}

function testPieces(engine) {
  const folder = mkdtempSync(join(tmpdir(), 'ludoteca-pieces-'));
  const oware = 'oware:slam=nocapture,cycle=split';
  try {
    const build = (...words) => execFileSync(program, ['tables', 'build', ...words, '--dir', folder], { stdio: 'ignore' });
    build('pylos:base=3');
    build(oware, '--seeds', '12', '--columns', 'value'); // 12: with a model
    const files = readdirSync(folder).filter((name) => name.endsWith('.ludt'));
    const offer = files.flatMap((name) => [name, String(statSync(join(folder, name)).size)]);
    const cases = [
      ['pylos:base=3', '.../.../...|../..|. w'], ['pylos:base=3', 'wb./.w./...|../..|. b'],
      [oware, '1-0-2-0-1-2-0-3-0-1-1-1-0-0-S'], [oware, '0-0-0-0-0-1-0-0-0-0-1-1-0-0-N'], [oware, '12-0-0-0-0-0-0-0-0-0-0-0-0-0-S'],
    ];
    for (const [game, position] of cases) {
      const asked = [game, position, game.startsWith('oware') ? 'fragment' : '', '', '0', '0'];
      engine.ask('expect', game, String(files.length), ...offer);
      const taken = settle(engine, folder, game, asked);
      const found = engine.ask('probe', ...asked);
      const wanted = probeNatively(folder, game, position);
      report(found.known && JSON.stringify(found) === JSON.stringify(wanted), `${game} ${position}: by pieces (${taken} bytes) as from files`, JSON.stringify({ found, wanted }));
    }
    const spoilt = readFileSync(join(folder, 'pylos.base=3.distance.3.ludt'));
    spoilt[200] ^= 4;
    const asked = ['pylos:base=3', 'wb./.w./...|../..|. b', '', '', '0', '0'];
    const fresh = load(wasmPath, { heard });
    fresh.ask('expect', 'pylos:base=3', String(files.length), ...offer);
    fresh.ask('wanted', ...asked);
    report(fresh.ask('bring', 'pylos:base=3', 'pylos.base=3.distance.3.ludt', '0', spoilt).piece === 'damaged', 'a flipped bit is found');
    report(fresh.ask('bring', 'pylos:base=3', 'pylos.base=3.distance.3.ludt', '7', spoilt).piece === 'unasked', 'what nobody wants is told apart');
    fresh.ask('giveUp', 'pylos:base=3', 'pylos.base=3.distance.3.ludt', '0');
    settle(fresh, folder, 'pylos:base=3', asked);
    const without = fresh.ask('probe', ...asked);
    report(without.known && without.value !== null && without.plies === null, 'without distances it is known who wins');
    report(Boolean(fresh.ask('wanted', ...line('six')).error), 'a game without tables says so');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// -- strategies -----------------------------------------------------------------------------------

/** By the strategies that the page offers as packs, `max` never loses as second player. */
function testStrategies(random) {
  const foes = ['random', 'greedy', 'level=6', 'max'];
  for (const game of ['pylos', 'pylos:variant=child', 'pylos:variant=expert,recovery=may']) {
    const engine = load(wasmPath, { heard });
    const file = readFileSync(new URL(`../../data/${game.replace(':', '.')}.strategy`, import.meta.url));
    const spoilt = Buffer.from(file);
    spoilt[file.length >> 1] ^= 16;
    report(Boolean(engine.ask('holdStrategy', game, spoilt).error), `${game}: a damaged strategy is refused`);
    report(!engine.ask('holdStrategy', game, file).error, `${game}: a strategy is taken`);
    engine.ask('choose', ...line('oware'), 'max', '0', '10', '0', '1'); // another game in between: it is not forgotten
    const games = process.env.LUDOTECA_TEST_LONG ? 100 : 8;
    let won = 0;
    for (let i = 0; i < games; i++) {
      const played = [];
      let state = engine.ask('situation', ...line(game));
      while (!state.result) {
        const player = played.length % 2 === 1 ? 'max' : foes[i % foes.length];
        const { move } = engine.ask('choose', ...line(game, played), player, '0', '300', '0', String(random(1e9)));
        played.push(move);
        state = engine.ask('situation', ...line(game, played));
      }
      won += state.result.result === '0-1';
    }
    report(won === games, `${game}: the second player wins ${won} of ${games} games`);
  }
}

// -- as a program ---------------------------------------------------------------------------------

/** `engine.mjs`, which lets the module play matches, hands on what it is asked and what it is answered. */
function testProtocol(engine) {
  const played = ['-1,0', '0,1'];
  const { move } = engine.ask('choose', ...line('six', played), 'max', '0', '500', '0', '1');
  const input = `uci\nisready\nposition startpos moves ${played.join(' ')}\ngo nodes 500\nposition startpos moves 9,9\ngo nodes 1\nquit\n`;
  const program = fileURLToPath(new URL('engine.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, wasmPath, 'six'], { input, encoding: 'utf8' });
  const expected = new RegExp(`uciok\nreadyok\nbestmove ${move}\ninfo string error: .*9,9.*\nbestmove 0000\n$`);
  report(status === 0 && expected.test(stdout), `engine.mjs plays ${move} and says what can not be played`, `${stdout}${stderr}`);
}

// -- shapes ---------------------------------------------------------------------------------------

/** Answers of this test, and one of each request that was not made yet, are as data/schema says. */
function testShapes(engine) {
  const rest = [
    ['games'], ['prose', 'six', 'es'], ['preview', ...line('pylos'), '1a1'], ['roll', ...line('dados'), '7'],
    ['readMove', ...line('dados'), '8:c5'], ['readRecords', '[Game "oware"]\n[South "Ana"]\n\n{a} 1. C c {so} 2. D *\n'],
    ['writeRecord', ...line('oware', ['C']), 'ludo', '0', '0'], ['nextGame', 'dados:players=3', '7', '0'],
    ['hint', ...line('six'), '0', '200', '0'], ['review', ...line('dados', ['8', 'c5', '7']), '0', '50', '0'],
    ['analyse', ...line('dados'), '1', '0', '110', '0'],
  ];
  for (const pieces of rest) engine.ask(...pieces);
  const check = spawnSync('python3', [fileURLToPath(new URL('check_shapes.py', import.meta.url))], {
    input: answers.join('\n'), encoding: 'utf8',
  });
  report(check.status === 0, `${answers.length} answers are as their schemas say`, `${check.stdout}${check.stderr}`);
}

const size = gzipSync(readFileSync(wasmPath), { level: 9 }).length;
report(size < 300_000, `${size} bytes, compressed`);
const engine = load(wasmPath, { heard });
for (const game of VARIANTS) engine.bring(game);
testWeights();
testSignatures(engine);
testGames(engine);
testAnswers(engine);
testAnalysis(engine);
testBook(engine);
testLimits(engine);
testInterruption();
testMemory();
testErrors(engine);
testHolding();
testPieces(engine);
testStrategies(makeRandom(18));
testProtocol(engine);
testShapes(engine);
console.log(`1..${cases}`);
process.exitCode = failures ? 1 : 0;
