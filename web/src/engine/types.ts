// What the page and the engine say to each other. The engine is the C library, compiled to
// WebAssembly, in workers; the page knows no rules and asks for everything.
//
// Every request carries the whole game (GameLine), so a worker can be ended and replaced at any
// moment without losing anything. Workers keep the last game and only play what is new.

export type GameName = 'oware' | 'pylos' | 'six' | 'dados';

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

/** One thing that a ply does to the board, in the order in which it is to be shown. */
export type StoryEvent =
  | { kind: 'lift'; cell: string; count: number; side: number } // oware: all seeds of a pit; six, pylos: a piece
  | { kind: 'sow'; cell: string } // oware: one of the lifted seeds falls here
  | { kind: 'capture'; cell: string; count: number; side: number } // oware: seeds go to that side's store
  | { kind: 'keep'; cell: string; count: number; side: number } // oware, at the end: who gets what is left
  | { kind: 'put'; cell: string; side: number } // a piece from the hand (or the lifted one) is laid down
  | { kind: 'recover'; cell: string; side: number } // pylos: a ball goes back to the reserve
  | { kind: 'fall'; cell: string; side: number } // six: a tile leaves the game
  | { kind: 'remove'; cell: string; side: number } // dados: a chip goes back to its owner
  | { kind: 'roll'; total: number }
  | { kind: 'pass' };

/** A special rule that the last ply met, for one sentence with a link to the rule. */
export type Notice =
  | 'grand-slam-illegal'
  | 'grand-slam-no-capture'
  | 'must-feed'
  | 'forced-slam'
  | 'circling' // oware
  | 'recovery'
  | 'recovery-two' // pylos
  | 'second-round'
  | 'group-fell'
  | 'equal-groups' // six
  | 'roll-again'
  | 'turn-lost'
  | 'replaced'
  | 'protected'
  | 'out-of-chips' // dados
  | 'seen-before'; // one more repetition ends the game

/** A move is entered step by step; moves that begin alike share their first steps. */
export interface Step {
  kind: 'pick' | 'put' | 'recover' | 'group' | 'pass';
  cell: string; // oware 'C'; pylos '2a1'; six 'q,r'; dados 'c5'; '' for pass
}

export interface MoveInfo {
  move: string; // in notation
  // May be the beginning of another move's steps (pylos: one ball back, or two). A move that can be
  // entered in two orders (pylos: two balls back) stands in the list once for each.
  steps: Step[];
}

export interface Situation {
  game: string; // in its one spelling
  position: string; // in notation; src/boards/notation.ts reads it for drawing
  seats: number;
  sides: number; // seat i plays for side i % sides
  turn: number | null; // seat to move, or to roll; null when over
  awaits: 'move' | 'roll' | null;
  plies: number;
  moves: MoveInfo[]; // none while a roll is awaited
  held: number[]; // for each side: seeds in store, balls in reserve, tiles in hand, chips left
  out: number[]; // seats that are out of a game of three
  offer: 'none' | 'no-capture' | 'unforced';
  result: Result | null;
  last: Played | null; // the last ply
}

export interface Played {
  seat: number;
  move: string;
  before: string; // position
  events: StoryEvent[];
  notices: Notice[];
}

/** What a move would do, before it is made. */
export interface Preview {
  move: string;
  after: string; // position
  events: StoryEvent[];
}

/** Texts of the library: an English format with {1} {2} …, its key in the message files. */
export interface LibraryText {
  key: string;
  args: (string | number)[];
  line?: number; // where in a text of several lines (records)
  moveNumber?: number;
}

export interface EngineError {
  error: LibraryText;
}

/** One line of analysis, for the side to move. */
export interface Line {
  move: string;
  value: number | null; // in `unit`; null where the outcome is certain or the unit is 'chance'
  chance: number; // 0…1, draws half
  bound: 'exact' | 'lower' | 'upper';
  proven: boolean;
  winsIn: number | null; // plies
  losesIn: number | null;
  exactLeast: number | null; // oware tables: final difference in seeds, at least and at most
  exactMost: number | null;
  depth: number;
  line: string[];
}

export interface Analysis {
  unit: 'seeds' | 'balls' | 'chance';
  depth: number;
  nodes: number;
  ms: number;
  lines: Line[];
  rolls: { total: number; weight: number; best: Line }[] | null; // where a roll is awaited
  chance: number | null; // the mean over all rolls
}

export interface Hint {
  best: Line;
  unit: 'seeds' | 'balls' | 'chance';
  remarks: LibraryText[];
}

export type Mark = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'forced';

export interface ReviewPly {
  ply: number; // from 1; turns that were skipped are left out
  seat: number;
  kind: 'move' | 'roll';
  move: string;
  chanceBefore: number;
  chanceAfter: number;
  chances: number[]; // of every side
  turningPoint: boolean;
  luck: number | null; // rolls
  mark: Mark | null; // moves
  loss: number | null;
  valueBest: number | null;
  valuePlayed: number | null;
  best: Line | null;
  remark: LibraryText | null;
}

export interface Review {
  unit: 'seeds' | 'balls' | 'chance';
  startChances: number[];
  plies: ReviewPly[];
  sides: {
    moves: number;
    best: number;
    good: number;
    inaccuracies: number;
    mistakes: number;
    blunders: number;
    forced: number;
    accuracy: number;
    meanLoss: number;
    luck: number | null;
    skill: number;
  }[];
}

export interface OptionInfo {
  key: string;
  values: string[];
  usual: string | null; // null: depends on other options
}
export interface GameInfo {
  name: GameName;
  options: OptionInfo[];
  sideNames: string[]; // English, as in notation: 'South' …
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
  prose(game: GameName, language: 'es' | 'en'): Promise<string>; // Markdown
  situation(line: GameLine): Promise<Situation>; // throws LudotecaError
  preview(line: GameLine, move: string): Promise<Preview>;
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
  choose(line: GameLine, player: PlayerSpec, limits?: ThinkLimits): Promise<{ move: string; chance: number | null }>;
  hint(line: GameLine, limits?: ThinkLimits): Promise<Hint>;
  analyse(line: GameLine, count: number, limits: ThinkLimits, onProgress?: (a: Analysis) => void): Promise<Analysis>;
  review(line: GameLine, limits: ThinkLimits, onProgress?: (done: number, total: number) => void): Promise<Review>;
  /** This game will be thought about: what can be worked out beforehand is begun. */
  prepare(game: string): void;
  stop(): void; // whatever is under way rejects with LudotecaError 'stopped', or answers with the best so far (analyse)
}

/** What clients throw: a text that the page can say in the reader's language. */
export class LudotecaError extends Error {
  constructor(readonly text: LibraryText) {
    super(text.key);
  }
}
