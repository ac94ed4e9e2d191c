// What stands on the table and who is to act on it, and what is kept of it. The parts of a session share it.

import type { RulesClient, Situation } from '../engine/types';
import { playerAt, type SavedGame } from '../model/saved';
import { keepGame } from './keeping';

export class GameTable {
  saved: SavedGame = $state.raw(null as unknown as SavedGame);
  situation: Situation = $state.raw(null as unknown as Situation);
  viewed: { index: number; situation: Situation } | null = $state.raw(null); // a look back; null: the game as it stands

  readonly isLive = $derived(this.viewed === null);
  readonly isOver = $derived(this.situation.result !== null);
  readonly isMyTurn = $derived(
    this.situation.turn !== null && !this.isOver && playerAt(this.saved, this.situation.turn).kind === 'person',
  );
  isHeld = $state(false); // nothing can be done just now
  readonly canAct = $derived(this.isLive && this.isMyTurn && !this.isHeld);
  readonly canRoll = $derived(this.canAct && this.situation.awaits === 'roll');
  readonly isInteractive = $derived(this.canAct && this.situation.awaits === 'move');

  epoch = 0; // changes with every ply, so that what was under way knows that it is too late
  isPlaying = false; // a ply is with the rules

  constructor(
    readonly rules: RulesClient,
    saved: SavedGame,
    situation: Situation,
    private readonly store: (saved: SavedGame) => void = keepGame,
  ) {
    this.saved = saved;
    this.situation = situation;
  }

  /** What moves are entered in: the game as it stands, unless one is prepared for later. */
  get entered(): Situation {
    return this.situation;
  }

  get canEnter(): boolean {
    return this.isInteractive;
  }

  keep(change: Partial<SavedGame>): void {
    const { position, turn } = this.situation;
    this.saved = { ...this.saved, position, turn, updated: Date.now(), ...change };
    this.store(this.saved);
  }
}
