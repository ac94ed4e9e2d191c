// A game being played: what stands on the board, whose turn it is, what is being entered, and everything
// that follows from a ply (story, words, sounds, clocks, keeping, the computer's answer).

import type { Ending, GameLine, Hint, Played, Preview, Result, RulesClient, Situation, Step, ThinkClient } from '../engine/types';
import { errorText, t } from '../i18n/index.svelte';
import { thinker } from '../lib/engine';
import { gameOf } from '../lib/games';
import { note, speak } from '../lib/say.svelte';
import { motion, settings } from '../lib/settings.svelte';
import { playStory } from '../lib/sound';
import { leftOf, pressClock, startClock, stopClock } from '../model/clock';
import { describePly } from '../model/describe';
import { entryAt, isComplete, knownPart, moveToPreview, onlyPass, stepBack, takeStep, type Entry } from '../model/entry';
import { kept } from '../model/kept';
import { personSeats } from '../model/names';
import { randomBits } from '../model/newgame';
import { promptFor } from '../model/prompts';
import { playerAt, type PlyNote, type SavedGame } from '../model/saved';
import { counted, uncounted } from '../model/scores';
import { thinkingSpec } from './thinking';

const STORY_LIMIT_MS = 8000; // a board that never says that its story ended does not stop the game
const PACE_MS = { full: 450, reduced: 300, off: 150 };

export class GameSession {
  saved: SavedGame = $state.raw(null as unknown as SavedGame);
  situation: Situation = $state.raw(null as unknown as Situation);
  story: { id: number; played: Played } | null = $state.raw(null);
  chosen: Step[] = $state.raw([]);
  preview: Preview | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  isHinting = $state(false);
  isThinking = $state(false);
  isPaused = $state(false); // computers only
  isEndShown = $state(false);
  refusal = $state(''); // why the last touch did nothing
  viewed: { index: number; situation: Situation } | null = $state.raw(null);

  readonly entry: Entry = $derived(
    entryAt(this.situation.moves, this.chosen) ?? { chosen: [], choices: [], move: null },
  );
  readonly isLive = $derived(this.viewed === null);
  readonly isOver = $derived(this.situation.result !== null);
  readonly isMyTurn = $derived(
    this.situation.turn !== null && !this.isOver && playerAt(this.saved, this.situation.turn).kind === 'person',
  );
  readonly canRoll = $derived(this.isLive && this.isMyTurn && this.situation.awaits === 'roll');
  readonly isInteractive = $derived(this.isLive && this.isMyTurn && this.situation.awaits === 'move');

  private token = 0; // changes with every ply, so that what was under way knows that it is too late
  private stories = 0;
  private storyEnded: (() => void) | null = null;
  private thinker: ThinkClient | null = null;
  private advisor: ThinkClient | null = null;
  private previewed = 0;
  private isPlaying = false; // a ply is with the rules

  private constructor(readonly rules: RulesClient, saved: SavedGame, situation: Situation) {
    this.saved = saved;
    this.situation = situation;
  }

  /** Throws LudotecaError when the game that was kept is not possible. */
  static async open(rules: RulesClient, saved: SavedGame): Promise<GameSession> {
    const situation = await rules.situation(saved.line);
    const session = new GameSession(rules, saved, situation);
    session.isPaused = personSeats(saved).length === 0 && saved.line.plies.length > 0;
    session.isEndShown = situation.result !== null;
    return session;
  }

  start(): void {
    void this.proceed();
  }

  close(): void {
    this.token += 1;
    this.thinker?.stop();
    this.advisor?.stop();
    if (this.saved.clock) this.keep({ clock: stopClock(this.saved.clock, Date.now()) });
  }

  /* Entering a move. */

  step(step: Step): void {
    if (!this.isInteractive) return this.refuse();
    const next = takeStep(this.situation.moves, this.chosen, step);
    if (!next) return this.refuse();
    this.refusal = '';
    if (isComplete(next)) return void this.play(next.move!);
    this.preview = null;
    this.chosen = next.chosen;
    speak(`${t().play.speak.chose(step.cell)} ${this.prompt}`);
    void this.hover(null);
  }

