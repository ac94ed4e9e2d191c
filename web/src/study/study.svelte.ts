// One study: a game or position with its variations, where the reader stands in it, and what the engine
// says about that. Everything about rules is asked; nothing here knows any.

import type {
  Analysis,
  GameLine,
  GameEnding,
  Line,
  Played,
  Preview,
  Result,
  ReviewPly,
  RulesClient,
  Situation,
  Step,
} from '../engine/types';
import { refusedText, sideNames } from '../i18n/games';
import { errorText, language, t } from '../i18n/index.svelte';
import { study } from '../i18n/study';
import { gameOf, infoOf } from '../lib/games';
import { note, speak } from '../lib/say.svelte';
import { describePly } from '../model/describe';
import { entryAt, isComplete, knownPart, moveToPreview, stepBack, takeStep, type Entry } from '../model/entry';
import type { SavedGame } from '../model/saved';
import { Asking } from './asking.svelte';
import { Reviewing, type Speed } from './reviewing.svelte';
import { Searching, type LineCount } from './searching.svelte';
import type { ExactPosition } from './tables';
import {
  addPly,
  branchOf,
  endOf,
  isMain,
  lineFrom,
  lineTo,
  makeMain,
  makeRoot,
  packTree,
  pathTo,
  removeBranch,
  rootOf,
  variationStart,
  type KeptPly,
  type Origin,
  type StudyNode,
} from './tree';
import { chancesOf, exactLines } from './values';

export interface Source {
  line: GameLine;
  names: string[]; // by seat; may be empty
  comments?: Record<number, string>;
  result?: Result | null;
  bottomSide?: number;
  tree?: KeptPly[]; // with variations
}

interface Peek {
  situation: Situation;
  plies: string[]; // from where the reader stands
}

export class Study {
  current: StudyNode = $state.raw(null!);
  story: { id: number; played: Played } | null = $state.raw(null);
  chosen: Step[] = $state.raw([]);
  preview: Preview | null = $state.raw(null);
  peek: Peek | null = $state.raw(null);
  refusal = $state('');
  private version = $state(0);

  readonly asking = new Asking();
  readonly reviewing = new Reviewing();
  readonly searching = new Searching(() => this.setLive(true));
  readonly game: string;
  readonly origin: Origin;
  readonly names: string[];
  readonly comments: Record<number, string>;
  bottomSide = 0; // the side that sits below, as it did when the game was played
  readonly result: Result | null; // how the game that was opened ended
  private stories = 0;
  private previewed = 0;
  private peeked = 0;
  private isClosed = false;

  private constructor(
    readonly rules: RulesClient,
    source: Source,
    root: StudyNode,
  ) {
    const { plies: _, ...origin } = source.line;
    this.origin = { ...origin, game: root.situation.game };
    this.game = gameOf(source.line);
    this.names = source.names;
    this.comments = source.comments ?? {};
    this.result = source.result ?? null;
    // Where a move is a single cell, all of them can be looked at.
    this.searching.lineCount = root.situation.hasHeaps || infoOf(this.game).hasDice ? 'all' : 5;
    this.current = root;
  }

  /** Asks the rules about every ply, so that stepping never waits. Throws what they say. */
  static async open(rules: RulesClient, source: Source): Promise<Study> {
    const { line } = source;
    const endings = (line.endings ?? []).filter((ending) => ending.afterPly < 0);
    const root = makeRoot(await rules.situation({ ...line, plies: [], endings }));
    const opened = new Study(rules, source, root);
    if (source.tree) await opened.grow(root, source.tree);
    else {
      let at = root;
      for (let i = 0; i < line.plies.length; i++) at = await opened.extend(at, line.plies[i]!, false, i + 1);
    }
    return opened;
  }

  private async extend(parent: StudyNode, ply: string, isOwn: boolean, mainDepth: number): Promise<StudyNode> {
    const known = parent.children.find((child) => child.ply === ply);
    if (known) return known;
    const endings = (this.origin.endings ?? []).filter((ending) => ending.afterPly < mainDepth);
    const situation = await this.rules.situation({
      ...this.origin,
      endings,
      plies: [...pathTo(parent).map((node) => node.ply), ply],
    });
    return addPly(parent, ply, situation, isOwn);
  }

  private async grow(parent: StudyNode, tree: KeptPly[]): Promise<void> {
    const main = branchOf(parent).depth;
    for (const [i, kept] of tree.entries()) {
      const child = await this.extend(parent, kept.p, kept.o === 1, main + (i === 0 && isMain(parent) ? 1 : 0));
      if (kept.c) await this.grow(child, kept.c);
    }
  }

  close(): void {
    this.isClosed = true;
    this.asking.close();
    this.searching.stop();
    this.reviewing.cancel();
  }

  /* Where the reader stands. */

  get root(): StudyNode {
    return rootOf(this.current);
  }

  get situation(): Situation {
    return this.peek?.situation ?? this.current.situation;
  }

  /** The line that the reader is in, from the first ply to its end. */
  get shownLine(): StudyNode[] {
    void this.version;
    return [...pathTo(this.current), ...lineFrom(this.current)];
  }

