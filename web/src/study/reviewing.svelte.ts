// The review of a study's main line: asked for once, kept by node, so that variations can grow beside it.

import { STOPPED } from '../engine/thinker';
import { LudotecaError, type GameLine, type Review, type ReviewPly, type ThinkClient } from '../engine/types';
import { errorText } from '../i18n/index.svelte';
import { study } from '../i18n/study';
import { thinker } from '../lib/engine';
import { note, speak } from '../lib/say.svelte';
import type { StudyNode } from './tree';

export const SPEEDS = { quick: 80, usual: 300, deep: 1500 } as const; // ms a position
export type Speed = keyof typeof SPEEDS;

export class Reviewing {
  review: Review | null = $state.raw(null);
  progress: { done: number; total: number } | null = $state.raw(null); // while one is being made
  private byNode = new Map<number, ReviewPly>();
  private reviewer: ThinkClient | null = null;

  of(node: StudyNode): ReviewPly | null {
    return this.review ? (this.byNode.get(node.id) ?? null) : null;
  }

  async start(nodes: StudyNode[], line: GameLine, speed: Speed): Promise<void> {
    this.progress = { done: 0, total: nodes.length };
    try {
      this.reviewer ??= await thinker('advice');
      const review = await this.reviewer.review(line, { ms: SPEEDS[speed] }, (done, total) => {
        if (this.progress) this.progress = { done, total };
      });
      if (!this.progress) return; // it ended just as it was cancelled
      this.byNode = new Map(review.plies.flatMap((ply) => (nodes[ply.ply - 1] ? [[nodes[ply.ply - 1]!.id, ply]] : [])));
      this.review = review;
      speak(study().review.done);
    } catch (error) {
      if (this.progress && !isStop(error)) note(errorText(error), 'error');
    } finally {
      this.progress = null;
    }
  }

  cancel(): void {
    if (!this.progress) return;
    this.progress = null;
    this.reviewer?.stop();
  }

  /** The main line is another one now. */
  forget(): void {
    this.review = null;
    this.byNode.clear();
  }
}

/** Whether an answer did not come because nobody wanted it any more. */
export function isStop(error: unknown): boolean {
  return error instanceof LudotecaError && error.text.key === STOPPED;
}
