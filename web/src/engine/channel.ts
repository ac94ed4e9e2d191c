// A worker as the page sees it: requests in, answers out, and a new worker when one is lost.

import { ASKED, type FromWorker, type ToWorker, type Weights } from './messages';
import type { TableFile } from './pieces_source';
import { LudotecaError } from './types';
import type * as wire from './wire';

/** What a channel needs of a Worker; tests bring their own. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export const CRASHED = 'The engine failed and was started again. Please try once more.';
export const NOT_FETCHED =
  'What the computer has learnt about this game could not be fetched. Check the connection and try again.';

export function errorOf(key: string, ...args: (string | number)[]): LudotecaError {
  return new LudotecaError({ key, args });
}

interface Waiting {
  resolve(json: string): void;
  reject(error: LudotecaError): void;
  onProgress?: (json: string) => void;
}

export class Channel {
  private port: Port | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly makePort: () => Port,
    private readonly module: WebAssembly.Module,
    readonly flag: Int32Array | null,
    private readonly weights: Weights = {},
  ) {}

  /** Resolves with JSON text that is no error; rejects with LudotecaError. */
  ask(pieces: string[], onProgress?: (json: string) => void, files?: TableFile[]): Promise<string> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      if (this.flag) Atomics.add(this.flag, ASKED, 1); // so that it leaves off whatever it does by itself
      this.open().postMessage({ kind: 'ask', id, pieces, ...(files ? { files } : {}) });
    });
  }

  /** Says what will be asked about. */
  prepare(game: string): void {
    this.open().postMessage({ kind: 'prepare', game });
  }

  /** Ends the worker; whoever waits for it is told `error`. The next request starts another. */
  restart(error: LudotecaError): void {
    this.port?.terminate();
    this.port = null;
    if (this.flag) Atomics.store(this.flag, ASKED, 0);
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of lost) request.reject(error);
  }

  private open(): Port {
    if (this.port) return this.port;
    const port = this.makePort();
    port.onmessage = (event) => this.receive(event.data);
    port.onerror = (event) => {
      event.preventDefault?.();
      this.restart(errorOf(CRASHED));
    };
    const flag = this.flag ? (this.flag.buffer as SharedArrayBuffer) : null;
    port.postMessage({ kind: 'begin', module: this.module, flag, weights: this.weights });
    this.port = port;
    return port;
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'crash') {
      console.warn(`engine: ${message.message}`);
      this.restart(errorOf(CRASHED));
      return;
    }
    const request = this.waiting.get(message.id);
    if (!request) return;
    if (message.kind === 'progress') {
      request.onProgress?.(message.json);
      return;
    }
    this.waiting.delete(message.id);
    if (message.json.startsWith('{"version": 1, "error": ')) {
      const { key, args, line, move_number } = (JSON.parse(message.json) as wire.Error).error;
      request.reject(new LudotecaError({ key, args, line, move_number }));
    } else {
      request.resolve(message.json);
    }
  }
}
