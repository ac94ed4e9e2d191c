// One instance of the C library, and the little that it wants from its host.

import { encodePieces } from './pieces';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  lud_wasm_alloc(size: number): number;
  lud_wasm_free(pointer: number): void;
  lud_wasm_ask(pointer: number, size: number): number;
  lud_wasm_answer_size(): number;
}

export interface Host {
  isInterrupted(): boolean;
  progress(json: string): void;
  /** Decodes a Zstandard frame into `bytes`; false if it does not fill them exactly. Only tables have such. */
  expand?(frame: Uint8Array, bytes: Uint8Array): boolean;
}

/** What the engine says when it can't go on; the instance is of no further use. */
export class EngineCrash extends Error {}

const SUCCESS = 0;
const NO_SUCH_CALL = 52; // ENOSYS
const MONOTONIC = 1;

export class EngineModule {
  private readonly exports: Exports;
  private readonly decoder = new TextDecoder();
  private printed = '';

  constructor(
    module: WebAssembly.Module,
    private readonly host: Host,
  ) {
    const instance = new WebAssembly.Instance(module, this.imports(module));
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  /** Asks and gets the answer as JSON text; throws EngineCrash. */
  ask(pieces: readonly (string | Uint8Array)[]): string {
    const request = encodePieces(pieces);
    try {
      const pointer = this.exports.lud_wasm_alloc(request.length + 1);
      if (pointer === 0) throw new EngineCrash('out of memory');
      new Uint8Array(this.exports.memory.buffer, pointer, request.length).set(request);
      const answer = this.exports.lud_wasm_ask(pointer, request.length);
      this.exports.lud_wasm_free(pointer);
      if (answer === 0) throw new EngineCrash('out of memory');
      return this.text(answer, this.exports.lud_wasm_answer_size());
    } catch (error) {
      throw error instanceof EngineCrash ? error : new EngineCrash(String(error));
    }
  }

  memoryBytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  private bytes(pointer: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, pointer, size);
  }

  private text(pointer: number, size: number): string {
    return this.decoder.decode(this.bytes(pointer, size));
  }

  private view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  /** The few system calls that C's library makes; every other one is answered with "no such call". */
  private imports(module: WebAssembly.Module): WebAssembly.Imports {
    const system: Record<string, (...args: never[]) => unknown> = {
      clock_time_get: (clock: number, _precision: bigint, result: number) => {
        const ms = clock === MONOTONIC ? performance.now() : Date.now();
        this.view().setBigUint64(result, BigInt(Math.round(ms * 1e6)), true);
        return SUCCESS;
      },
      random_get: (pointer: number, size: number) => {
        crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, pointer, size));
        return SUCCESS;
      },
      fd_write: (_file: number, vectors: number, count: number, result: number) => this.print(vectors, count, result),
      environ_sizes_get: (count: number, size: number) => {
        this.view().setUint32(count, 0, true);
        this.view().setUint32(size, 0, true);
        return SUCCESS;
      },
      environ_get: () => SUCCESS,
      proc_exit: (status: number) => {
        throw new EngineCrash(`exit ${status}`);
      },
    };
    const imports: WebAssembly.Imports = {
      ludoteca: {
        is_interrupted: () => (this.host.isInterrupted() ? 1 : 0),
        progress: (pointer: number, size: number) => this.host.progress(this.text(pointer, size)),
        expand: (frame: number, size: number, bytes: number, wanted: number) =>
          this.host.expand?.(this.bytes(frame, size), this.bytes(bytes, wanted)) ? 1 : 0,
      },
      wasi_snapshot_preview1: {},
    };
    for (const wanted of WebAssembly.Module.imports(module)) {
      if (wanted.module !== 'wasi_snapshot_preview1') continue;
      imports[wanted.module][wanted.name] = system[wanted.name] ?? (() => NO_SUCH_CALL);
    }
    return imports;
  }

  /** What C prints (nothing, unless an assertion fails) belongs on the console, line by line. */
  private print(vectors: number, count: number, result: number): number {
    const view = this.view();
    let written = 0;
    for (let i = 0; i < count; i++) {
      const size = view.getUint32(vectors + 8 * i + 4, true);
      this.printed += this.text(view.getUint32(vectors + 8 * i, true), size);
      written += size;
    }
    view.setUint32(result, written, true);
    const lines = this.printed.split('\n');
    this.printed = lines.pop() ?? '';
    for (const line of lines) console.error(line);
    return SUCCESS;
  }
}
