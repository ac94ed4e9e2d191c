// The engine is loaded once, when first needed. Rules answer at once; thinkers think apart, so
// that the computer's move, a hint and an analysis never wait for each other.

import { LudotecaError, type RulesClient, type ThinkClient } from '../engine/types';

interface EngineModule {
  createRules(): RulesClient;
  createThinker(): ThinkClient;
}

const found = import.meta.glob<EngineModule>('../engine/index.ts');

let loading: Promise<EngineModule> | null = null;
let rulesClient: Promise<RulesClient> | null = null;

function load(): Promise<EngineModule> {
  const loader = Object.values(found)[0];
  if (!loader) return Promise.reject(new LudotecaError({ key: 'engine-missing', args: [] }));
  loading ??= loader().catch((error: unknown) => {
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

export async function newThinker(): Promise<ThinkClient> {
  return (await load()).createThinker();
}
