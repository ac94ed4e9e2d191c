// Looking back at a game without touching it.

import { t } from '../i18n/index.svelte';
import { speak } from '../lib/say.svelte';
import { describePly } from '../model/describe';
import { lineUpTo } from './history';
import type { Stories } from './stories.svelte';
import type { GameTable } from './table.svelte';

export class Past {
  /** What will be looked at once the rules have said how it stood. */
  private wanted = $state.raw<number | null>(null);

  constructor(
    private readonly table: GameTable,
    private readonly stories: Stories,
  ) {}

  /** How many plies have been played in what is looked at, or soon will be. */
  get index(): number {
    return this.wanted ?? this.table.viewed?.index ?? this.table.saved.line.plies.length;
  }

  /** Looks at the game after `index` plies; at its end the game is live again. */
  async view(index: number): Promise<void> {
    const { table, stories } = this;
    stories.cut();
    const { line } = table.saved;
    const count = line.plies.length;
    const target = Math.min(Math.max(index, 0), count);
    this.wanted = target;
    if (target === count) {
      this.wanted = table.viewed = null;
      stories.tell(null);
      return;
    }
    const situation = await table.rules.situation(lineUpTo(line, target));
    if (this.wanted !== target) return; // another one meanwhile
    this.wanted = null;
    const isNext = target === (table.viewed?.index ?? count) + 1;
    table.viewed = { index: target, situation };
    stories.tell(isNext ? situation.last : null);
    if (situation.last) speak(describePly(table.saved, situation.last, t()));
  }
}
