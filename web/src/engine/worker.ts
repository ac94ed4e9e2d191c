// A worker that holds one instance of the library and answers one request after the other. When it
// has nothing to do it works out small tables for the game that was asked for, or announced, last, if it has any.

import type { FromWorker, ToWorker } from './messages';
import { EngineModule } from './module';
import type * as wire from './wire';

const TABLE_SEEDS = 10; // a second or so of one processor
const PROGRESS_EVERY_MS = 40;
const THINKING = new Set(['choose', 'hint', 'analyse', 'review']);

let engine: EngineModule | null = null;
let flag: Int32Array | null = null;
let current = 0;
let toldAt = 0;
let tablesFor: string | null = null;
let tablesTimer: ReturnType<typeof setTimeout> | null = null;

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
    const hasMore = (JSON.parse(engine.ask(['holdTables', tablesFor, String(TABLE_SEEDS)])) as wire.HeldTables).more;
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
  if (THINKING.has(pieces[0])) prepare(pieces[1]);
}

function prepare(game: string): void {
  tablesFor = game;
  scheduleTables();
}

onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'ask') {
    answer(message.id, message.pieces);
    return;
  }
  if (message.kind === 'prepare') {
    prepare(message.game);
    return;
  }
  flag = message.flag && new Int32Array(message.flag);
  engine = new EngineModule(message.module, {
    isInterrupted: () => flag !== null && Atomics.load(flag, 0) !== 0,
    progress: tellProgress,
  });
};
