// Thinking, in a worker of its own: one request at a time, ended at once when nobody wants it.

import { readAnalysis, readReview } from './answers';
import { errorOf, type Channel } from './channel';
import { STOP } from './messages';
import { limitPieces, linePieces } from './pieces';
import { randomPiece } from './rules';
import type { ThinkClient } from './types';
import type * as wire from './wire';

export const STOPPED = 'stopped';

interface Job {
  pieces: string[];
  onProgress?: (json: string) => void;
  /** What a stopped request is answered with, if it is answered. */
  best?: () => string | null;
  resolve(json: string): void;
  reject(error: Error): void;
  isStopped: boolean;
}

class Thinking {
  private readonly queue: Job[] = [];
  private running: Job | null = null;

  constructor(private readonly channel: Channel) {}

  ask(pieces: string[], onProgress?: (json: string) => void, best?: () => string | null): Promise<string> {
    return new Promise((resolve, reject) => {
      this.queue.push({ pieces, onProgress, best, resolve, reject, isStopped: false });
      this.next();
    });
  }

  stop(): void {
    for (const job of this.queue.splice(0)) job.reject(errorOf(STOPPED));
    const job = this.running;
    if (!job || job.isStopped) return;
    job.isStopped = true;
    if (this.channel.flag) {
      // The worker sees it within a fraction of a millisecond, and answers with what it has.
      Atomics.store(this.channel.flag, STOP, 1);
      if (!job.best) job.reject(errorOf(STOPPED));
      return;
    }
    const best = job.best?.() ?? null;
    if (best !== null) job.resolve(best);
    this.channel.restart(errorOf(STOPPED));
  }

  private next(): void {
    if (this.running) return;
    const job = this.queue.shift();
    if (!job) return;
    this.running = job;
    if (this.channel.flag) Atomics.store(this.channel.flag, STOP, 0);
    const onProgress = job.onProgress && ((json: string) => !job.isStopped && job.onProgress?.(json));
    this.channel
      .ask(job.pieces, onProgress)
      .then(job.resolve, job.reject)
      .finally(() => {
        this.running = null;
        this.next();
      });
  }
}

function freshSeed(): string {
  return randomPiece(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

export function thinkClient(channel: Channel): ThinkClient {
  const thinking = new Thinking(channel);
  return {
    async choose(line, player, limits) {
      const pieces = [...linePieces(line), player, ...limitPieces(limits), freshSeed()];
      return JSON.parse(await thinking.ask(['choose', ...pieces]));
    },
    async hint(line, limits) {
      return JSON.parse(await thinking.ask(['hint', ...linePieces(line), ...limitPieces(limits)]));
    },
    async analyse(line, count, limits, onProgress) {
      let latest: string | null = null;
      const pieces = ['analyse', ...linePieces(line), String(count), ...limitPieces(limits)];
      const tell = (json: string) => {
        latest = json;
        onProgress?.(readAnalysis(JSON.parse(json)));
      };
      return readAnalysis(JSON.parse(await thinking.ask(pieces, tell, () => latest)));
    },
    async review(line, limits, onProgress) {
      const tell = (json: string) => {
        const { done, total } = JSON.parse(json) as wire.Progress;
        onProgress?.(done, total);
      };
      return readReview(JSON.parse(await thinking.ask(['review', ...linePieces(line), ...limitPieces(limits)], tell)));
    },
    prepare: (game) => channel.prepare(game),
    stop: () => thinking.stop(),
  };
}
