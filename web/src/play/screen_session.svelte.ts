// What a screen asks of the game that is played on it, whoever moves: those who sit here, a computer, or people
// elsewhere. What is not said otherwise is as in a game without others.

import type { Situation, Step } from '../engine/types';
import { isScored } from '../model/scores';
import { Advice } from './advice.svelte';
import { Entering } from './entering.svelte';
import { Past } from './past.svelte';
import { Stories } from './stories.svelte';
import { GameTable } from './table.svelte';

export abstract class ScreenSession extends GameTable {
  isEndShown = $state(false);

  readonly entering = new Entering(this, (move) => void this.play(move));
  readonly stories = new Stories();
  readonly past = new Past(this, this.stories);
  readonly advice = new Advice(this, this.entering);

  abstract start(): void;
  abstract close(): void;
  abstract play(move: string): Promise<void>;
  abstract roll(): Promise<void>;
  abstract undo(): Promise<void>;
  abstract redo(): Promise<void>;
  abstract agreeToFinish(): void;
  abstract get canUndo(): boolean;
  abstract get canRedo(): boolean;
  /** Whether hints may be asked for, and the game analysed. */
  abstract get canAdvise(): boolean;
  abstract get canAnalyse(): boolean;
  /** What the engine will be asked to think for; null: nothing. */
  abstract get thinkers(): 'play' | 'advice' | null;
  /** Whether a computer thinks. */
  abstract get isThinking(): boolean;

  /** What is to be said of whoever sits there. */
  abstract remarkOn(seat: number): string;
  /** What the dice show after so many plies, where somebody says so; null: any that add up. */
  abstract facesAt(count: number): [number, number] | null;
  /** Called often while a clock runs. */
  abstract checkClock(now: number): void;

  /** A move that is marked on the board; none: []. */
  get marked(): Step[] {
    return [];
  }

  /** Begins to prepare a move for later, or leaves it, where that can be done. */
  prepare(): void {}

  /** One step back: of a move that is being entered, or that is prepared. True if there was one. */
  stepBack(): boolean {
    if (this.entering.chosen.length === 0) return false;
    this.entering.cancel();
    return true;
  }

  /** How many of the last plies nobody else knows of yet. */
  get unsent(): number {
    return 0;
  }

  /** What somebody has in a series; undefined: there is none. */
  scoreAt(seat: number): number | undefined {
    const { saved } = this;
    return isScored(saved) ? saved.series.score[saved.seating[seat] ?? seat] : undefined;
  }

  /** What the window's title begins with. */
  get headline(): string {
    return '';
  }

  protected show(situation: Situation, animates: boolean): void {
    this.entering.clear();
    this.advice.hint = null;
    this.viewed = null;
    this.situation = situation;
    this.stories.tell(animates ? situation.last : null);
  }
}
