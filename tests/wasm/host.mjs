// The least host that the module runs in: Node, without the page's code.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const CPU_TIME = 2;
const GAMES = new URL('../../src/games/', import.meta.url);
const require = createRequire(new URL('../../web/package.json', import.meta.url));

/** An instance; `ask` takes a request's strings and gives its parsed answer, of which `heard` is told as well. */
export function load(path, { isInterrupted = () => false, progress = () => {}, heard = () => {} } = {}) {
  const module = new WebAssembly.Module(readFileSync(path));
  let exports = null;
  const view = () => new DataView(exports.memory.buffer);
  const expand = (frame, size, at, wanted) => {
    const decoded = require('fzstd').decompress(new Uint8Array(exports.memory.buffer, frame, size));
    if (decoded.length !== wanted) return 0;
    new Uint8Array(exports.memory.buffer).set(decoded, at);
    return 1;
  };
  const text = (at, size) => Buffer.from(exports.memory.buffer, at, size).toString();
  const system = {
    // Speeds are measured in the time that this process had, whatever else the machine does.
    clock_time_get: (clock, _precision, result) => {
      const used = process.cpuUsage();
      const cpu = BigInt(used.user + used.system) * 1000n;
      view().setBigUint64(result, clock === CPU_TIME ? cpu : process.hrtime.bigint(), true);
      return 0;
    },
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    proc_exit: (status) => {
      throw new Error(`exit ${status}`);
    },
  };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'wasi_snapshot_preview1') system[name] ??= () => 52;
  }
  exports = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: system,
    ludoteca: {
      is_interrupted: () => (isInterrupted() ? 1 : 0),
      progress: (at, size) => progress(JSON.parse(text(at, size))),
      expand,
    },
  }).exports;
  exports._initialize();
  function ask(...pieces) {
    const parts = pieces.map((piece) => Buffer.from(piece));
    const request = Buffer.concat(parts.flatMap((part) => [Buffer.from(`${part.length}:`), part]));
    const at = exports.lud_wasm_alloc(request.length + 1);
    new Uint8Array(exports.memory.buffer).set(request, at);
    const answer = exports.lud_wasm_ask(at, request.length);
    exports.lud_wasm_free(at);
    const found = JSON.parse(text(answer, exports.lud_wasm_answer_size()));
    heard(pieces[0] ?? '', found);
    return found;
  }
  /** Weights that a game is judged by, if they are not there yet. */
  function bring(game) {
    const { weights } = ask('missing', game);
    if (weights) ask('holdWeights', game, readFileSync(weightsFile(weights)));
  }
  return { ask, bring, memoryBytes: () => exports.memory.buffer.byteLength };
}

export function weightsFile(name) {
  const [path] = readdirSync(GAMES, { recursive: true }).filter((file) => file.endsWith(`/${name}.weights`));
  return new URL(path, GAMES);
}

/** A game as a request's strings. */
export function line(game, plies = [], start = '') {
  return [game, start, '', '', '0', String(plies.length), ...plies];
}
