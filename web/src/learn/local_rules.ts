// The rules without a worker, for tests: the same library, asked in this process.

import type { Channel } from '../engine/channel';
import { EngineModule } from '../engine/module';
import { rulesClient } from '../engine/rules';
import { LudotecaError, type RulesClient } from '../engine/types';

export async function localRules(): Promise<RulesClient> {
  const files = await import('node' + ':fs'); // the page knows no types of Node's
  const module = new WebAssembly.Module(files.readFileSync(new URL('../engine/ludoteca.wasm', import.meta.url)));
  const engine = new EngineModule(module, { isInterrupted: () => false, progress: () => {} });
  const ask = async (pieces: string[]): Promise<string> => {
    const json = engine.ask(pieces);
    if (json.startsWith('{"error":')) throw new LudotecaError(JSON.parse(json).error);
    return json;
  };
  return rulesClient({ ask } as unknown as Channel);
}
