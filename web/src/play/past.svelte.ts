// Looking back at a game without touching it.

import { t } from '../i18n/index.svelte';
import { speak } from '../lib/say.svelte';
import { describePly } from '../model/describe';
import { lineUpTo } from './history';
import type { Stories } from './stories.svelte';
import type { GameTable } from './table.svelte';

export class Past {
  constructor(
    private readonly table: GameTable,
    private readonly stories: Stories,
  ) {}

  /** How many plies have been played in what is looked at. */
  get index(): number {
    return this.table.viewed?.index ?? this.table.saved.line.plies.length;
  }

  /** Looks at the game after `index` plies; at its end the game is live again. */
  async view(index: number): Promise<void> {
    const { table, stories } = this;
    stories.cut();
    const { line } = table.saved;
    const count = line.plies.length;
    const target = Math.min(Math.max(index, 0), count);
    if (target === count) {
      table.viewed = null;
      stories.tell(null);
      return;
    }
    const situation = await table.rules.situation(lineUpTo(line, target));
    const isNext = target === (table.viewed?.index ?? count) + 1;
    table.viewed = { index: target, situation };
    stories.tell(isNext ? situation.last : null);
    if (situation.last) speak(describePly(table.saved, situation.last, t()));
  }
}
