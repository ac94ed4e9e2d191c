// One online game as this browser takes part in it, or watches: its events as they come, its moves on their way.
// Every tab has a client of its own; what happened, the events say, and they are the same for all.

import { Connection, type LinkState, type World } from './connection';
import { diceDuty, newSecret } from './dice_duty';
import { readEvent, type OnlineEvent, type StrangeEvent } from './events';
import { emptyGame, fold, seatOf, tell, type OnlineGame } from './fold';
import { judgeStatus, nextMove, settle, type DropCause } from './outbox';
import type { PendingMove, Shelf } from './shelf';
import type { Told } from './told';

/** Problem details of the server; `key` and `args` for other languages. */
export interface Problem {
  status: number;
  detail?: string;
  key?: string;
  args?: (string | number)[];
}

/** Status 0: the connection was lost before the answer came. */
export interface Reply {
  status: number;
  answer: unknown;
  problem: Problem | null;
}

export type Verb =
  'sit' | 'dice' | 'moves' | 'resign' | 'offer' | 'accept' | 'decline' | 'claim' | 'chat' | 'report' | 'vacation';
export type Presence = 'here' | 'away' | 'left';

export interface DroppedMoves {
  moves: PendingMove[];
  cause: DropCause;
  problem: Problem | null;
}

export interface ClientOptions {
  id: string;
  token: string | null; // of the seat; null to watch
  world: World;
  shelf: Pick<Shelf, 'pendingMoves' | 'keepPending' | 'takeSecret'>;
  told?: Pick<Told, 'recall' | 'keep' | 'forget'>; // what was known when the page was last open
  /** Anything below may have changed. */
  onchange?: () => void;
  onevent?: (event: OnlineEvent, game: OnlineGame) => void;
  ondropped?: (dropped: DroppedMoves) => void;
}

const NO_REPLY_MS = 15_000;
const AGAIN_MS = 3000;
/** Events that come together are kept together. */
const KEEP_MS = 300;
const LOST: Reply = { status: 0, answer: null, problem: null };

export class OnlineClient {
  game: OnlineGame;
  events: (OnlineEvent | StrangeEvent)[] = []; // all of them, for verify
  link: LinkState = 'stopped';
  /** Which of the players we are; null for none. */
  player: number | null = null;
  /** The server does not know the token. */
  isRefused = false;
  presence = new Map<number, Presence | null>(); // by seat; null: never seen
  watchers = 0;
  /** What is known was kept by this browser, and nobody has said yet what happened since. */
  isRecalled = false;
  /** Moves of this browser that are not among the events yet, in their order. */
  pending: PendingMove[] = [];

  private readonly connection: Connection;
  private loading = Promise.resolve();
  private isEnded = false;
  private isProven = true; // what is known is the server's past, too: of what was kept, that is to be seen
  private isKeeping = false; // soon
  private greetings = 0; // on this connection
  private isSeated = false; // the server knows on this connection who we are
  private promised = Infinity; // the last event that there was when the connection was made
  private refs = 0;
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private isSending = false;
  private isAdding = false;
  private lastDuty = ''; // what was said of dice on this connection
  private readonly acknowledged = new WeakSet<PendingMove>();
  private skew = -Infinity; // the server's time less ours, at least

  constructor(private readonly options: ClientOptions) {
    this.game = emptyGame(options.id);
    this.connection = new Connection(
      options.world,
      {
        last: () => this.game.last,
        after: () => (this.isProven ? this.game.last : this.game.last - 1),
        take: (message) => this.take(message),
        forget: () => this.forget(),
        changed: (state) => this.linkChanged(state),
      },
      options.token,
    );
  }

  async start(): Promise<void> {
    this.loading = this.load();
    await this.loading;
    if (!this.isEnded) this.connection.start();
  }

  private async load(): Promise<void> {
    const { id, token, shelf, told } = this.options;
    const recalled = (await told?.recall(id, token)) ?? null;
    this.pending = await shelf.pendingMoves(id);
    if (!recalled) return;
    this.game = fold(id, recalled.events);
    this.events = recalled.events;
    this.player = recalled.player;
    this.isRecalled = true;
    this.isProven = false;
    this.changed();
  }

