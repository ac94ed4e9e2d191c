// The engine in this process: the real library, its worker replaced by an instance here.

import { readFileSync } from 'node:fs';
import { Channel, type Port } from '../engine/channel';
import type { FromWorker, ToWorker } from '../engine/messages';
import { EngineModule } from '../engine/module';
import { rulesClient } from '../engine/rules';
import { thinkClient } from '../engine/thinker';
import { bringWeights } from './weights';

class LocalPort implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  private engine: EngineModule | null = null;

  postMessage(message: ToWorker): void {
    setTimeout(() => this.receive(message), 0);
  }

  terminate(): void {
    this.engine = null;
  }

  private receive(message: ToWorker): void {
    if (message.kind === 'begin') {
      this.engine = new EngineModule(message.module, { isInterrupted: () => false, progress: () => {} });
    } else if (this.engine && message.kind === 'ask') {
      bringWeights(this.engine, message.pieces[1] ?? '');
      const data: FromWorker = { kind: 'answer', id: message.id, json: this.engine.ask(message.pieces) };
      this.onmessage?.({ data } as MessageEvent<FromWorker>);
    }
  }
}

const library = new WebAssembly.Module(readFileSync(new URL('../engine/ludoteca.wasm', import.meta.url)));

export const testRules = rulesClient(new Channel(() => new LocalPort(), library, null));
export const testThinker = thinkClient(new Channel(() => new LocalPort(), library, null));
