// The engine as the page uses it. The library is compiled once and shared by all workers.

import { Channel, type Port } from './channel';
import wasmUrl from './ludoteca.wasm?url';
import { oracleClient, rulesClient } from './rules';
import { thinkClient } from './thinker';
import { weightsOfPage } from './weights';
import type { OracleClient, RulesClient, ThinkClient } from './types';

export * from './types';
export { CRASHED } from './channel';
export { STOPPED } from './thinker';

let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl}: ${response.status}`);
  // Streaming wants the right content type; a server without it costs only time.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The library, fetched and compiled by whoever asks first; a failure is not kept. */
function library(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

function makeWorker(): Port {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Port;
}

/** Memory that both see, where the page is isolated enough to have it. */
function makeFlag(): Int32Array | null {
  const isShared = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
  return isShared ? new Int32Array(new SharedArrayBuffer(8)) : null;
}

export async function createRules(): Promise<RulesClient> {
  return rulesClient(new Channel(makeWorker, await library(), null));
}

export async function createThinker(): Promise<ThinkClient> {
  return thinkClient(new Channel(makeWorker, await library(), makeFlag(), weightsOfPage()));
}

export async function createOracle(): Promise<OracleClient> {
  return oracleClient(new Channel(makeWorker, await library(), null));
}