  /** Reads the tree so that whatever shows it is drawn again when it changes. */
  get tree(): StudyNode {
    void this.version;
    return this.root;
  }

  get isVariation(): boolean {
    void this.version;
    return !isMain(this.current);
  }

  lineOf(node: StudyNode): GameLine {
    return lineTo(this.origin, node);
  }

  /** A game as the play screen keeps it, for sentences about moves. */
  get asSaved(): SavedGame {
    const { seats } = this.current.situation;
    const all = Array.from({ length: seats }, (_, seat) => seat);
    const players = all.map((seat) => ({ kind: 'person' as const, name: this.names[seat] ?? '', level: 1 }));
    return {
      version: 1,
      id: '',
      created: 0,
      updated: 0,
      line: { ...this.origin, plies: [] },
      notes: [],
      undone: [],
      players,
      seating: all,
      throws: [],
      clockSetting: null,
      clock: null,
      series: { games: [], length: 0, score: [] },
      position: '',
      turn: null,
      result: this.result,
      isHidden: true,
    };
  }

  sideName(seat: number): string {
    const { sides, seats } = this.current.situation;
    const name = sideNames(this.game)[seat % sides] ?? '';
    return seats > sides ? `${name} ${seat + 1}` : name;
  }

  /** What the engine says of the end of the game that was opened. */
  get ending(): GameEnding {
    return (this.mainLine.at(-1) ?? this.root).situation.ending;
  }

  describe(node: StudyNode): string {
    const { last } = node.situation;
    return last ? describePly(this.asSaved, last, t()) : study().positionOf(0);
  }

  goTo(node: StudyNode, speaks = true): void {
    if (node === this.current && !this.peek) return;
    const isNext = node.parent === this.current;
    this.show(node, isNext);
    if (speaks) speak(node.parent ? this.describe(node) : study().positionOf(0));
  }

  goToDepth(depth: number): void {
    const target = depth <= 0 ? this.root : this.shownLine[depth - 1];
    if (target) this.goTo(target);
  }

  next(): void {
    const child = this.current.children[0];
    if (child) this.goTo(child);
  }

  previous(): void {
    if (this.current.parent) this.goTo(this.current.parent);
  }

  first(): void {
    this.goTo(this.root);
  }

  last(): void {
    this.goTo(endOf(this.current));
  }

  /** Back to where the variation left the game. */
  backToMain(): void {
    this.goTo(branchOf(this.current));
  }

  private show(node: StudyNode, animates: boolean): void {
    this.current = node;
    this.chosen = [];
    this.preview = null;
    this.previewed += 1;
    this.endPeek();
    this.refusal = '';
    const { last } = node.situation;
    this.story = animates && last ? { id: ++this.stories, played: last } : null;
    this.asking.ask(this.current, this.lineOf(this.current));
    this.search();
  }

  /* Moves made on the board. */

  get entry(): Entry {
    return entryAt(this.current.situation.moves, this.chosen) ?? { chosen: [], choices: [], move: null };
  }

  get isInteractive(): boolean {
    return this.current.situation.awaits === 'move' && this.peek === null;
  }

  step(step: Step): void {
    if (this.peek) return this.endPeek();
    const next = this.isInteractive ? takeStep(this.current.situation.moves, this.chosen, step) : null;
    if (!next) return this.refuse();
    this.refusal = '';
    this.preview = null;
    if (isComplete(next)) return void this.play(next.move!);
    this.chosen = next.chosen;
    speak(t().play.speak.chose(step.cell));
    void this.hover(null);
  }

  cancel(): void {
    if (this.peek) return this.endPeek();
    if (this.chosen.length === 0) return;
    this.chosen = stepBack(this.current.situation.moves, this.chosen).chosen;
    speak(t().play.speak.cancelled);
    void this.hover(null);
  }

  finish(): void {
    if (this.isInteractive && this.entry.move !== null) void this.play(this.entry.move);
  }

  refuse(): void {
    if (this.peek) return this.endPeek();
    const { awaits } = this.current.situation;
    if (!awaits) return;
    const say = t().play.refused;
    this.refusal = awaits === 'roll' ? say.rollFirst : this.chosen.length > 0 ? say.midway : refusedText(this.game);
    speak(this.refusal);
  }

  async hover(step: Step | null): Promise<void> {
    const steps = step ? [...this.chosen, step] : this.chosen;
    const count = ++this.previewed;
    const { moves } = this.current.situation;
    const found = this.isInteractive && steps.length > 0 ? moveToPreview(moves, steps) : null;
    if (!found) {
      this.preview = null;
      return;
    }
    const preview = await this.rules.preview(this.lineOf(this.current), found.move).catch(() => null);
    if (count === this.previewed) this.preview = preview && !found.isWhole ? knownPart(moves, steps, preview) : preview;
  }