  cancel(): void {
    if (this.chosen.length === 0) return;
    this.chosen = stepBack(this.situation.moves, this.chosen).chosen;
    this.refusal = '';
    speak(t().play.speak.cancelled);
    void this.hover(null);
  }

  finish(): void {
    if (this.isInteractive && this.entry.move !== null) void this.play(this.entry.move);
  }

  /** A preview of what the steps so far, and the one under the finger, would do. */
  async hover(step: Step | null): Promise<void> {
    if (this.isPlaying) return; // one change of the board, not two
    const steps = step ? [...this.chosen, step] : this.chosen;
    const count = ++this.previewed;
    const { moves } = this.situation;
    const found = this.isInteractive && steps.length > 0 ? moveToPreview(moves, steps) : null;
    if (!found) {
      this.preview = null;
      return;
    }
    const preview = await this.rules.preview(this.saved.line, found.move).catch(() => null);
    if (count !== this.previewed) return;
    this.preview = preview && !found.isWhole ? knownPart(moves, steps, preview) : preview;
  }

  refuse(): void {
    const say = t().play.refused;
    if (!this.isLive || this.isOver) return;
    if (!this.isMyTurn) this.refusal = say.wait;
    else if (this.situation.awaits === 'roll') this.refusal = say.rollFirst;
    else this.refusal = this.chosen.length > 0 ? say.midway : say[gameOf(this.saved.line)];
    speak(this.refusal);
  }

  /** What is wanted from whoever sits here, in a few words. */
  get prompt(): string {
    return promptFor(gameOf(this.saved.line), this.situation, this.entry, t());
  }

  /* Plies and what follows from them. */

  async play(ply: string): Promise<void> {
    const token = ++this.token;
    const { line, notes, undone } = this.saved;
    const { turn, awaits } = this.situation;
    const seat = turn ?? 0;
    const next: GameLine = { ...line, plies: [...line.plies, ply] };
    let situation: Situation;
    this.isPlaying = true;
    try {
      situation = await this.rules.situation(next);
    } catch (error) {
      this.preview = null;
      note(errorText(error), 'error');
      return;
    } finally {
      this.isPlaying = false;
    }
    if (token !== this.token) return;
    const kind: PlyNote['kind'] = ply === '' ? 'skip' : awaits === 'roll' ? 'roll' : 'move';
    const isRedone = undone.at(-1) === ply;
    const clock = this.saved.clock && kind === 'move' ? pressClock(this.saved.clock, seat, Date.now()) : this.saved.clock;
    this.show(situation, true);
    this.keep({ line: next, notes: [...notes, { seat, kind }], undone: isRedone ? undone.slice(0, -1) : [], clock });
    this.tell(situation);
    void this.proceed(); // not awaited: a game is a long chain of turns
  }

  private show(situation: Situation, animates: boolean): void {
    this.chosen = [];
    this.preview = null;
    this.previewed += 1;
    this.hint = null;
    this.refusal = '';
    this.viewed = null;
    this.situation = situation;
    this.story = animates && situation.last ? { id: ++this.stories, played: situation.last } : null;
  }

  private tell(situation: Situation): void {
    if (!situation.last) return;
    const words = [describePly(this.saved, situation.last, t())];
    for (const notice of situation.last.notices) words.push(t().play.notices[notice]);
    if (!situation.result && this.isMyTurn) words.push(t().play.turnYours);
    speak(words.join(' '));
    if (settings.sound) playStory(gameOf(this.saved.line), situation.last.events, situation.result !== null, motion());
  }

  /** Called by the board, and by the clock of this session if the board never does. */
  endStory(id: number): void {
    if (this.story?.id === id) this.storyEnded?.();
  }

