// A server of one online game that keeps no rules, and a network that is cut where a test says, with a clock that
// stands until it is told to go on.

import type { Socket, World } from '../online/connection';
import type { OnlineEvent } from '../online/events';
import type { Bare } from './online';

type Message = Record<string, unknown>;

interface End extends Socket {
  isOpen: boolean;
  seat: number | null;
  greetings: number;
}

export class FakeServer {
  now = 1_000_000;
  clockSkew = 0; // of its clock to ours
  isUp = true;
  isGone = false; // there is no such game
  isMute = false; // accepts, and says nothing
  isDeaf = false; // hears nothing
  isHolding = false; // events are told later
  dropsAfterHello = false;
  losesNext = 0; // so many events are never told
  busy = 0; // so many requests are put off
  illegal = '';
  seatsFirst = false; // says who we are before it tells what happened
  isSilentOnLook = false; // plain requests get no answer
  attempts: number[] = []; // when somebody connected
  afters: number[] = []; // … and from which event on
  looks = 0;
  received: Message[] = [];
  delivered = 0; // messages, either way
  private cutAt = Infinity;
  private downFor = 0;
  private readonly ends = new Set<End>();
  private queue: { end: End | null; act: () => void }[] = [];
  private held: OnlineEvent[] = [];
  private timers: { at: number; act: () => void }[] = [];
  private random = 0;

  constructor(
    public events: OnlineEvent[],
    private readonly seats: Map<string, number>,
  ) {}

  /* -- the world of a client ------------------------------------------------------------------------ */

  world(): World {
    return {
      open: (path) => this.open(Number(/after=(\d+)$/.exec(path)![1])),
      look: () => Promise.resolve(this.look()),
      now: () => this.now,
      later: (ms, act) => this.later(ms, act),
      random: () => (this.random = (this.random + 0.37) % 1),
    };
  }

  private look(): { status: number; last: number } {
    this.looks += 1;
    if (!this.isUp || this.isSilentOnLook) return { status: 0, last: 0 };
    return this.isGone ? { status: 404, last: 0 } : { status: 200, last: this.events.length };
  }

  private later(ms: number, act: () => void): () => void {
    const timer = { at: this.now + ms, act };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }

  private open(after: number): Socket {
    this.attempts.push(this.now);
    this.afters.push(after);
    const end: End = {
      onopen: null,
      onmessage: null,
      onclose: null,
      isOpen: true,
      seat: null,
      greetings: 0,
      send: (text) => this.post(end, () => this.hear(end, JSON.parse(text) as Message)),
      close: () => this.closeLater(end),
    };
    this.ends.add(end);
    this.queue.push({ end, act: () => this.accept(end, after) });
    return end;
  }

  private accept(end: End, after: number): void {
    if (!this.isUp || this.isGone) return this.cut(end);
    end.onopen?.();
    if (this.isMute) return;
    this.greet(end);
    if (this.seatsFirst) this.seat(end, [...this.seats.keys()][0]!);
    for (const event of this.events.slice(after)) this.tell(end, event);
    if (this.dropsAfterHello) this.post(end, () => this.cut(end));
  }

  private greet(end: End): void {
    const you = end.seat === null ? null : { player: end.seat, seat: end.seat };
    this.tell(end, { type: 'hello', last: this.events.length, you });
  }

  /* -- the network ---------------------------------------------------------------------------------- */

  /** Cuts every connection after so many messages; nobody is there for a while. */
  cutAfter(count: number, downForMs: number): void {
    this.cutAt = count;
    this.downFor = downForMs;
  }

  private post(end: End, act: () => void): void {
    this.queue.push({ end, act });
  }

  private tell(end: End, message: object): void {
    const data = JSON.stringify(message);
    this.post(end, () => end.onmessage?.({ data }));
  }

  /** Our side of it is gone; the other notices. */
  private cut(end: End): void {
    this.drop(end);
    end.onclose?.();
  }

  private drop(end: End): void {
    end.isOpen = false;
    this.ends.delete(end);
  }