  /** For a page that is opened without a connection. */
  private keepTold(): void {
    if (this.isKeeping || !this.options.told) return;
    this.isKeeping = true;
    this.options.world.later(KEEP_MS, () => this.keepNow());
  }

  private keepNow(): void {
    const { id, token, told } = this.options;
    if (this.isKeeping && this.game.last > 0) void told?.keep(id, token, { events: this.events, player: this.player });
    this.isKeeping = false;
  }

  stop(): void {
    this.isEnded = true;
    this.keepNow();
    this.connection.stop();
  }

  /** The network is back, or somebody looks at the page again. */
  wake(): void {
    this.connection.wake();
  }

  /** Our seat, which may be another once play begins. */
  get seat(): number | null {
    return this.player === null ? null : seatOf(this.game, this.player);
  }

  /** All that happened so far is known here. */
  get isCurrent(): boolean {
    return this.link === 'open' && this.isProven && this.game.last >= this.promised;
  }

  /** The server's time, as far as its events tell: none can come before it has happened. */
  serverNow(): number {
    const now = this.options.world.now();
    return this.skew === -Infinity ? now : now + this.skew;
  }

  /** Makes a move: it is kept at once, and sent as soon as somebody listens. */
  async move(move: string): Promise<void> {
    await this.loading;
    await this.keepPending([...this.pending, nextMove(this.game, this.pending, move)]);
    this.changed();
    void this.flush();
  }

  /** Asks for anything else; it is not kept if nobody listens. */
  act(verb: Verb, body: object = {}): Promise<Reply> {
    this.refs += 1;
    const ref = this.refs;
    if (!this.connection.send({ do: verb, ref, ...body })) return Promise.resolve(LOST);
    return new Promise((resolve) => {
      const callOff = this.options.world.later(NO_REPLY_MS, () => this.connection.restart());
      this.waiting.set(ref, (reply) => {
        callOff();
        this.waiting.delete(ref);
        resolve(reply);
      });
    });
  }

  private learnTime(serverTime: number): void {
    this.skew = Math.max(this.skew, serverTime - this.options.world.now());
  }

  private changed(): void {
    if (this.isCurrent) this.isRecalled = false;
    this.options.onchange?.();
  }

  private linkChanged(state: LinkState): void {
    this.link = state;
    if (state === 'gone') void this.options.told?.forget(this.options.id);
    if (state !== 'open') {
      this.greetings = 0;
      this.isSeated = false;
      this.lastDuty = '';
      this.promised = Infinity;
      for (const answer of [...this.waiting.values()]) answer(LOST);
    }
    this.changed();
  }

  /** The server has another past than we were told. */
  private forget(): void {
    this.game = emptyGame(this.options.id);
    this.events = [];
    this.isProven = true;
    this.isRecalled = this.isKeeping = false;
    void this.options.told?.forget(this.options.id);
    this.changed();
  }

  /* -- hearing ----------------------------------------------------------------------------------- */

  private take(message: Record<string, unknown>): boolean {
    if ('event' in message) return this.takeEvent(message);
    if (message.type === 'hello') this.takeHello(message);
    else if (message.type === 'reply') this.takeReply(message);
    else if (message.type === 'presence') this.takePresence(message);
    this.changed();
    return true;
  }

  private takeEvent(message: Record<string, unknown>): boolean {
    const event = readEvent(message);
    if (!event || event.event > this.game.last + 1) return false;
    if (event.event <= this.game.last) return this.agrees(event);
    this.game = tell(this.game, event);
    this.events.push(event);
    this.keepTold();
    this.learnTime(event.at);
    if (event.type !== 'strange') this.options.onevent?.(event, this.game);
    this.changed();
    this.goOn();
    return true;
  }

