// A game with others on the screen: the board follows what the server tells, one ply after the other, and what is
// played here is shown at once and sent. The events say what happened; nothing is decided here.

import type { GameLine, RulesClient, Situation, Step } from '../../engine/types';
import { errorText, t } from '../../i18n/index.svelte';
import { online } from '../../i18n/online';
import { onlineGame } from '../../i18n/online_game';
import { note, speak } from '../../lib/say.svelte';
import { motion, settings } from '../../lib/settings.svelte';
import { playAlarm } from '../../lib/sound';
import { leftOf } from '../../model/clock';
import { playerName } from '../../model/names';
import { noteOf, notesOf } from '../../model/notes';
import { playerAt, type SavedGame } from '../../model/saved';
import { dueAt, playerAt as personAt, type OnlinePlayer } from '../../online/fold';
import { nextDeed, paceOf } from '../deeds';
import { lineUpTo } from '../history';
import { keepGame } from '../keeping';
import { ScreenSession } from '../screen_session.svelte';
import { tellPly } from '../telling';
import { Alarm } from './alarm';
import {
  clockOf,
  diceBefore,
  isSameLine,
  playersOf,
  savedFrom,
  scoreOf,
  sharedLength,
  toKeep,
  unsentPlies,
  wantedLine,
} from './follow';
import { ROLL } from './prepared';
import { Preparing } from './preparing.svelte';
import type { OnlineRoom } from './room.svelte';
import { dueWords, presenceWords } from './words';

/** Of so many plies that came at once each is told; before them the board only shows how they left it. */
const MOST_TOLD = 3;
const LOOK_MS = 15_000;

/** The server has them all; here they are kept once they are over, to be looked at again. */
function keepFinished(saved: SavedGame): void {
  if (saved.result) keepGame(toKeep(saved));
}

export class OnlineSession extends ScreenSession {
  readonly canAdvise = false;
  readonly thinkers = null;
  readonly canRedo = false;

  private following: Promise<void> | null = null;
  private hasNews = false; // since what is known was last compared with the board
  private isClosed = false;
  private hasEnded = false; // and that was shown
  private readonly alarm = new Alarm();
  readonly preparing: Preparing;
  private now = $state(Date.now()); // for days and hours, and who has left
  private timer: ReturnType<typeof setInterval>;

  static async open(rules: RulesClient, room: OnlineRoom): Promise<OnlineSession> {
    const line = wantedLine(room.game, room.pending);
    const situation = await rules.situation(line);
    const saved = savedFrom(room.game, line, await notesOf(rules, line), situation);
    return new OnlineSession(rules, room, saved, situation);
  }

  private constructor(
    rules: RulesClient,
    readonly room: OnlineRoom,
    saved: SavedGame,
    situation: Situation,
  ) {
    super(rules, saved, situation, keepFinished);
    this.preparing = new Preparing(this, room);
    this.refresh();
    this.timer = setInterval(() => (this.now = Date.now()), LOOK_MS);
  }

  start(): void {
    this.room.onchange = () => void this.follow();
    void this.follow();
  }

  close(): void {
    this.isClosed = true;
    this.epoch += 1;
    this.room.onchange = () => {};
    clearInterval(this.timer);
  }

  /* Following what happens. */

  /** What is known of the game besides its line. */
  private refresh(): void {
    const { game, player, seat, pending, skew, isRecalled } = this.room;
    if (!this.room.hasBegun) return; // everything is being told anew
    const turn = pending.length > 0 && seat !== null ? seat - 1 : this.situation.turn;
    const isOver = game.phase === 'over';
    this.isHeld = isOver || pending.some(({ move }) => move === ROLL);
    this.keep({
      players: playersOf(game, player),
      clock: clockOf(game, isRecalled ? null : turn, skew), // as they were told last
      result: isOver ? this.situation.result : null,
    });
  }

  private get wanted(): GameLine {
    return wantedLine(this.room.game, this.room.pending);
  }

