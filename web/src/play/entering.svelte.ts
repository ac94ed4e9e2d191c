// A move being entered: the steps so far, what they would do, and why a touch did nothing.

import type { Preview, Step } from '../engine/types';
import { refusedText } from '../i18n/games';
import { t } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
import { speak } from '../lib/say.svelte';
import { entryAt, isComplete, knownPart, moveToPreview, stepBack, takeStep, type Entry } from '../model/entry';
import { promptFor, stageOf } from '../model/prompts';
import type { GameTable } from './table.svelte';

export class Entering {
  chosen: Step[] = $state.raw([]);
  preview: Preview | null = $state.raw(null);
  refusal = $state(''); // why the last touch did nothing

  readonly entry: Entry = $derived.by(
    () => entryAt(this.table.entered.moves, this.chosen) ?? { chosen: [], choices: [], move: null },
  );

  private asked = 0; // previews, so that only the latest is shown

  constructor(
    private readonly table: GameTable,
    private readonly play: (move: string) => void,
  ) {}

  step(step: Step): void {
    if (!this.table.canEnter) return this.refuse();
    const next = takeStep(this.table.entered.moves, this.chosen, step);
    if (!next) return this.refuse();
    this.refusal = '';
    if (isComplete(next)) return this.play(next.move!);
    this.preview = null;
    this.chosen = next.chosen;
    speak(`${t().play.speak.chose(step.cell)} ${this.prompt}`);
    void this.hover(null);
  }

  cancel(): void {
    if (this.chosen.length === 0) return;
    this.chosen = stepBack(this.table.entered.moves, this.chosen).chosen;
    this.refusal = '';
    speak(t().play.speak.cancelled);
    void this.hover(null);
  }

  finish(): void {
    if (this.table.canEnter && this.entry.move !== null) this.play(this.entry.move);
  }

  /** A preview of what the steps so far, and the one under the finger, would do. */
  async hover(step: Step | null): Promise<void> {
    if (this.table.isPlaying) return; // one change of the board, not two
    const steps = step ? [...this.chosen, step] : this.chosen;
    const count = ++this.asked;
    const { entered, situation } = this.table;
    const { moves } = entered;
    // What a move will do that is prepared nobody knows.
    const isKnown = this.table.canEnter && entered === situation;
    const found = isKnown && steps.length > 0 ? moveToPreview(moves, steps) : null;
    if (!found) {
      this.preview = null;
      return;
    }
    const preview = await this.table.rules.preview(this.table.saved.line, found.move).catch(() => null);
    if (count !== this.asked) return;
    this.preview = preview && !found.isWhole ? knownPart(moves, steps, preview) : preview;
  }

  refuse(): void {
    const { table } = this;
    const say = t().play.refused;
    const isPicking = stageOf(this.entry) === 'pick';
    if (!table.isLive || table.isOver) return;
    if (!table.isMyTurn && !table.canEnter) this.refusal = say.wait;
    else if (table.situation.awaits === 'roll') this.refusal = say.rollFirst;
    else this.refusal = this.chosen.length > 0 ? say.midway : refusedText(gameOf(table.saved.line), isPicking);
    speak(this.refusal);
  }

  /** What is wanted from whoever sits here, in a few words. */
  get prompt(): string {
    return promptFor(this.table.entered, this.entry, t());
  }

  /** Another situation: nothing has been entered in it. */
  clear(): void {
    this.chosen = [];
    this.preview = null;
    this.asked += 1;
    this.refusal = '';
  }
}