  private waitForStory(): Promise<void> {
    if (!this.story || motion() === 'off') return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, STORY_LIMIT_MS);
      this.storyEnded = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async proceed(): Promise<void> {
    const token = this.token;
    const isStale = (): boolean => token !== this.token;
    await this.waitForStory();
    if (isStale()) return;
    const { turn, awaits, result, out, moves } = this.situation;
    if (result || turn === null) return this.end(result);
    if (out.includes(turn)) return this.play('');
    if (this.saved.clock) this.keep({ clock: startClock(this.saved.clock, turn, Date.now()) });
    const isComputer = !this.isMyTurn;
    if (isComputer && this.isPaused) return;
    const pass = awaits === 'move' ? onlyPass(moves) : null;
    if (!isComputer && !pass && !(awaits === 'roll' && settings.autoRoll)) return;
    await pause(PACE_MS[motion()] * (pass && !isComputer ? 2 : 1));
    if (isStale()) return;
    if (awaits === 'roll') return this.roll();
    return pass ? this.play(pass.move) : this.think();
  }

  async roll(): Promise<void> {
    if (this.situation.awaits !== 'roll' || this.isOver) return;
    const token = this.token;
    const total = await this.rules.roll(this.saved.line, randomBits());
    if (token === this.token) await this.play(total);
  }

  private async think(): Promise<void> {
    const token = this.token;
    const { turn } = this.situation;
    if (turn === null) return;
    const { clock, line } = this.saved;
    const left = clock ? leftOf(clock, turn, Date.now()) : null;
    const { spec, limits } = thinkingSpec(playerAt(this.saved, turn).level, left, clock?.setting.incrementMs ?? 0);
    this.isThinking = true;
    try {
      this.thinker ??= await thinker('play');
      const { move } = await this.thinker.choose(line, spec, limits);
      if (token !== this.token) return; // stopped, or overtaken
      this.isThinking = false;
      void this.play(move);
    } catch (error) {
      if (token !== this.token) return;
      this.isThinking = false;
      note(errorText(error), 'error', { label: t().app.retry, run: () => void this.proceed() });
    }
  }

  private stopThinking(): void {
    this.token += 1;
    this.isThinking = false;
    this.thinker?.stop();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.stopThinking();
    else void this.proceed();
  }

  /* How it ends. */

  private end(result: Result | null): void {
    if (!result) return;
    const clock = this.saved.clock ? stopClock(this.saved.clock, Date.now()) : null;
    const series = this.saved.result ? this.saved.series : counted(this.saved, result, this.situation.sides);
    this.keep({ result, clock, series });
    this.isEndShown = true;
  }

  /** Resigning, time, agreements: whatever is no ply. */
  async endBy(kind: Ending['kind'], seat?: number): Promise<void> {
    this.stopThinking();
    const token = this.token;
    const { line } = this.saved;
    const ending: Ending = { afterPly: line.plies.length, kind, ...(seat === undefined ? {} : { seat }) };
    const next: GameLine = { ...line, endings: [...(line.endings ?? []), ending] };
    try {
      const situation = await this.rules.situation(next);
      if (token !== this.token) return;
      this.show(situation, false);
      this.keep({ line: next });
      await this.proceed();
    } catch (error) {
      note(errorText(error), 'error');
      void this.proceed();
    }
  }

  /** Called often while a clock runs. */
  checkClock(now: number): void {
    const clock = this.saved.clock;
    if (!clock || clock.running === null || this.isOver) return;
    if (leftOf(clock, clock.running, now) <= 0) void this.endBy('time', clock.running);
  }

  /* Back and forth. */

  get canUndo(): boolean {
    return this.saved.clock === null && this.undoTarget() !== null;
  }

  get canRedo(): boolean {
    return this.saved.clock === null && this.saved.undone.length > 0;
  }

  /** The number of plies to go back to: where a person last had a choice (or, watching, one move back). */
  private undoTarget(): number | null {
    const { notes, line } = this.saved;
    if (this.isOver && (line.endings ?? []).some((ending) => ending.afterPly === line.plies.length)) return notes.length;
    const persons = personSeats(this.saved);
    for (let i = notes.length - 1; i >= 0; i--) {
      const { seat, kind } = notes[i]!;
      if (kind === 'move' && (persons.length === 0 || persons.includes(seat))) return i;
    }
    return null;
  }

