// Choosing a move while somebody else thinks. What is offered is what could be played after at least one of their
// moves, as the rules say; when the turn comes it is played if it is legal then, and else forgotten. It lives in this
// tab only, and a reload forgets it: nothing that its owner does not see is ever played for them.

import type { MoveInfo, Situation } from '../../engine/types';
import { errorText } from '../../i18n/index.svelte';
import { onlineGame } from '../../i18n/online_game';
import { gameOf, infoOf } from '../../lib/games';
import { note, speak } from '../../lib/say.svelte';
import { settings } from '../../lib/settings.svelte';
import type { GameTable } from '../table.svelte';
import { fateOf, ROLL, type Prepared } from './prepared';
import type { OnlineRoom } from './room.svelte';

type Room = Pick<OnlineRoom, 'game' | 'seat' | 'pending'>;

export class Preparing {
  prepared: Prepared | null = $state.raw(null);
  private moves: MoveInfo[] | null = $state.raw(null); // to choose from; null: nobody chooses
  private isAsking = false;

  constructor(
    private readonly table: GameTable,
    private readonly room: Room,
  ) {}

  /** Whether its owner is choosing. */
  get isOpen(): boolean {
    return this.moves !== null;
  }

  /** The board as it is while its owner chooses: as if the turn had come. */
  readonly situation: Situation | null = $derived.by(() => {
    if (!this.moves || this.room.seat === null) return null;
    return { ...this.table.situation, turn: this.room.seat - 1, awaits: 'move', moves: this.moves };
  });

  get hasDice(): boolean {
    return infoOf(gameOf(this.table.saved.line)).hasDice;
  }

  /** Somebody else is to move, and everything that was played here has arrived. */
  get isPossible(): boolean {
    const { table, room } = this;
    const { turn, out } = table.situation;
    if (room.seat === null || room.game.phase !== 'playing' || room.pending.length > 0) return false;
    if (!table.isLive || table.isOver || turn === null || turn === room.seat - 1) return false;
    return !out.includes(room.seat - 1) && !(this.hasDice && settings.autoRoll); // those roll by themselves
  }

  /** What a press of the key or the button does: begin, or leave it. */
  toggle(): void {
    if (this.prepared || this.isOpen) this.forget();
    else if (this.isPossible && !this.isAsking) void this.begin();
  }

  private async begin(): Promise<void> {
    if (this.hasDice) return this.take(ROLL); // before the dice fall there is nothing else to choose
    const { table, room } = this;
    const { epoch } = table;
    this.isAsking = true;
    try {
      const found = await table.rules.answers(table.saved.line, room.seat! - 1);
      if (epoch !== table.epoch || !this.isPossible) return;
      if (found.length > 0) this.moves = found;
      else note(onlineGame().prepare.nothing);
      if (found.length > 0) speak(onlineGame().prepare.choose);
    } catch (error) {
      note(errorText(error), 'error');
    } finally {
      this.isAsking = false;
    }
  }

  /** It was chosen. */
  take(move: string): void {
    const { game } = this.room;
    const steps = this.moves?.find((one) => one.move === move)?.steps ?? [];
    this.prepared = { move, steps, event: game.last, plies: game.moves.length };
    this.moves = null;
    speak(this.words);
  }

  /** What is prepared, as a sentence. */
  get words(): string {
    const say = onlineGame().prepare;
    if (!this.prepared) return say.choose;
    return this.prepared.move === ROLL ? say.readyRoll : say.ready(this.prepared.move);
  }

  /** Its owner wants none. True if there was one, or was about to be. */
  forget(): boolean {
    if (!this.prepared && !this.isOpen) return false;
    this.prepared = this.moves = null;
    speak(onlineGame().prepare.forgotten);
    return true;
  }

  /** The board has changed: nobody chooses any more. */
  close(): void {
    this.moves = null;
  }

  /** The move to be played now, if any; it is given away only once. */
  due(): string | null {
    const { prepared, room, table } = this;
    if (!prepared || room.seat === null) return null;
    const fate = fateOf(prepared, room.game, room.seat, table.situation);
    if (fate === 'wait') return null;
    this.prepared = null;
    if (fate === 'impossible' || fate === 'changed') note(onlineGame().prepare[fate](prepared.move));
    return fate === 'play' ? prepared.move : null;
  }
}
