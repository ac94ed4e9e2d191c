// What the page and the engine say to each other. The engine is the C library, compiled to
// WebAssembly, in workers; the page knows no rules and asks for everything.
//
// Every request carries the whole game (GameLine), so a worker can be ended and replaced at any
// moment without losing anything. Workers keep the last game and only play what is new.

import type { Gathering } from './oracle';
import type { TableFile } from './pieces_source';
import type * as wire from './wire';

export type { TableFile } from './pieces_source';

/** A game as it was played: rules, where it began, and every ply in notation (rolls included). */
export interface GameLine {
  game: string; // 'oware:slam=nocapture'
  start: string | null; // a position, or null for the usual start
  plies: string[]; // 'C', '1b2>2a1-1a1', '8', 'c5', …; '' for the skipped turn of a side that is out
  endings?: Ending[]; // whatever is no ply, in order
  isFragment?: boolean; // oware: a board with fewer than 48 seeds in all
  firstSeat?: number; // dados: who won the roll-off (0…3)
}

export interface Ending {
  afterPly: number; // the number of plies then
  kind: 'resigned' | 'time' | 'left' | 'agreed-draw' | 'agreed-finish';
  seat?: number; // of the first three
}

export interface Result {
  result: string; // '1-0', '1/2-1/2', '0-1-0'
  score: string | null; // oware: '30-18'
  winner: number | null; // side, null for a draw
  reason: string; // as in docs/JSON.md: 'majority', 'summit', …
  culprit: number | null; // seat
}

/** What lies on one place of a board. */
export interface Cell {
  name: string; // as moves and stories have it
  x: number; // of its middle, in half cells to the right and down, as the first side sees the board
  y: number;
  level: number; // 0 on the board itself
  side: number | null; // whose piece lies here; where pieces are nobody's, whose cell it is
  count: number; // of pieces
  number: number | null; // printed on the board
  isOpen: boolean; // another piece could lie here as the board now stands
  isWon: boolean; // part of what won the game
}

/** A board to be drawn. */
export interface Board {
  position: string; // in notation
  cells: Cell[];
  held: number[]; // for each side: seeds in store, balls in reserve, tiles in hand, chips left
  roll: string | null; // rolled and still to be played
}

/** One thing that a ply does to the board, in the order in which it is to be shown. */
export type StoryEvent =
  // A piece is lifted, sown, captured, kept …, or several are; whose they are or become.
  PieceEvent<wire.PieceEvent['kind']> | wire.RollEvent | wire.PassEvent;

type PieceEvent<Kind> = Kind extends string ? { kind: Kind; cell: string; count: number; side: number } : never;

/** A special rule that the last ply met, for one sentence with a link to the rule. */
export type Notice = wire.Notice;

/** A move is entered step by step; moves that begin alike share their first steps. */
export type Step = wire.Step;

/**
 * One way to enter a move. Its steps may be the beginning of another's (pylos: one ball back, or two). A move that
 * can be entered in two orders (pylos: two balls back) stands in the list once for each.
 */
export type MoveInfo = wire.Way;

export interface Situation extends Board {
  game: string; // in its one spelling
  shape: wire.Shape; // of the cells
  hasHeaps: boolean; // cells hold any number of pieces, which belong to nobody
  seats: number;
  sides: number; // seat i plays for side i % sides
  sideNames: string[]; // English, as in notation: 'South' …
  turn: number | null; // seat to move, or to roll; null when over
  awaits: wire.Awaits;
  plies: number;
  moves: MoveInfo[]; // none while a roll is awaited
  out: number[]; // seats that are out of a game of three
  offer: wire.Offer;
  result: Result | null;
  ending: GameEnding;
  last: Played | null; // the last ply
}

/** Why a game ended, and what became of the rest, in its own sentences; their arguments are sides and numbers. */
export type GameEnding = wire.Ending;

export interface Played {
  seat: number;
  move: string;
  before: Board;
  events: StoryEvent[];
  notices: Notice[];
}

/** What a move would do, before it is made. */
export interface Preview {
  move: string;
  after: Board;
  events: StoryEvent[];
}

/** Texts of the library: an English format with {1} {2} …, its key in the message files. */
export interface LibraryText {
  key: string;
  args: (string | number)[];
  line?: number; // where in a text of several lines (records)
  move_number?: number;
}

