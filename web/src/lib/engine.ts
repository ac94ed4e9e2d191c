// The engine is loaded once, when first needed. Rules answer at once; thinkers think apart, so
// that the computer's move, a hint and an analysis never wait for each other.

import type { OracleClient, RulesClient, ThinkClient } from '../engine/types';

type EngineModule = typeof import('../engine');

let loading: Promise<EngineModule> | null = null;
let rulesClient: Promise<RulesClient> | null = null;

function load(): Promise<EngineModule> {
  loading ??= import('../engine').catch((error: unknown) => {
    loading = null; // try again next time, e.g. once there is a network
    throw error;
  });
  return loading;
}

export function rules(): Promise<RulesClient> {
  rulesClient ??= load()
    .then((engine) => engine.createRules())
    .catch((error: unknown) => {
      rulesClient = null;
      throw error;
    });
  return rulesClient;
}

let oracleClient: Promise<OracleClient> | null = null;

export function oracle(): Promise<OracleClient> {
  oracleClient ??= load()
    .then((engine) => engine.createOracle())
    .catch((error: unknown) => {
      oracleClient = null;
      throw error;
    });
  return oracleClient;
}

/** Who thinks for what: the computer's moves, hints and offers, the analysis. Each has a worker of its own. */
export type ThinkingFor = 'play' | 'advice' | 'analysis';

const thinkers = new Map<ThinkingFor, Promise<ThinkClient>>();

export function thinker(task: ThinkingFor): Promise<ThinkClient> {
  const known =
    thinkers.get(task) ??
    load()
      .then((engine) => engine.createThinker())
      .catch((error: unknown) => {
        thinkers.delete(task);
        throw error;
      });
  thinkers.set(task, known);
  return known;
}

const IDLE_MS = 4000; // at the latest, however busy the page is

/** Lets a thinker get ready for a game as soon as the page has nothing to do; the answer takes that back. */
export function prepareThinker(task: ThinkingFor, game: string): () => void {
  const prepare = (): void =>
    void thinker(task).then(
      (client) => client.prepare(game),
      () => null,
    );
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(prepare, { timeout: IDLE_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(prepare, IDLE_MS / 2);
  return () => clearTimeout(timer);
}