  /** Whoever closes a socket is told so, too, a little later. */
  private closeLater(end: End): void {
    if (end.isOpen) this.queue.push({ end: null, act: () => end.onclose?.() });
    this.drop(end);
  }

  cutAll(): void {
    for (const end of [...this.ends]) this.cut(end);
  }

  private deliver(): void {
    const { end, act } = this.queue.shift()!;
    if (end?.isOpen === false) return;
    act();
    if (!end) return;
    this.delivered += 1;
    if (this.delivered !== this.cutAt) return;
    this.isUp = this.downFor === 0;
    if (!this.isUp) this.later(this.downFor, () => (this.isUp = true));
    this.cutAll();
  }

  /** Until everybody has heard everything; the clock stands. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < 20; calm += 1) {
      await Promise.resolve();
      if (this.queue.length === 0) continue;
      this.deliver();
      calm = 0;
    }
  }

  /** The next thing that somebody waits for; false if nobody does. */
  async advance(): Promise<boolean> {
    const next = this.timers.sort((a, b) => a.at - b.at)[0];
    if (!next) return false;
    this.timers = this.timers.filter((timer) => timer !== next);
    this.now = Math.max(this.now, next.at);
    next.act();
    await this.settle();
    return true;
  }

  /** Until nobody waits for anything. */
  async settleAll(): Promise<void> {
    await this.settle();
    for (let i = 0; i < 100 && (await this.advance()); i += 1);
  }

  /* -- the game ------------------------------------------------------------------------------------- */

  say(message: object): void {
    for (const end of this.ends) this.tell(end, message);
  }

  sayText(data: string): void {
    for (const end of this.ends) this.post(end, () => end.onmessage?.({ data }));
  }

  add(bare: Bare): OnlineEvent {
    const event = { ...bare, event: this.events.length + 1, at: this.now + this.clockSkew } as OnlineEvent;
    this.events = [...this.events, event];
    if (this.losesNext > 0) this.losesNext -= 1;
    else if (this.isHolding) this.held.push(event);
    else this.say(event);
    return event;
  }

  release(): void {
    this.isHolding = false;
    for (const event of this.held.splice(0)) this.say(event);
  }

  private get moves(): OnlineEvent[] {
    return this.events.filter(({ type }) => type === 'move');
  }

  play(seat: number, move: string): OnlineEvent {
    return this.add({ type: 'move', number: this.moves.length + 1, seat, kind: 'move', move });
  }

  private hear(end: End, message: Message): void {
    if (this.isDeaf || this.isMute) return;
    this.received.push(message);
    if (typeof message.token === 'string') return this.seat(end, message.token);
    const status = end.seat === null ? 401 : this.do(end.seat, message);
    const what = status < 300 ? { answer: {} } : { problem: { status } };
    this.tell(end, { type: 'reply', ref: message.ref, status, ...what });
  }

  private seat(end: End, token: string): void {
    end.seat = this.seats.get(token) ?? null;
    this.greet(end);
  }

  private do(seat: number, { do: verb, number, move, text, commitment, secret }: Message): number {
    if (this.busy > 0) {
      this.busy -= 1;
      return 503;
    }
    if (verb === 'moves') return this.doMove(seat, Number(number), String(move));
    if (verb === 'chat') this.add({ type: 'chat', seat, text: String(text) });
    if (commitment) return this.once({ type: 'commit', player: seat, commitment: String(commitment) });
    if (secret) return this.once({ type: 'reveal', player: seat, secret: String(secret) });
    return 200;
  }

  private once(event: Bare & { player: number }): number {
    const isKnown = this.events.some(
      (other) => other.type === event.type && 'player' in other && other.player === event.player,
    );
    if (isKnown) return 409;
    this.add(event);
    return 200;
  }

  private doMove(seat: number, number: number, move: string): number {
    const taken = this.moves[number - 1];
    if (taken?.type === 'move') return taken.seat === seat && taken.move === move ? 200 : 409;
    if (number !== this.moves.length + 1) return 409;
    if (move === this.illegal) return 422;
    this.play(seat, move);
    return 200;
  }
}
