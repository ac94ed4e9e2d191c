// A position being set up: the draft, what a touch does to it, and what the rules say of it so far.

import {
  boardOfDraft,
  choicesOf,
  clearDraft,
  readDraft,
  touchDraft,
  writeDraft,
  type Draft,
  type Tool,
} from '../boards/drafts';
import type { GameInfo, GameName, RulesClient, Situation, Step } from '../engine/types';
import { errorText } from '../i18n/index.svelte';
import { picture } from '../model/demos';
import { gameText, type Options } from '../model/options';

export function optionsOf(game: string): Options {
  const list = game.split(':')[1];
  return Object.fromEntries((list ? list.split(',') : []).map((part) => part.split('=') as [string, string]));
}

export class Editor {
  name: GameName = $state('oware');
  options: Options = $state.raw({});
  draft: Draft = $state.raw(null!);
  isFragment = $state(false);
  tool: Tool = $state(0);
  /** What the rules say: possible (and perhaps over already), or why not. */
  verdict: { situation: Situation } | { problem: string } | null = $state.raw(null);
  private count = 0;

  constructor(
    private readonly rules: RulesClient,
    readonly games: GameInfo[],
    situation: Situation,
    isFragment: boolean,
  ) {
    this.name = situation.game.split(':')[0] as GameName;
    this.options = optionsOf(situation.game);
    this.isFragment = isFragment;
    this.draft = readDraft(situation);
    void this.judge();
  }

  get game(): string {
    return gameText(this.name, this.options);
  }

  get info(): GameInfo | undefined {
    return this.games.find((game) => game.name === this.name);
  }

  get seats(): number {
    return this.name === 'dados' ? Number(this.options.players ?? 2) : 2;
  }

  get sides(): number {
    return this.seats === 4 ? 2 : this.seats;
  }

  get text(): string {
    return writeDraft(this.draft);
  }

  get line(): { game: string; start: string; plies: string[]; isFragment?: boolean } {
    return {
      game: this.game,
      start: this.text,
      plies: [],
      ...(this.name === 'oware' && this.isFragment ? { isFragment: true } : {}),
    };
  }

  /** As a board wants it: to look at, and to be touched anywhere. */
  get situation(): Situation {
    const turn = this.draft.game === 'dados' ? this.draft.seat : this.draft.side;
    return { ...picture(this.game), ...boardOfDraft(this.draft), seats: this.seats, sides: this.sides, turn };
  }

  /** Everywhere something can be put or taken, so that every such cell can be reached and is no dead one. */
  get choices(): Step[] {
    return choicesOf(this.draft);
  }

  touch(cell: string): void {
    this.change(touchDraft(this.draft, cell, this.tool));
  }

  change(draft: Draft): void {
    this.draft = draft;
    void this.judge();
  }

  clear(): void {
    this.change(clearDraft(this.draft));
  }

  setFragment(isFragment: boolean): void {
    this.isFragment = isFragment;
    void this.judge();
  }

  /** Another game, or other rules: the board begins anew if it does not fit them. */
  async setGame(name: GameName, options: Options): Promise<void> {
    const isSameBoard = name === this.name && (options.base ?? '') === (this.options.base ?? '');
    this.name = name;
    this.options = options;
    if (isSameBoard) return this.judge();
    await this.usual();
  }

  async usual(): Promise<void> {
    const { game } = this;
    try {
      const situation = await this.rules.situation({ game, start: null, plies: [] });
      if (game === this.game) this.draft = readDraft(situation);
      if (this.tool !== 'take' && this.tool >= this.sides) this.tool = 0;
    } catch (error) {
      this.verdict = { problem: errorText(error) };
      return;
    }
    await this.judge();
  }

  /** Takes a position in writing; what is wrong with it is said, and the board stays. */
  async read(text: string): Promise<string | null> {
    const start = text.trim();
    try {
      const situation = await this.rules.situation({
        game: this.game,
        start,
        plies: [],
        ...(this.isFragment ? { isFragment: true } : {}),
      });
      this.change(readDraft(situation));
      return null;
    } catch (error) {
      return errorText(error);
    }
  }

  private async judge(): Promise<void> {
    const count = ++this.count;
    try {
      const situation = await this.rules.situation(this.line);
      if (count === this.count) this.verdict = { situation };
    } catch (error) {
      if (count === this.count) this.verdict = { problem: errorText(error) };
    }
  }
}
