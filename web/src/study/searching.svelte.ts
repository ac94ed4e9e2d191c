// Live analysis: one search at a time, of where the reader stands; what it found is kept by node.

import type { Analysis, GameLine, ThinkClient } from '../engine/types';
import { errorText, t } from '../i18n/index.svelte';
import { thinker } from '../lib/engine';
import { note } from '../lib/say.svelte';
import { isStop } from './reviewing.svelte';
import type { StudyNode } from './tree';

const LIVE_MS = 300_000; // of one position; then it rests
const ASIDE_MS = 1500; // of a position beside the one that the reader sees
const SETTLE_MS = 120; // stepping quickly asks nothing
const ALL_LINES = 500;
export type LineCount = 1 | 3 | 5 | 'all';

export class Searching {
  isLive = $state(false);
  isBusy = $state(false);
  lineCount: LineCount = $state('all');
  private analyses = $state.raw(new Map<number, Analysis>());
  private token = 0; // changes with every search, so that an earlier one knows that it is too late
  private timer: ReturnType<typeof setTimeout> | null = null;
  private client: ThinkClient | null = null;

  constructor(private readonly retry: () => void) {}

  of(node: StudyNode): Analysis | null {
    return this.analyses.get(node.id) ?? null;
  }

  forget(): void {
    this.analyses = new Map();
  }

  /** Searches here instead, if analysis is live and there is anything to find. */
  search(node: StudyNode, line: GameLine, isNow: boolean): void {
    this.stop();
    if (!this.isLive || node.situation.result) return;
    this.timer = setTimeout(() => void this.think(node, line), isNow ? 0 : SETTLE_MS);
  }

  /** Looks at another position once, for a moment, unless something is known of it. */
  async ask(node: StudyNode, line: GameLine): Promise<void> {
    if (this.of(node)) return;
    try {
      const adviser = await thinker('advice');
      const keep = (found: Analysis): void => void (this.analyses = new Map(this.analyses).set(node.id, found));
      keep(await adviser.analyse(line, 1, { ms: ASIDE_MS }, keep));
    } catch (error) {
      if (!isStop(error)) note(errorText(error), 'error');
    }
  }

  stop(): void {
    this.token += 1;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.isBusy) this.client?.stop();
    this.isBusy = false;
  }

  private async think(node: StudyNode, line: GameLine): Promise<void> {
    this.timer = null;
    const token = this.token;
    const count = this.lineCount === 'all' ? ALL_LINES : this.lineCount;
    const keep = (analysis: Analysis): void => {
      if (token === this.token) this.analyses = new Map(this.analyses).set(node.id, analysis);
    };
    this.isBusy = true;
    try {
      this.client ??= await thinker('analysis');
      if (token !== this.token) return;
      keep(await this.client.analyse(line, count, { ms: LIVE_MS }, keep));
    } catch (error) {
      if (token === this.token && !isStop(error)) {
        this.isLive = false;
        note(errorText(error), 'error', { label: t().app.retry, run: this.retry });
      }
    } finally {
      if (token === this.token) this.isBusy = false;
    }
  }
}
