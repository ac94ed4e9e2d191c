// Hints, and whoever is asked for them.

import type { Hint, ThinkClient } from '../engine/types';
import { errorText, t } from '../i18n/index.svelte';
import { thinker } from '../lib/engine';
import { note } from '../lib/say.svelte';
import type { Entering } from './entering.svelte';
import type { GameTable } from './table.svelte';

const HINT_MS = 700;

export class Advice {
  hint: Hint | null = $state.raw(null);
  isAsking = $state(false);
  private client: ThinkClient | null = null;

  constructor(
    private readonly table: GameTable,
    private readonly entering: Pick<Entering, 'refusal'>,
  ) {}

  async adviser(): Promise<ThinkClient> {
    this.client ??= await thinker('advice');
    return this.client;
  }

  async ask(): Promise<void> {
    const { table } = this;
    if (!table.isInteractive || this.isAsking) return;
    if (table.situation.seats > table.situation.sides) return void note(t().play.hintTeam);
    const { epoch } = table;
    this.isAsking = true;
    this.entering.refusal = ''; // what was wrong before would be said instead of the hint
    try {
      const hint = await (await this.adviser()).hint(table.saved.line, { ms: HINT_MS });
      if (epoch === table.epoch) this.hint = hint;
    } catch (error) {
      if (epoch === table.epoch) note(errorText(error), 'error');
    } finally {
      this.isAsking = false;
    }
  }

  stop(): void {
    this.client?.stop();
  }
}