  /** Until the board shows what is known. */
  private follow(): Promise<void> {
    this.refresh();
    this.hasNews = true;
    this.following ??= this.catchUp().finally(() => {
      this.following = null;
      if (this.hasNews) void this.follow();
      else void this.goOn();
    });
    return this.following;
  }

  private async catchUp(): Promise<void> {
    try {
      for (this.hasNews = false; this.isBehind; this.hasNews = false) await this.approach(this.wanted);
    } catch (error) {
      if (!this.isClosed) note(errorText(error), 'error');
    }
  }

  private get isBehind(): boolean {
    return !this.isClosed && this.room.hasBegun && !isSameLine(this.saved.line, this.wanted);
  }

  /** One ply on, or back to where both were the same. */
  private approach(wanted: GameLine): Promise<void> {
    const { plies } = this.saved.line;
    const shared = sharedLength(plies, wanted.plies);
    const goesOn = shared === plies.length && wanted.plies.length > shared;
    const count = goesOn ? shared + 1 : shared;
    const line = count === wanted.plies.length ? wanted : lineUpTo(wanted, count);
    return goesOn ? this.advance(line, wanted.plies.length - count < MOST_TOLD) : this.goBack(line);
  }

  private async advance(line: GameLine, isTold: boolean): Promise<void> {
    const situation = await this.rules.situation(line);
    const made = noteOf(line.plies.at(-1)!, this.situation, situation);
    this.reveal(situation, isTold);
    this.keep({ line, notes: [...this.saved.notes, made] });
    this.refresh();
    this.playPrepared();
    if (!isTold || this.isClosed) return;
    tellPly(this.saved, situation, this.isMyTurn && !this.isPlaying && !this.isHeld);
    await this.stories.wait();
  }

  /** Plies were taken back, or not made after all; or something that is no ply ended the game. */
  private async goBack(line: GameLine): Promise<void> {
    const count = line.plies.length;
    const isShorter = count < this.saved.line.plies.length;
    this.reveal(await this.rules.situation(line), false);
    this.keep({ line, notes: this.saved.notes.slice(0, count) });
    this.refresh();
    if (isShorter) speak(`${t().play.speak.undone} ${this.isMyTurn ? this.entering.prompt : ''}`);
  }

  /** Whoever looks back goes on doing so. */
  private reveal(situation: Situation, animates: boolean): void {
    const { viewed } = this;
    this.epoch += 1;
    this.preparing.close();
    this.show(situation, animates && !viewed);
    this.viewed = viewed && viewed.index < situation.plies ? viewed : null;
  }

  /** What follows by itself: the end, a lost turn, dice that are rolled for their reader. */
  private async goOn(): Promise<void> {
    const { epoch } = this;
    if (this.isClosed) return;
    this.playPrepared();
    if (this.room.game.phase === 'over') return this.end();
    if (!this.isMyTurn || this.isHeld || !this.room.isCurrent) return;
    const deed = nextDeed(this.situation, { isComputer: false, isPaused: false, rollsAlone: settings.autoRoll });
    if (deed.kind !== 'roll' && deed.kind !== 'pass') return;
    await new Promise((resolve) => setTimeout(resolve, paceOf(deed, false, motion())));
    if (epoch !== this.epoch || this.isHeld || this.isPlaying) return;
    if (deed.kind === 'pass') await this.send(deed.move);
    else await this.roll();
  }