  async undo(): Promise<void> {
    const target = this.undoTarget();
    if (target === null || !this.canUndo) return;
    this.stopThinking();
    const { line, notes, undone } = this.saved;
    const endings = (line.endings ?? []).filter((ending) => ending.afterPly < target);
    const gone = line.plies.slice(target).reverse();
    await this.moveTo({ ...line, plies: line.plies.slice(0, target), endings }, notes.slice(0, target), [...undone, ...gone]);
    speak(`${t().play.speak.undone} ${this.prompt}`);
  }

  async redo(): Promise<void> {
    if (!this.canRedo) return;
    this.stopThinking();
    let { line, notes, undone } = this.saved;
    let situation = this.situation;
    do {
      const ply = undone.at(-1)!;
      notes = [...notes, { seat: situation.turn ?? 0, kind: ply === '' ? 'skip' : situation.awaits === 'roll' ? 'roll' : 'move' }];
      line = { ...line, plies: [...line.plies, ply] };
      undone = undone.slice(0, -1);
      situation = await this.rules.situation(line);
    } while (undone.length > 0 && !this.isChoice(situation));
    await this.moveTo(line, notes, undone);
    speak(t().play.speak.redone);
    void this.proceed();
  }

  private isChoice({ turn, awaits }: Situation): boolean {
    const persons = personSeats(this.saved);
    return awaits === 'move' && turn !== null && (persons.length === 0 || persons.includes(turn));
  }

  private async moveTo(line: GameLine, notes: PlyNote[], undone: string[]): Promise<void> {
    const situation = await this.rules.situation(line);
    const wasCounted = this.saved.result !== null;
    const series = wasCounted ? uncounted(this.saved, this.situation.sides) : this.saved.series;
    if (personSeats(this.saved).length === 0) this.isPaused = true;
    this.show(situation, false);
    this.isEndShown = false;
    this.keep({ line, notes, undone, series, result: situation.result });
  }

  /** Looks at the game after `index` plies; at its end the game is live again. */
  async view(index: number): Promise<void> {
    this.storyEnded?.();
    const { line } = this.saved;
    const count = line.plies.length;
    const target = Math.min(Math.max(index, 0), count);
    if (target === count) {
      this.viewed = null;
      this.story = null;
      return;
    }
    const endings = line.endings?.filter((ending) => ending.afterPly < target);
    const situation = await this.rules.situation({ ...line, plies: line.plies.slice(0, target), endings });
    const isNext = target === (this.viewed?.index ?? count) + 1;
    this.viewed = { index: target, situation };
    this.story = isNext && situation.last ? { id: ++this.stories, played: situation.last } : null;
    if (situation.last) speak(describePly(this.saved, situation.last, t()));
  }

  get viewIndex(): number {
    return this.viewed?.index ?? this.saved.line.plies.length;
  }

  /* Advice. */

  async adviser(): Promise<ThinkClient> {
    this.advisor ??= await thinker('advice');
    return this.advisor;
  }

  async askHint(): Promise<void> {
    if (!this.isInteractive || this.isHinting) return;
    if (this.situation.seats > this.situation.sides) return void note(t().play.hintTeam);
    const token = this.token;
    this.isHinting = true;
    try {
      const hint = await (await this.adviser()).hint(this.saved.line, { ms: 700 });
      if (token === this.token) this.hint = hint;
    } catch (error) {
      if (token === this.token) note(errorText(error), 'error');
    } finally {
      this.isHinting = false;
    }
  }

  /** The page may be closed at any moment: what was used of the clock is written down. */
  keepClock(): void {
    const { clock } = this.saved;
    if (clock && clock.running !== null) this.keep({ clock: { ...stopClock(clock, Date.now()), running: clock.running, since: Date.now() } });
  }

  private keep(change: Partial<SavedGame>): void {
    const { position, turn } = this.situation;
    this.saved = { ...this.saved, position, turn, updated: Date.now(), ...change };
    void kept.put(this.saved).then((lasts) => {
      if (!lasts && !hasWarned) note(t().settings.notLasting, 'error');
      hasWarned ||= !lasts;
    });
  }
}

let hasWarned = false;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
