import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlineGame } from '../../i18n/online_game';
import { notes } from '../../lib/say.svelte';
import { settings } from '../../lib/settings.svelte';
import type { OnlineEvent } from '../../online/events';
import { fold } from '../../online/fold';
import { nextMove } from '../../online/outbox';
import type { PendingMove } from '../../online/shelf';
import { testRules } from '../../test/engine';
import { numbered, type Bare } from '../../test/online';
import type { OnlineRoom } from './room.svelte';
import { OnlineSession } from './session.svelte';

const ID = '0123456789abcdef';

/** A room whose server is this test: it hears what is sent, and tells what it likes. */
class Room {
  pending: PendingMove[] = [];
  sent: string[] = [];
  isCurrent = true;
  readonly hasBegun = true;
  readonly presence = new Map();
  readonly skew = 0;
  onchange: () => void = () => {};
  private events: OnlineEvent[] = [];
  readonly client = {
    move: (move: string): Promise<void> => {
      this.sent.push(move);
      this.pending = [...this.pending, nextMove(this.game, this.pending, move)];
      this.onchange();
      return Promise.resolve();
    },
  };

  constructor(
    game: string,
    readonly player: number | null,
    seats = 2,
  ) {
    const players = Array.from({ length: seats }, () => ({ kind: 'person' as const, name: null }));
    const order = players.map((_, i) => i + 1);
    this.tell({ type: 'created', game, players, clock: null, dice: null });
    this.tell({ type: 'start', players: order, starter: 1, position: '' });
  }

  get game() {
    return fold(ID, this.events);
  }

  get seat(): number | null {
    return this.player;
  }

  tell(...events: Bare[]): void {
    this.events = numbered(...this.events, ...events);
    this.pending = this.pending.filter(({ number }) => number > this.game.moves.length);
    this.onchange();
  }

  /** Somebody has moved; what is a number was rolled. */
  play(seat: number, move: string): void {
    const kind = /^\d+$/.test(move) ? 'roll' : 'move';
    this.tell({ type: 'move', number: this.game.moves.length + 1, seat, kind, move });
  }
}

async function sit(game: string, player: number | null, seats?: number): Promise<{ room: Room; at: OnlineSession }> {
  const room = new Room(game, player, seats);
  const at = await OnlineSession.open(testRules, room as unknown as OnlineRoom);
  at.start();
  return { room, at };
}

const until = (check: () => boolean): Promise<void> => vi.waitFor(() => expect(check()).toBe(true), { timeout: 8000 });
const knows = (at: OnlineSession, count: number): Promise<void> =>
  until(() => at.saved.line.plies.length === count && !at.isPlaying);
const told = (): string[] => notes.map(({ text }) => text);

/** Chooses what to play next. */
async function prepare(at: OnlineSession, ...cells: string[]): Promise<void> {
  at.prepare();
  await until(() => at.canEnter);
  for (const cell of cells) at.entering.step(at.entering.entry.choices.find((step) => step.cell === cell)!);
}

beforeAll(() => {
  settings.motion = 'off';
});
beforeEach(() => {
  settings.autoRoll = false;
  notes.length = 0;
});