  private end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.isEndShown = true;
  }

  /* What is done here. */

  async play(move: string): Promise<void> {
    if (this.isInteractive) await this.send(move);
    else if (this.preparing.isOpen) this.leaveAsPrepared(move);
  }

  private leaveAsPrepared(move: string): void {
    this.entering.clear();
    this.preparing.take(move);
  }

  /** As soon as its turn is known to have come; whoever looks back need not look up for that. */
  private playPrepared(): void {
    const isKnown = this.room.isCurrent && this.room.pending.length === 0 && isSameLine(this.saved.line, this.wanted);
    if (this.isClosed || !isKnown || this.isPlaying) return;
    const move = this.preparing.due();
    if (move === ROLL) void this.throwDice();
    else if (move !== null) void this.send(move);
  }

  override prepare(): void {
    this.entering.clear();
    this.preparing.toggle();
  }

  override stepBack(): boolean {
    return super.stepBack() || this.preparing.forget();
  }

  private async send(move: string): Promise<void> {
    if (this.isPlaying) return; // never twice
    this.isPlaying = true;
    try {
      await this.room.client.move(move);
      await this.follow();
    } finally {
      this.isPlaying = false;
    }
  }

  async roll(): Promise<void> {
    if (this.canRoll && !this.isPlaying) await this.throwDice();
  }

  private async throwDice(): Promise<void> {
    this.isHeld = true;
    await this.room.client.move(ROLL);
  }

  private hasOffered(offer: string): boolean {
    return this.room.game.offers.some((one) => one.offer === offer);
  }

  get canUndo(): boolean {
    const { game, seat, pending } = this.room;
    const hasMoved = game.moves.some((entry) => entry.seat === seat && entry.kind === 'move');
    return game.phase === 'playing' && pending.length === 0 && hasMoved && !this.hasOffered('takeback');
  }

  async undo(): Promise<void> {
    if (this.canUndo) await this.room.ask('offer', { offer: 'takeback' });
  }

  async redo(): Promise<void> {}

  agreeToFinish(): void {
    if (!this.hasOffered('finish')) void this.room.ask('offer', { offer: 'finish' });
  }

  /* What is shown of it. */

  override get entered(): Situation {
    return this.preparing.situation ?? this.situation;
  }

  override get canEnter(): boolean {
    return this.isInteractive || (this.preparing.isOpen && this.preparing.isPossible);
  }

  override get marked(): Step[] {
    return this.preparing.prepared?.steps ?? [];
  }

  get canAnalyse(): boolean {
    return this.saved.result !== null;
  }

  get isThinking(): boolean {
    const { turn, result } = this.situation;
    return turn !== null && !result && playerAt(this.saved, turn).kind === 'computer';
  }

  override get unsent(): number {
    return unsentPlies(this.room.game, this.room.pending).length;
  }

  facesAt(count: number): [number, number] | null {
    return diceBefore(this.room.game, count);
  }

  override scoreAt(seat: number): number | undefined {
    const score = scoreOf(this.room.game, this.saved.result?.winner ?? null);
    return score?.[this.saved.seating[seat] ?? seat];
  }

  /** The server's time, looked at now and then. */
  get serverTime(): number {
    return this.now + this.room.skew;
  }

  remarkOn(seat: number): string {
    const { game } = this.room;
    const person = personAt(game, seat + 1);
    if (!person || game.phase === 'over') return '';
    const now = this.serverTime;
    const isTurn = this.situation.turn === seat;
    const words = [this.whereabouts(person, seat, now), isTurn ? dueWords(dueAt(game, seat + 1), now, online()) : ''];
    return words.filter(Boolean).join(' · ');
  }

  /** Of others, where they are, once somebody has told; of those who sit here, what is on its way. */
  private whereabouts(person: OnlinePlayer, seat: number, now: number): string {
    const { presence, pending, isRecalled } = this.room;
    if (seat + 1 === this.room.seat) return pending.length > 0 ? onlineGame().sending : '';
    return isRecalled ? '' : presenceWords(person, presence.get(seat + 1), now, onlineGame(), t().language);
  }

  override get headline(): string {
    const { turn, result } = this.situation;
    if (turn === null || result || this.room.game.phase === 'over') return '';
    return this.isMyTurn ? `● ${onlineGame().yourTurn}` : onlineGame().turnOf(playerName(this.saved, turn, t()));
  }

  checkClock(now: number): void {
    const { clock } = this.saved;
    const mine = this.room.seat === null ? null : this.room.seat - 1;
    if (!clock || mine === null || clock.running !== mine) return;
    const seconds = this.alarm.due(leftOf(clock, mine, now));
    if (seconds === null) return;
    speak(onlineGame().secondsLeft(seconds));
    if (settings.sound) playAlarm();
  }
}