  /** An event that is known: after a recall the last is told again. If it is another, so may be all before it. */
  private agrees(event: OnlineEvent | StrangeEvent): boolean {
    const known = this.events[event.event - 1];
    if (known?.type === event.type && known.at === event.at) return (this.isProven = true);
    this.forget();
    return false;
  }

  private takeHello({ last, now, watchers, you }: Record<string, unknown>): void {
    this.greetings += 1;
    if (typeof now === 'number') this.learnTime(now);
    if (typeof watchers === 'number') this.watchers = watchers;
    if (typeof last === 'number') this.promised = last;
    this.isSeated = you !== null && you !== undefined;
    // The first hello comes before the token was read, and says nothing about it.
    if (this.isSeated || this.options.token === null || this.greetings > 1) {
      this.player = this.isSeated ? (you as { player: number }).player : null;
      this.isRefused = this.options.token !== null && !this.isSeated;
      this.keepTold();
    }
    this.goOn();
  }

  private takeReply({ ref, status, answer, problem }: Record<string, unknown>): void {
    const reply = { status: Number(status), answer, problem: (problem as Problem | undefined) ?? null };
    if (typeof ref === 'number') this.waiting.get(ref)?.(reply);
    else if (reply.status === 401) this.isRefused = true;
  }

  private takePresence({ seat, presence, watchers }: Record<string, unknown>): void {
    if (typeof seat === 'number') this.presence = new Map(this.presence).set(seat, presence as Presence | null);
    if (typeof watchers === 'number') this.watchers = watchers;
  }

  /* -- doing ------------------------------------------------------------------------------------- */

  private get canAct(): boolean {
    return this.isCurrent && this.isSeated;
  }

  /** What follows from what is known now. */
  private goOn(): void {
    if (!this.canAct) return;
    void this.flush();
    void this.addDice();
  }

  private async keepPending(pending: PendingMove[]): Promise<void> {
    this.pending = pending;
    await this.options.shelf.keepPending(this.options.id, pending);
  }

  /** Leaves out what has been made meanwhile, or cannot be made any more. */
  private settle(): void {
    const { pending, cause, dropped } = settle(this.game, this.seat, this.pending);
    if (pending.length === this.pending.length) return;
    void this.keepPending(pending);
    if (cause) this.options.ondropped?.({ moves: dropped, cause, problem: null });
    this.changed();
  }

  /** Sends the first move that was not sent yet; those behind it follow when it is answered. */
  private async flush(): Promise<void> {
    if (!this.canAct) return;
    this.settle();
    const first = this.pending.find((one) => !this.acknowledged.has(one));
    if (!first || this.isSending) return;
    this.isSending = true;
    const reply = await this.act('moves', first);
    this.isSending = false;
    const fate = judgeStatus(reply.status);
    if (fate === 'refused') this.refuse(first, reply.problem);
    if (fate === 'done') this.acknowledged.add(first); // it stays until its event comes
    if (fate === 'done') void this.flush();
    else if (reply.status !== 0) this.options.world.later(AGAIN_MS, () => void this.flush());
    this.changed();
  }

  /** With a refused move go those that were made after it. Events may have settled it before the answer came. */
  private refuse(first: PendingMove, problem: Problem | null): void {
    if (!this.pending.includes(first)) return;
    const moves = this.pending;
    void this.keepPending([]);
    this.options.ondropped?.({ moves, cause: 'refused', problem });
  }

  /** This device's part of the dice, where everybody's is wanted. */
  private async addDice(): Promise<void> {
    if (this.game.phase !== 'dice' || this.isAdding) return;
    this.isAdding = true;
    const secret = await this.options.shelf.takeSecret(this.options.id, newSecret()); // before anybody hears of it
    const duty = this.player && diceDuty(this.game, this.player, secret);
    const isNew = Boolean(duty) && JSON.stringify(duty) !== this.lastDuty;
    this.lastDuty = JSON.stringify(duty);
    if (duty && isNew) await this.act('dice', duty);
    this.isAdding = false;
    if (isNew) this.goOn(); // events that came meanwhile were not looked at
  }
}
