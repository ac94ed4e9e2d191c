// One online game as a screen sees it: what its client knows, and what can be asked of its server, in words.

import { libraryText, t } from '../../i18n/index.svelte';
import { online } from '../../i18n/online';
import { onlineGame } from '../../i18n/online_game';
import { go } from '../../lib/router.svelte';
import { note, speak } from '../../lib/say.svelte';
import { ask } from '../../online/api';
import { OnlineClient, type DroppedMoves, type Presence, type Problem, type Verb } from '../../online/client';
import type { LinkState } from '../../online/connection';
import { fitsMembers, type OnlineEvent } from '../../online/events';
import { emptyGame, type OnlineGame } from '../../online/fold';
import { onlineLink, playLink } from '../../online/link';
import type { PendingMove, Shelf } from '../../online/shelf';
import { Told } from '../../online/told';
import { browserWorld, keepAwake } from '../../online/world';
import { seatName } from './words';

/** Whether the chat is muted in a game, as this browser remembers. */
const MUTED = 'ludoteca.muted';
const MOST_MUTED = 50;
const seenSeat = {
  seat: { type: 'integer' },
  kind: { type: 'string' },
  presence: { enum: ['here', 'away', 'left', null] },
};

function mutedGames(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(MUTED) ?? '[]');
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function problemText(problem: Problem | null): string {
  if (problem?.key) return libraryText({ key: problem.key, args: problem.args ?? [] });
  return problem?.detail ?? t().app.failed;
}

interface SeenSeat {
  seat: number;
  kind: string;
  presence: Presence | null;
}

function seatsIn(answer: unknown): SeenSeat[] {
  const seats = (answer as { seats?: unknown } | null)?.seats;
  return Array.isArray(seats) ? seats.filter((one): one is SeenSeat => fitsMembers(seenSeat, one)) : [];
}

export class OnlineRoom {
  game: OnlineGame = $state.raw(emptyGame(''));
  link: LinkState = $state('stopped');
  isCurrent = $state(false);
  isRefused = $state(false);
  isRecalled = $state(false); // what is shown was known when the page was last open
  player: number | null = $state(null);
  seat: number | null = $state(null); // from 1
  presence: ReadonlyMap<number, Presence | null> = $state.raw(new Map());
  watchers = $state(0);
  pending: PendingMove[] = $state.raw([]);
  unread = $state(0);
  isMuted = $state(false);

  readonly client: OnlineClient;
  /** Called whenever anything may have changed. */
  onchange: () => void = () => {};
  private readonly rest: () => void;

  constructor(
    readonly id: string,
    readonly token: string | null,
    readonly shelf: Shelf,
  ) {
    this.game = emptyGame(id);
    this.isMuted = mutedGames().includes(id);
    this.client = new OnlineClient({
      id,
      token,
      shelf,
      told: new Told(),
      world: browserWorld(id),
      onchange: () => this.look(),
      onevent: (event) => this.hear(event),
      ondropped: (dropped) => this.tellDropped(dropped),
    });
    this.rest = keepAwake(this.client);
    void this.client.start();
  }

  close(): void {
    this.rest();
    this.client.stop();
  }

  /** What to add to this device's time to have the server's. */
  get skew(): number {
    return this.client.serverNow() - Date.now();
  }

  get isSeated(): boolean {
    return this.player !== null;
  }

  get hasBegun(): boolean {
    return this.game.phase === 'playing' || this.game.phase === 'over';
  }

  nameOf(seat: number): string {
    return seatName(this.game, seat, t());
  }

  /** Who was here before us nobody tells by itself. */
  private async learnPresence(): Promise<void> {
    const { answer } = await ask(`play/${this.id}`);
    for (const { seat, kind, presence } of seatsIn(answer))
      if (kind === 'person') this.client.presence.set(seat, presence);
    this.presence = new Map(this.client.presence);
    this.onchange();
  }

  private look(): void {
    const { client } = this;
    if (client.link === 'open' && this.link !== 'open') void this.learnPresence();
    this.game = client.game;
    this.link = client.link;
    this.isCurrent = client.isCurrent;
    this.isRefused = client.isRefused;
    this.isRecalled = client.isRecalled;
    this.player = client.player;
    this.seat = client.seat;
    this.presence = client.presence;
    this.watchers = client.watchers;
    this.pending = client.pending;
    this.onchange();
  }

  /* What happens just now; what happened before is known by how the game stands. */

  private hear(event: OnlineEvent): void {
    if (!this.isCurrent) return;
    if (event.type === 'chat') this.hearChat(event.seat, event.text ?? online().phrases[event.phrase ?? ''] ?? '');
    else if (event.type === 'decline') this.tell(onlineGame().offers.declined[event.offer], event.seat);
    else if (event.type === 'offer') this.tell(onlineGame().offers.made[event.offer], event.seat, false);
    else if (event.type === 'sit') this.tellArrival(event.player);
    else if (event.type === 'drop' && event.reason === 'resigned') this.tellResigned(event.seat);
    else if (event.type === 'rematch') this.goOnTogether(event.id);
  }

  /** Of others only: whoever did it knows. */
  private tell(text: (name: string) => string, seat: number, isNoted = true): void {
    if (seat === this.seat) return;
    const words = text(this.nameOf(seat));
    if (isNoted) note(words);
    else speak(words); // it is on the screen
  }

  /** Of two the end says it. */
  private tellResigned(seat: number): void {
    if (this.game.seating.length > 2) this.tell(onlineGame().resigned, seat);
  }

  private tellArrival(player: number): void {
    const seat = this.game.seating.indexOf(player) + 1;
    const { name } = this.game.players[player - 1] ?? { name: null };
    if (player !== this.player && name === null) speak(onlineGame().sat(this.nameOf(seat)));
  }

  private hearChat(seat: number, text: string): void {
    if (seat === this.seat || this.isMuted) return;
    this.unread += 1;
    speak(onlineGame().chat.says(this.nameOf(seat), text));
  }

  private tellDropped({ cause, problem }: DroppedMoves): void {
    const words = online().dropped[cause];
    note(problem ? `${words} ${problemText(problem)}` : words, 'error');
  }

  /* What follows, and what is asked for. */

  /** Whoever wanted another game goes there; after a game of a series its end is looked at first. */
  private goOnTogether(next: string): void {
    const isWanted = this.game.offers.some(({ offer }) => offer === 'rematch');
    if (isWanted && this.isSeated) void this.goToNext(next);
  }

  /** The next game has the same tokens. */
  async goToNext(next: string): Promise<void> {
    if (this.isSeated && this.token) await this.shelf.keepToken(next, this.token);
    go(this.isSeated ? onlineLink(next) : playLink(next));
  }

  /** Asks the server for anything but a move; says why not. */
  async ask(verb: Verb, body: object = {}): Promise<boolean> {
    const { status, problem } = await this.client.act(verb, body);
    if (status >= 200 && status < 300) return true;
    note(status === 0 ? onlineGame().offline : problemText(problem), 'error');
    return false;
  }

  setMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.unread = 0;
    const others = mutedGames().filter((id) => id !== this.id);
    try {
      localStorage.setItem(MUTED, JSON.stringify((isMuted ? [this.id, ...others] : others).slice(0, MOST_MUTED)));
    } catch {
      // it lasts until the page is closed
    }
  }
}