describe('a move that is prepared', () => {
  it('is played when its turn comes, once', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at, 'c');
    expect(at.preparing.prepared?.move).toBe('c');
    expect(at.marked).toEqual([{ kind: 'pick', cell: 'c' }]);
    expect(at.canEnter).toBe(false);
    expect(room.sent).toEqual([]);
    room.play(1, 'C');
    await until(() => room.sent.length > 0);
    room.onchange();
    await knows(at, 2);
    room.play(2, 'c');
    room.play(1, 'D');
    await knows(at, 3);
    expect(room.sent).toEqual(['c']);
    expect(at.preparing.prepared).toBeNull();
  });
  it('is forgotten, in words, if it can’t be played then', async () => {
    const { room, at } = await sit('pylos', 2);
    await prepare(at, '1a1');
    room.play(1, '1a1');
    await knows(at, 1);
    expect(room.sent).toEqual([]);
    expect(told()).toEqual([onlineGame().prepare.impossible('1a1')]);
    expect(at.isInteractive).toBe(true);
  });
  it('is given up by another press, or step by step', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at, 'c');
    at.prepare();
    expect(at.preparing.prepared).toBeNull();
    await prepare(at, 'd');
    expect(at.stepBack()).toBe(true);
    expect(at.stepBack()).toBe(false);
    await prepare(at);
    expect(at.stepBack()).toBe(true);
    expect(at.canEnter).toBe(false);
    room.play(1, 'C');
    await knows(at, 1);
    expect(room.sent).toEqual([]);
  });
  it('does not outlive moves that are taken back, though the same are made again', async () => {
    const { room, at } = await sit('oware', 1);
    room.play(1, 'C');
    await knows(at, 1);
    await prepare(at, 'D');
    room.isCurrent = false;
    room.tell({ type: 'takeback', length: 0, position: '' });
    room.play(1, 'C');
    room.isCurrent = true;
    room.play(2, 'c');
    await knows(at, 2);
    expect(room.sent).toEqual([]);
    expect(told()).toEqual([onlineGame().prepare.changed()]);
  });
  it('does not outlive its turn, if another device moved', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at, 'c');
    room.isCurrent = false; // everything that happened meanwhile comes at once
    room.play(1, 'C');
    room.play(2, 'd');
    room.isCurrent = true;
    room.play(1, 'D');
    await knows(at, 3);
    expect(room.sent).toEqual([]);
    expect(told()).toEqual([onlineGame().prepare.changed()]);
  });
  it('waits until all that happened is known', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at, 'c');
    room.isCurrent = false;
    room.play(1, 'C');
    await knows(at, 1);
    expect(room.sent).toEqual([]);
    room.isCurrent = true;
    room.onchange();
    await until(() => room.sent.length === 1);
  });
  it('goes with the game', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at, 'c');
    room.tell(
      { type: 'drop', seat: 1, reason: 'resigned' },
      { type: 'end', result: { result: '0-1', winner: 'North', reason: 'resigned' } },
    );
    await until(() => at.preparing.prepared === null);
    expect(at.marked).toEqual([]);
    expect(room.sent).toEqual([]);
  });
  it('may have several parts', async () => {
    const { room, at } = await sit('pylos', 1);
    const line = ['1a1', '1d4', '1a2', '1d3', '1b1', '1d1'];
    for (const [i, move] of line.entries()) room.play((i % 2) + 1, move);
    await knows(at, 6);
    room.play(1, '1c4');
    await knows(at, 7);
    await prepare(at, '1b2', '1a1');
    expect(at.preparing.isOpen).toBe(true); // two balls may come back
    at.entering.finish();
    expect(at.preparing.prepared?.move).toBe('1b2-1a1');
    room.play(2, '1c1');
    await until(() => room.sent.length > 0);
    expect(room.sent).toEqual(['1b2-1a1']);
  });
});

describe('what can be prepared', () => {
  it('is the roll where dice decide, through the turns of all others', async () => {
    const { room, at } = await sit('dados:players=3', 3, 3);
    at.prepare();
    expect(at.preparing.prepared?.move).toBe('roll');
    for (const [seat, ply] of [
      [1, '8'],
      [1, 'c5'],
      [2, '7'],
    ] as const)
      room.play(seat, ply);
    await knows(at, 3);
    expect(room.sent).toEqual([]);
    const reply = at.situation.moves[0]!.move;
    room.play(2, reply);
    await until(() => room.sent.length > 0);
    expect(room.sent).toEqual(['roll']);
  });
  it('is nothing where dice roll by themselves', async () => {
    settings.autoRoll = true;
    const { at } = await sit('dados', 2);
    expect(at.preparing.isPossible).toBe(false);
  });
  it('is nothing for those who watch, in one’s own turn, or while a move is on its way', async () => {
    expect((await sit('oware', null)).at.preparing.isPossible).toBe(false);
    const { room, at } = await sit('oware', 1);
    expect(at.preparing.isPossible).toBe(false);
    await at.play('C');
    expect(at.preparing.isPossible).toBe(false);
    room.play(1, 'C');
    await knows(at, 1);
    expect(at.preparing.isPossible).toBe(true);
  });
  it('is no longer chosen once somebody has moved', async () => {
    const { room, at } = await sit('oware', 2);
    await prepare(at);
    expect(at.entered.turn).toBe(1);
    room.play(1, 'C');
    await knows(at, 1);
    expect(at.preparing.isOpen).toBe(false);
    expect(at.isInteractive).toBe(true);
  });
});
