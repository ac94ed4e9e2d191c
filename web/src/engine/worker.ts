// A worker that holds one instance of the library and answers one request after the other; before it thinks about a game
// it fetches the weights that the game is judged by, if any. When it has nothing to do it works out small tables for the
// game that was asked for, or announced, last, if it has any.

import { NOT_FETCHED } from './channel';
import { ASKED, STOP, type Ask, type FromWorker, type ToWorker, type Weights } from './messages';
import { EngineModule } from './module';
import { Oracle } from './oracle';
import { readPacked, readWhole } from './pack_files';
import { openShelf, PieceSource } from './pieces_source';
import type * as wire from './wire';

const TABLE_SEEDS = 12; // some five seconds of one processor, the longest piece one
const UNDISTURBED_SEEDS = 10; // a fifth of a second, where a piece can't be left off
const PROGRESS_EVERY_MS = 40;
const THINKING = new Set(['choose', 'hint', 'analyse', 'review']);

let engine: EngineModule | null = null;
let flag: Int32Array | null = null;
let current = 0;
let toldAt = 0;
let tablesFor: string | null = null;
let tablesTimer: ReturnType<typeof setTimeout> | null = null;
let weights: Weights = {};
let isFetching = false;
let strategyFor: string | null = null; // the game whose strategy was looked for last
let isIdle = false; // whatever it does, it does by itself
let taken = 0; // questions that have arrived
let oracle: Promise<Oracle> | null = null;
let expand: ((frame: Uint8Array) => Uint8Array) | null = null; // a library, fetched with the first tables
const waiting: Ask[] = []; // while something is fetched

function tell(message: FromWorker): void {
  postMessage(message);
}

function tellProgress(json: string): void {
  const now = performance.now();
  if (now - toldAt < PROGRESS_EVERY_MS) return;
  toldAt = now;
  tell({ kind: 'progress', id: current, json });
}

function holdTables(): void {
  tablesTimer = null;
  if (!engine || !tablesFor) return;
  try {
    const seeds = String(flag ? TABLE_SEEDS : UNDISTURBED_SEEDS);
    isIdle = true;
    const hasMore = (JSON.parse(engine.ask(['holdTables', tablesFor, seeds])) as wire.HeldTables).more;
    isIdle = false;
    if (!hasMore) tablesFor = null;
  } catch (error) {
    tablesFor = null;
    tell({ kind: 'crash', id: 0, message: String(error) });
  }
  scheduleTables();
}

/** One piece at a time, so that a request never waits for more than that. */
function scheduleTables(): void {
  if (tablesFor && tablesTimer === null) tablesTimer = setTimeout(holdTables, 0);
}

function answer(id: number, pieces: string[]): void {
  current = id;
  toldAt = 0;
  try {
    if (!engine) throw new Error('asked before it began');
    const json = engine.ask(pieces);
    tell({ kind: 'answer', id, json });
  } catch (error) {
    tell({ kind: 'crash', id, message: String(error) });
    return;
  }
  if (THINKING.has(pieces[0])) makeTables(pieces[1]);
}

function makeTables(game: string): void {
  tablesFor = game;
  scheduleTables();
}

/** The name of the weights that a game still lacks. */
function missing(game: string): string | null {
  return engine ? ((JSON.parse(engine.ask(['missing', game])) as Partial<wire.Missing>).weights ?? null) : null;
}

async function bring(game: string, name: string): Promise<void> {
  const response = await fetch(weights[name] ?? name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { error } = JSON.parse(engine!.ask(['holdWeights', game, bytes])) as Partial<wire.Error>;
  if (error) throw new Error(error.text);
}

/** Fetches what a game lacks and goes on with `then`, or at once if it lacks nothing; `failed` if it can't be had. */
function withWeights(game: string, then: () => void, failed: () => void): void {
  const name = missing(game);
  if (name === null) {
    then();
    return;
  }
  whileFetching(bring(game, name).then(then, failed));
}

/** Whatever is asked meanwhile has to wait. */
function whileFetching(fetching: Promise<void>): void {
  isFetching = true;
  void fetching.finally(() => {
    isFetching = false;
    while (!isFetching && waiting.length > 0) take(waiting.shift()!);
  });
}

/** The strategy for a game, if it was downloaded; a damaged one is as good as none. */
async function bringStrategy(game: string): Promise<void> {
  strategyFor = game;
  try {
    const { game: rules } = JSON.parse(engine!.ask(['missing', game])) as Partial<wire.Missing>;
    const bytes = rules ? await readWhole(`${rules.replace(':', '.')}.strategy`) : null;
    if (bytes) engine!.ask(['holdStrategy', game, bytes]);
  } catch {
    strategyFor = null;
  }
}

async function openOracle(): Promise<Oracle> {
  expand = (await import('fzstd')).decompress;
  return new Oracle((pieces) => engine!.ask(pieces), new PieceSource(await openShelf(), readPacked));
}

/** What tables elsewhere know: the engine's own answer, and how it was come by. */
async function consult({ id, pieces: [, ...line], files }: Ask): Promise<void> {
  try {
    oracle ??= openOracle();
    const gathering = await (await oracle).gather(line, files ?? []);
    const answer = engine!.ask(['probe', ...line]);
    const isError = answer.startsWith('{"version": 1, "error": ');
    const told = JSON.stringify(gathering).slice(0, -1);
    tell({ kind: 'answer', id, json: isError ? answer : `${told},"probe":${answer}}` });
  } catch (error) {
    oracle = null;
    tell({ kind: 'crash', id, message: String(error) });
  }
}

/** Into `bytes`, if that is just as much. */
function expandInto(frame: Uint8Array, bytes: Uint8Array): boolean {
  try {
    const decoded = expand!(frame);
    if (decoded.length !== bytes.length) return false;
    bytes.set(decoded);
    return true;
  } catch {
    return false;
  }
}

function take(message: Ask): void {
  const { id, pieces } = message;
  if (isFetching) {
    waiting.push(message);
    return;
  }
  if (pieces[0] === 'oracle') {
    whileFetching(consult(message));
    return;
  }
  if (!THINKING.has(pieces[0])) {
    answer(id, pieces);
    return;
  }
  if (pieces[0] === 'choose' && pieces.includes('max') && strategyFor !== pieces[1]) {
    whileFetching(bringStrategy(pieces[1]).then(() => think(message)));
    return;
  }
  think(message);
}

function think({ id, pieces }: Ask): void {
  const error = { key: NOT_FETCHED, args: [] };
  const refusal = `{"version": 1, "error": ${JSON.stringify(error)}}`;
  withWeights(
    pieces[1],
    () => answer(id, pieces),
    () => tell({ kind: 'answer', id, json: refusal }),
  );
}

/** What can't be fetched now is asked for again, and missed, when somebody wants to know. */
function prepare(game: string): void {
  strategyFor = null; // it may have been downloaded meanwhile
  makeTables(game);
  if (!isFetching) {
    withWeights(
      game,
      () => {},
      () => {},
    );
  }
}

onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'ask') {
    taken++;
    take(message);
    return;
  }
  if (message.kind === 'prepare') {
    prepare(message.game);
    return;
  }
  flag = message.flag && new Int32Array(message.flag);
  weights = message.weights;
  engine = new EngineModule(message.module, {
    isInterrupted: () => flag !== null && (isIdle ? Atomics.load(flag, ASKED) > taken : Atomics.load(flag, STOP) !== 0),
    progress: tellProgress,
    expand: expandInto,
  });
};
