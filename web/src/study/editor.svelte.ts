// A position being set up: the draft, what a touch does to it, and what the rules say of it so far.

import {
  boardOfDraft,
  choicesOf,
  clearDraft,
  readDraft,
  touchDraft,
  turnOfDraft,
  writeDraft,
  type Draft,
  type Tool,
} from '../boards/drafts';
import type { GameInfo, GameLine, RulesClient, Situation, Step } from '../engine/types';
import { errorText } from '../i18n/index.svelte';
import { gameOf, infoOf } from '../lib/games';
import { emptySituation } from '../model/empty';
import { gameText, type Options } from '../model/options';

export function optionsOf(game: string): Options {
  const list = game.split(':')[1];
  return Object.fromEntries((list ? list.split(',') : []).map((part) => part.split('=') as [string, string]));
}

/** Seats and cells: what makes two boards the same to whoever sets up a position. */
function boardOfRules(start: Situation | null): string | null {
  return start && [start.seats, ...start.cells.map(({ name }) => name)].join(' ');
}

export class Editor {
  name = $state('');
  options: Options = $state.raw({});
  draft: Draft = $state.raw(null!);
  isFragment = $state(false);
  seats = $state(2);
  sides = $state(2);
  hasHeaps = $state(false);
  tool: Tool = $state(0);
  /** What the rules say: possible (and perhaps over already), or why not. */
  verdict: { situation: Situation } | { problem: string } | null = $state.raw(null);
  private count = 0;
  private board: string | null = null; // what there was to play on by the last rules that could be

  constructor(
    private readonly rules: RulesClient,
    situation: Situation,
    isFragment: boolean,
  ) {
    this.name = gameOf(situation);
    this.options = optionsOf(situation.game);
    this.isFragment = isFragment;
    this.take(situation);
    void this.judge();
  }

  /** What lies in this situation is to be changed. */
  private take(situation: Situation): void {
    this.draft = readDraft(situation);
    this.seats = situation.seats;
    this.sides = situation.sides;
    this.hasHeaps = situation.hasHeaps;
    if (this.tool !== 'take' && this.tool >= this.sides) this.tool = 0;
  }

  get game(): string {
    return gameText(this.name, this.options);
  }

  get info(): GameInfo {
    return infoOf(this.name);
  }

  get text(): string {
    return writeDraft(this.draft);
  }

  get line(): GameLine {
    return this.lineFrom(this.text);
  }

  private lineFrom(start: string): GameLine {
    return { game: this.game, start, plies: [], ...(this.isFragment ? { isFragment: true } : {}) };
  }

  /** As a board wants it: to look at, and to be touched anywhere. */
  get situation(): Situation {
    const { seats, sides, draft } = this;
    const found = draft.game === 'any' ? draft.situation : emptySituation(this.game);
    return { ...found, moves: [], last: null, ...boardOfDraft(draft), seats, sides, turn: turnOfDraft(draft) };
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
  async setGame(name: string, options: Options): Promise<void> {
    this.board ??= boardOfRules(await this.startOf(this.name, this.options));
    const start = await this.startOf(name, options);
    const isSameBoard = name === this.name && (!start || this.board === boardOfRules(start));
    if (name !== this.name) this.isFragment = false;
    this.name = name;
    this.options = options;
    if (start) this.board = boardOfRules(start);
    if (start && !isSameBoard) this.take(start);
    await this.judge();
  }

  async usual(): Promise<void> {
    const start = await this.startOf(this.name, this.options);
    if (start) this.take(start);
    await this.judge();
  }

  /** The usual start of these rules; null if there can be none. */
  private startOf(name: string, options: Options): Promise<Situation | null> {
    return this.rules.situation({ game: gameText(name, options), start: null, plies: [] }).catch(() => null);
  }

  /** Takes a position in writing; what is wrong with it is said, and the board stays. */
  async read(text: string): Promise<string | null> {
    const start = text.trim();
    try {
      const situation = await this.rules.situation(this.lineFrom(start));
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
