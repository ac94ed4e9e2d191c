// A game being played on this device. Its parts each do one thing (enter a move, tell it, keep the clocks, think, advise,
// look back); here is how they follow from one another, ply after ply.

import type { Ending, GameLine, RulesClient, Situation } from '../engine/types';
import { errorText, t } from '../i18n/index.svelte';
import { note, speak } from '../lib/say.svelte';
import { motion, settings } from '../lib/settings.svelte';
import { personSeats } from '../model/names';
import { randomBits } from '../model/newgame';
import { noteOf, notesOf } from '../model/notes';
import type { SavedGame } from '../model/saved';
import { counted, uncounted } from '../model/scores';
import { nextDeed, paceOf } from './deeds';
import { playedAgain, takenBack, undoTarget, type Trail } from './history';
import { Opponent } from './opponent.svelte';
import { ScreenSession } from './screen_session.svelte';
import { tellPly } from './telling';
import { Timekeeping } from './timekeeping';

export class GameSession extends ScreenSession {
  isPaused = $state(false); // computers only

  readonly canAdvise = true;
  readonly canAnalyse = true;
  readonly clocks = new Timekeeping(this);
  readonly opponent = new Opponent();

  /** Throws LudotecaError when the game that was kept is not possible. */
  static async open(rules: RulesClient, saved: SavedGame): Promise<GameSession> {
    const situation = await rules.situation(saved.line);
    const notes = saved.notes.every(({ took }) => took !== undefined) ? saved.notes : await notesOf(rules, saved.line);
    const session = new GameSession(rules, { ...saved, notes }, situation);
    session.isPaused = session.isWatched && saved.line.plies.length > 0;
    session.isEndShown = situation.result !== null;
    return session;
  }

  /** Nobody but computers plays. */
  get isWatched(): boolean {
    return personSeats(this.saved).length === 0;
  }

  get thinkers(): 'play' | 'advice' {
    return personSeats(this.saved).length < this.saved.seating.length ? 'play' : 'advice';
  }

  remarkOn(): string {
    return '';
  }

  facesAt(): null {
    return null;
  }

  get isThinking(): boolean {
    return this.opponent.isThinking;
  }

  start(): void {
    void this.proceed();
  }

  close(): void {
    this.stopThinking();
    this.advice.stop();
    this.clocks.stop();
  }

  /* Plies and what follows from them. */

  async play(ply: string): Promise<void> {
    const epoch = ++this.epoch;
    const { line, notes, undone } = this.saved;
    const next: GameLine = { ...line, plies: [...line.plies, ply] };
    const situation = await this.judged(next);
    if (!situation || epoch !== this.epoch) return;
    const made = noteOf(ply, this.situation, situation);
    const isRedone = undone.at(-1) === ply;
    const clock = this.clocks.afterPly(made, situation);
    this.show(situation, true);
    this.keep({ line: next, notes: [...notes, made], undone: isRedone ? undone.slice(0, -1) : [], clock });
    tellPly(this.saved, situation, this.isMyTurn);
    void this.proceed(); // not awaited: a game is a long chain of turns
  }

  /** What the rules say of a line; null, and said, if it can't be. */
  private async judged(line: GameLine): Promise<Situation | null> {
    this.isPlaying = true;
    try {
      return await this.rules.situation(line);
    } catch (error) {
      this.entering.preview = null;
      note(errorText(error), 'error');
      return null;
    } finally {
      this.isPlaying = false;
    }
  }

  private async proceed(): Promise<void> {
    const { epoch } = this;
    await this.stories.wait();
    if (epoch !== this.epoch) return;
    const isComputer = !this.isMyTurn;
    const deed = nextDeed(this.situation, { isComputer, isPaused: this.isPaused, rollsAlone: settings.autoRoll });
    if (deed.kind === 'end') return this.end();
    if (deed.kind === 'skip') return this.play('');
    this.clocks.start(this.situation.turn!);
    if (deed.kind === 'wait') return void (this.saved.isGuided && this.advice.ask());
    await pause(paceOf(deed, isComputer, motion()));
    if (epoch !== this.epoch) return;
    if (deed.kind === 'roll') return this.roll();
    return deed.kind === 'pass' ? this.play(deed.move) : this.think();
  }

  async roll(): Promise<void> {
    if (this.situation.awaits !== 'roll' || this.isOver) return;
    const { epoch } = this;
    const total = await this.rules.roll(this.saved.line, randomBits());
    if (epoch === this.epoch) await this.play(total);
  }

  /* The computer's turns. */

  private async think(): Promise<void> {
    const { epoch } = this;
    try {
      const move = await this.opponent.choose(this.saved, this.situation.turn!);
      if (epoch === this.epoch) void this.play(move); // else stopped, or overtaken
    } catch (error) {
      if (epoch === this.epoch)
        note(errorText(error), 'error', { label: t().app.retry, run: () => void this.proceed() });
    }
  }

  private stopThinking(): void {
    this.epoch += 1;
    this.opponent.stop();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.stopThinking();
    else void this.proceed();
  }

  /* How it ends. */

  private end(): void {
    const { result, sides } = this.situation;
    if (!result) return;
    const series = this.saved.result ? this.saved.series : counted(this.saved, result, sides);
    this.keep({ result, clock: this.clocks.stopped(), series });
    this.isEndShown = true;
  }

  /** Resigning, time, agreements: whatever is no ply. */
  async endBy(kind: Ending['kind'], seat?: number): Promise<void> {
    this.stopThinking();
    const { epoch } = this;
    const { line } = this.saved;
    const ending: Ending = { afterPly: line.plies.length, kind, ...(seat === undefined ? {} : { seat }) };
    const next: GameLine = { ...line, endings: [...(line.endings ?? []), ending] };
    try {
      const situation = await this.rules.situation(next);
      if (epoch !== this.epoch) return;
      this.show(situation, false);
      this.keep({ line: next });
      await this.proceed();
    } catch (error) {
      note(errorText(error), 'error');
      void this.proceed();
    }
  }

  agreeToFinish(): void {
    void this.endBy('agreed-finish');
  }

  /** Called often while a clock runs. */
  checkClock(now: number): void {
    const seat = this.clocks.outOfTime(now);
    if (seat !== null) void this.endBy('time', seat);
  }

  /* Back and forth. */

  get canUndo(): boolean {
    return this.saved.clock === null && undoTarget(this.saved, this.isOver) !== null;
  }

  get canRedo(): boolean {
    return this.saved.clock === null && this.saved.undone.length > 0;
  }

  async undo(): Promise<void> {
    const target = undoTarget(this.saved, this.isOver);
    if (target === null || !this.canUndo) return;
    this.stopThinking();
    await this.moveTo(takenBack(this.saved, target));
    speak(`${t().play.speak.undone} ${this.entering.prompt}`);
    void this.proceed(); // whoever resigned while others were to move takes back into their turn
  }

  async redo(): Promise<void> {
    if (!this.canRedo) return;
    this.stopThinking();
    await this.moveTo(await playedAgain(this.rules, this.saved, this.situation));
    speak(t().play.speak.redone);
    void this.proceed();
  }

  private async moveTo(trail: Trail): Promise<void> {
    const situation = await this.rules.situation(trail.line);
    const series = uncounted(this.saved, this.situation.sides);
    if (this.isWatched) this.isPaused = true;
    this.show(situation, false);
    this.isEndShown = false;
    this.keep({ ...trail, series, result: situation.result });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