/** One line of analysis, for the side to move. */
export type Line = wire.Line;
export interface Analysis {
  unit: wire.Unit;
  depth: number;
  nodes: number;
  ms: number;
  lines: Line[];
  rolls: wire.Rolls['rolls'] | null; // where a roll is awaited
  chance: number | null; // the mean over all rolls
  cells: wire.Rolls['cells'] | null; // what it is worth to play on each of them
}
export type Hint = wire.Hint;
export type Mark = wire.Mark;
export type PlayClass = wire.PlayClass;
export type ReviewPly = wire.ReviewPly; // `seat` from 0
export type Review = wire.Review;

export interface OptionInfo {
  key: string;
  about: string; // English, as are all words here
  values: { value: string; about: string }[];
  usual: string | null; // null: depends on other options
}
export interface GameInfo {
  name: string;
  title: string;
  sides: string[]; // 'South' …
  start: string;
  seats: number; // by the usual rules
  starter: wire.GameInfo['starter']; // what decides who begins
  hasDice: boolean;
  canFinish: boolean; // players may agree to finish, and divide what is left
  held: { one: string; many: string } | null; // '{1} seeds in store'
  options: OptionInfo[];
}

export interface RecordText {
  line: GameLine;
  tags: Record<string, string>;
  comments: Record<number, string>; // by number of plies before them
  result: Result | null;
}

/** 'level=5', 'max,time=1s': as docs/MATCH.md describes players. */
export type PlayerSpec = string;

export interface ThinkLimits {
  ms?: number;
  nodes?: number;
  depth?: number;
}

/** Answers at once; never thinks. */
export interface RulesClient {
  games(): Promise<GameInfo[]>;
  prose(game: string, language: 'es' | 'en'): Promise<string>; // Markdown
  situation(line: GameLine): Promise<Situation>; // throws LudotecaError
  preview(line: GameLine, move: string): Promise<Preview>;
  /** What a seat could play after at least one of the moves that somebody else now has: for a move that is prepared. */
  answers(line: GameLine, seat: number): Promise<MoveInfo[]>;
  /** The game after its first `index` plies, `last` being ply `index` - 1: for stepping through. */
  situationAt(line: GameLine, index: number): Promise<Situation>;
  /** Dice: the total for these 64 random bits, by the game's own weights. */
  roll(line: GameLine, random: bigint): Promise<string>;
  readRecords(text: string): Promise<RecordText[]>; // .ludo, OGN, PlayStrategy: recognised
  writeRecord(record: RecordText, format: 'ludo' | 'ogn' | 'playstrategy'): Promise<string>;
  /** A move as a person might write it, in notation; throws with what is legal. */
  readMove(line: GameLine, text: string): Promise<string>;
  /** Who starts the next game of a series (docs of match.h): seats or colours change. */
  nextGame(series: SeriesSoFar): Promise<NextGame>;
}

export interface SeriesSoFar {
  game: string;
  players: number;
  games: { players: number[]; game: string; firstSeat: number; result: Result }[]; // players[seat] = who sat there
  random: bigint; // for lots and roll-off
}
export interface NextGame {
  game: string;
  players: number[]; // players[seat]
  firstSeat: number;
  throws: { seat: number; dice: [number, number] }[]; // dados: the roll-off, in order; else empty
  score: number[]; // of each player so far, win 1, draw 1/2
}

/** Thinks in a worker of its own; one request at a time, `stop` ends it at once. */
export interface ThinkClient {
  choose(line: GameLine, player: PlayerSpec, limits?: ThinkLimits): Promise<wire.Choice>;
  hint(line: GameLine, limits?: ThinkLimits): Promise<Hint>;
  analyse(line: GameLine, count: number, limits: ThinkLimits, onProgress?: (a: Analysis) => void): Promise<Analysis>;
  review(line: GameLine, limits: ThinkLimits, onProgress?: (done: number, total: number) => void): Promise<Review>;
  /** This game will be thought about: what can be worked out beforehand is begun. */
  prepare(game: string): void;
  stop(): void; // whatever is under way rejects with LudotecaError 'stopped', or answers with the best so far (analyse)
}

/** What tables elsewhere know of a position, and how it was found out. */
export interface OracleAnswer extends Gathering {
  probe: wire.TableProbe;
}

/** Asked of a worker of its own, since others think for minutes. */
export interface OracleClient {
  ask(line: GameLine, files: TableFile[]): Promise<OracleAnswer>;
}

/** What clients throw: a text that the page can say in the reader's language. */
export class LudotecaError extends Error {
  constructor(readonly text: LibraryText) {
    super(text.key);
  }
}
