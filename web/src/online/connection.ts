// The socket of one game: opened, and opened again with the number of the last event that is known whenever it is
// lost. It knows nothing of games; who listens says what to do with each message.

/** As much of a WebSocket as is used. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the connection needs of the world, so that tests can make another. */
export interface World {
  open(path: string): Socket; // may throw
  /** The status of GET, 0 if there was no answer; and the number of the last event. */
  look(): Promise<{ status: number; last: number }>;
  now(): number;
  later(ms: number, act: () => void): () => void; // returns how to call it off
  random(): number;
}

/** Waiting: until the next attempt. Gone: there is no such game, or no longer. */
export type LinkState = 'stopped' | 'connecting' | 'open' | 'waiting' | 'gone';

export interface Hello {
  last: number;
  you: { player: number; seat: number } | null;
}

export interface Listener {
  /** The last event that is known. */
  last(): number;
  /** The one after which the server is to tell. */
  after(): number;
  /** False if the message does not follow from what is known: then all is fetched again from there. */
  take(message: Record<string, unknown>): boolean;
  /** The server knows less than we do: it has another past, and everything begins anew. */
  forget(): void;
  changed(state: LinkState): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A server that has not said hello by then is as good as silent. */
const PATIENCE_MS = 10_000;
/** A connection that held for so long was a good one. */
const GOOD_MS = 5000;
/** After so long a silence a page that wakes up looks whether anybody is still there. */
const STALE_MS = 45_000;

export class Connection {
  state: LinkState = 'stopped';
  private socket: Socket | null = null;
  private failures = 0; // in a row
  private openedAt = 0;
  private heardAt = 0;
  private callOff: () => void = () => {};

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
    private readonly token: string | null,
  ) {}

  start(): void {
    if (this.state === 'stopped') this.connect();
  }

  stop(): void {
    this.leave();
    this.change('stopped');
  }

  /** The network is back, or somebody looks at the page again. */
  wake(): void {
    if (this.state === 'waiting') this.connect();
    else if (this.state === 'open' && this.world.now() - this.heardAt > STALE_MS) this.restart();
  }

  /** Something is amiss with this connection: another one at once. */
  restart(): void {
    if (this.state === 'stopped' || this.state === 'gone') return;
    this.leave();
    this.connect();
  }

  /** False if there is nobody to send it to. */
  send(message: object): boolean {
    if (this.state !== 'open' || !this.socket) return false;
    try {
      this.socket.send(JSON.stringify(message));
      return true;
    } catch {
      return false;
    }
  }

  private change(state: LinkState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.changed(state);
  }

  /** Lets go of the socket; whatever it still says is not heard. */
  private leave(): void {
    this.callOff();
    this.callOff = () => {};
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private connect(): void {
    this.callOff();
    this.change('connecting');
    this.openedAt = this.heardAt = this.world.now();
    try {
      this.socket = this.world.open(`socket?after=${this.listener.after()}`);
    } catch {
      this.lost();
      return;
    }
    const { socket } = this;
    socket.onopen = () => this.token !== null && socket.send(JSON.stringify({ token: this.token }));
    socket.onmessage = ({ data }) => this.hear(data);
    socket.onclose = () => this.lost();
    this.callOff = this.world.later(PATIENCE_MS, () => this.lost());
  }

  private hear(data: unknown): void {
    this.heardAt = this.world.now();
    const message = parse(data);
    if (message?.type === 'hello' && this.state === 'connecting') this.greeted();
    if (message && this.isOlder(message)) this.listener.forget();
    else if (message && this.listener.take(message)) return;
    this.lost();
    void this.inquire();
  }

  private greeted(): void {
    this.callOff();
    this.callOff = () => {};
    this.change('open');
  }

  private isOlder({ type, last }: Record<string, unknown>): boolean {
    return type === 'hello' && typeof last === 'number' && last < this.listener.last();
  }

  private lost(): void {
    if (this.state === 'stopped' || this.state === 'gone') return; // whoever listens may have ended it
    const wasOpen = this.state === 'open';
    this.leave();
    const held = this.world.now() - this.openedAt;
    this.failures = wasOpen && held >= GOOD_MS ? 1 : this.failures + 1;
    this.change('waiting');
    this.callOff = this.world.later(this.pause(), () => this.connect());
    if (!wasOpen) void this.inquire(); // a handshake that fails does not say why
  }

  /** Twice as long after each failure, and never the same for all who were cut off at once. */
  private pause(): number {
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
    return most * (0.5 + this.world.random() / 2);
  }

  private async inquire(): Promise<void> {
    const { status, last } = await this.world.look();
    if (this.state !== 'waiting') return;
    if (status === 404 || status === 410) {
      this.leave();
      this.change('gone');
    } else if (status === 200 && last < this.listener.last()) {
      this.listener.forget();
    }
  }
}

function parse(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