  /** Plays plies from where the reader stands: what is new becomes a line of their own. */
  async play(...plies: string[]): Promise<void> {
    const from = this.current;
    let at = from;
    try {
      for (const ply of plies) {
        const mainDepth = branchOf(at).depth;
        const isNext = at.children[0]?.ply === ply || at.children.length === 0;
        at = await this.extend(at, ply, true, mainDepth + (isNext && isMain(at) ? 1 : 0));
      }
    } catch (error) {
      note(errorText(error), 'error');
    }
    if (this.isClosed || this.current !== from || at === from) return;
    this.version += 1;
    // Seats that are out are passed over, as at the table.
    const { turn, out, result } = at.situation;
    this.show(at, plies.length === 1);
    speak(this.describe(at));
    if (!result && turn !== null && out.includes(turn)) await this.play('');
  }

  removeVariation(): void {
    const start = variationStart(this.current);
    if (!start) return;
    const parent = removeBranch(start);
    this.version += 1;
    this.show(parent, false);
    note(study().moves.removed, 'info', {
      label: t().home.undo,
      run: () => {
        if (!parent.children.includes(start)) parent.children.push(start);
        this.version += 1;
        this.goTo(start);
      },
    });
  }

  promoteVariation(): void {
    makeMain(this.current);
    this.reviewing.forget(); // it was of another line
    this.version += 1;
  }

  /* Looking ahead on the board, without going there. */

  async showPeek(plies: string[]): Promise<void> {
    const count = ++this.peeked;
    const line = this.lineOf(this.current);
    const situation = await this.rules.situation({ ...line, plies: [...line.plies, ...plies] }).catch(() => null);
    if (count !== this.peeked || !situation || this.isClosed) return;
    this.story = null;
    this.peek = { situation, plies };
    if (situation.last) speak(describePly(this.asSaved, situation.last, t()));
  }

  endPeek(): void {
    this.peeked += 1;
    if (!this.peek) return;
    this.peek = null;
    this.story = null;
  }

  playPeek(): void {
    const plies = this.peek?.plies ?? [];
    this.endPeek();
    void this.play(...plies);
  }

  /* Live analysis. */

  get analysis(): Analysis | null {
    return this.searching.of(this.current);
  }

  get exact(): ExactPosition | null {
    return this.asking.of(this.current)?.exact ?? null;
  }

  /** What each move is worth: by tables if they know them all, else as far as it was searched. */
  get lines(): Line[] {
    const { exact, analysis } = this;
    return exact ? exactLines(analysis?.lines ?? [], exact) : (analysis?.lines ?? []);
  }

  /** The chances of every side where the reader stands, from what is known best. */
  get chances(): number[] | null {
    const node = this.current;
    const live = chancesOf(node.situation, this.analysis, this.lines[0]);
    if (live && node.situation.sides === 2) return live;
    const after = this.reviewing.of(node)?.chances;
    return after ?? live ?? (node.parent === null ? (this.reviewing.review?.start_chances ?? null) : null);
  }

  setLive(isLive: boolean): void {
    this.searching.isLive = isLive;
    if (isLive) {
      this.reviewing.cancel();
      this.search(true);
    } else this.searching.stop();
  }

  setLineCount(count: LineCount): void {
    this.searching.lineCount = count;
    this.searching.forget();
    this.search(true);
  }

  private search(isNow = false): void {
    if (!this.isClosed) this.searching.search(this.current, this.lineOf(this.current), isNow);
  }

  /** After opening: what depends on the page being there. */
  begin(isLive: boolean): void {
    this.searching.isLive = isLive;
    this.asking.ask(this.current, this.lineOf(this.current));
    this.search();
  }

  /* Review of the main line. */

  get mainLine(): StudyNode[] {
    void this.version;
    return lineFrom(this.root);
  }

  reviewOf(node: StudyNode): ReviewPly | null {
    return this.reviewing.of(node);
  }

  async startReview(speed: Speed): Promise<void> {
    const nodes = this.mainLine;
    if (nodes.length === 0 || this.reviewing.progress) return;
    this.setLive(false);
    await this.reviewing.start(nodes, this.lineOf(nodes.at(-1)!), speed);
  }

  /** The next move, or the one before, that was at least a mistake. */
  goToMistake(direction: 1 | -1): void {
    const nodes = this.mainLine;
    const at = branchOf(this.current).depth - 1;
    for (let i = at + direction; i >= 0 && i < nodes.length; i += direction) {
      const mark = this.reviewOf(nodes[i]!)?.mark;
      if (mark === 'mistake' || mark === 'blunder' || mark === 'inaccuracy') return this.goTo(nodes[i]!);
    }
  }

  /* What is kept. */

  pack(): Source {
    return {
      line: { ...this.origin, plies: this.mainLine.map((node) => node.ply) },
      names: this.names,
      comments: this.comments,
      result: this.result,
      tree: packTree(this.root),
    };
  }

  get path(): string[] {
    return pathTo(this.current).map((node) => node.ply);
  }

  /** Goes where a path leads, as far as it does. */
  follow(plies: string[]): void {
    let at = this.root;
    for (const ply of plies) {
      const next = at.children.find((child) => child.ply === ply);
      if (!next) break;
      at = next;
    }
    this.current = at;
  }

  get locale(): ReturnType<typeof language> {
    return language();
  }
}
