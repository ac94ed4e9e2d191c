// Made by scripts/wire_types.mjs from data/schema: what the engine and the server answer.

// What the shapes share.

export type Version = 1;

/** a game with its options, in its one spelling: oware:slam=nocapture */
export type Game = string;

/** a position in the game's notation */
export type Position = string;

/** a move or a roll in the game's notation */
export type Move = string;

/** seats count from 1 */
export type Seat = number;

/** the name of a side: South, Light, Red, Green */
export type Side = string;

export type Chance = number;

export type Reason =
  | 'majority'
  | 'no-move'
  | 'no-feeding'
  | 'only-slams'
  | 'forced-slam'
  | 'no-capture'
  | 'summit'
  | 'reserve'
  | 'row'
  | 'triangle'
  | 'circle'
  | 'too-few-tiles'
  | 'line'
  | 'own-1'
  | 'own-2'
  | 'own-3'
  | 'own-4'
  | 'repetition'
  | 'agreed-draw'
  | 'agreed-finish'
  | 'resigned'
  | 'time'
  | 'left';

export type Result = { result: string; winner: string | null; reason: Reason; score?: string; culprit?: Seat };

/** what values count: seeds, balls …; chance where only that is meaningful */
export type Unit = string;

export type Offer = 'none' | 'no-capture' | 'unforced';

export type Awaits = 'move' | 'roll' | null;

export type Shape = 'round' | 'square' | 'hexagon' | null;

/** a side and what it holds, by the name that `holds` tells */
export type SideHeld = { name: Side; store?: number; reserve?: number; hand?: number; chips?: number };

export type Cell = {
  name: string;
  x: number;
  y: number;
  level?: number;
  side?: Side;
  count?: number;
  number?: number;
  open?: true;
  won?: true;
};

export type Board = { position: Position; sides: SideHeld[]; cells: Cell[]; roll?: string | null };

export type Step = { kind: 'pick' | 'put' | 'recover' | 'group' | 'pass'; cell: string };

export type Way = { move: Move; steps: Step[] };

export type PieceEvent = {
  kind: 'lift' | 'sow' | 'capture' | 'keep' | 'put' | 'recover' | 'fall' | 'remove';
  cell: string;
  count: number;
  side: Side;
};

export type RollEvent = { kind: 'roll'; total: number };

export type PassEvent = { kind: 'pass' };

export type Event = PieceEvent | RollEvent | PassEvent;

export type Notice =
  | 'grand-slam-illegal'
  | 'grand-slam-no-capture'
  | 'must-feed'
  | 'forced-slam'
  | 'circling'
  | 'recovery'
  | 'recovery-two'
  | 'second-round'
  | 'group-fell'
  | 'equal-groups'
  | 'roll-again'
  | 'turn-lost'
  | 'replaced'
  | 'protected'
  | 'out-of-chips'
  | 'seen-before';

export type Last = { seat: Seat; move: Move; before: Board; events: Event[]; notices: Notice[] };

export type Line = {
  move: Move;
  value: number | null;
  chance: Chance;
  bound: 'exact' | 'lower' | 'upper';
  proven: boolean;
  depth: number;
  selective_depth: number;
  line: Move[];
  wins_in?: number;
  loses_in?: number;
  turns?: number;
  table?: 'won' | 'drawn' | 'lost';
  exact_seeds?: number | null;
  seeds_least?: number;
  seeds_most?: number;
  safe?: boolean;
};

export type Remark = { text: string; key: string; numbers: [number, number] };

// Games, positions and moves.

export type Games = { version: Version; games: GameInfo[] };

export type GameInfo = {
  name: string;
  title: string;
  sides: Side[];
  start: Position;
  seats: number;
  starter: 'seat' | 'option' | 'roll-off';
  dice: boolean;
  finish: boolean;
  held: HeldWords | null;
  options: OptionInfo[];
};

export type HeldWords = { one: string; many: string };

export type Sentence = { text: string; key: string; args: string[] };

export type OptionInfo = {
  key: string;
  about: string;
  default: string;
  depends: boolean;
  values: { value: string; about: string }[];
};

export type Ending = { why: Sentence | null; rest: Sentence | null };

export type Prose = { version: Version; game: Game; language: 'es' | 'en'; markdown: string };

export type Show = {
  version: Version;
  game: Game;
  position: Position;
  awaits: Awaits;
  seat: Seat | null;
  side: Side | null;
  moves: number;
  sides: SideHeld[];
  offer: Offer;
  result: Result | null;
  seats: number;
  holds: 'store' | 'reserve' | 'hand' | 'chips' | null;
  shape: Shape;
  heaps: boolean;
  cells: Cell[];
  roll?: string | null;
};

export type Situation = {
  version: Version;
  game: Game;
  position: Position;
  awaits: Awaits;
  seat: Seat | null;
  side: Side | null;
  moves: number;
  sides: SideHeld[];
  offer: Offer;
  result: Result | null;
  seats: number;
  holds: 'store' | 'reserve' | 'hand' | 'chips' | null;
  shape: Shape;
  heaps: boolean;
  cells: Cell[];
  plies: number;
  ways: Way[];
  out: Seat[];
  ending: Ending;
  last: Last | null;
  roll?: string | null;
};

export type Preview = {
  version: Version;
  game: Game;
  move: Move;
  position: Position;
  sides: SideHeld[];
  cells: Cell[];
  events: Event[];
  roll?: string | null;
};

export type Answers = { version: Version; game: Game; position: Position; ways: Way[] };

export type Moves = {
  version: Version;
  game: Game;
  position: Position;
  moves: { move: Move; position: Position; result?: Result }[];
};

export type Perft = { version: Version; game: Game; position: Position; perft: { depth: number; nodes: number }[] };

export type ReadMove = { version: Version; game: Game; position: Position; move: Move };

export type Roll = { version: Version; game: Game; position: Position; roll: Move };

export type NextGame = {
  version: Version;
  game: Game;
  throws: { seat: Seat; dice: [number, number] }[];
  players: number[];
  first_seat: Seat;
  score: number[];
};

export type Error = {
  version: Version;
  error: { text: string; key: string; args: string[]; line?: number; move_number?: number };
};

// Games that were played.

export type Record = {
  version: Version;
  game: Game;
  tags: { [key: string]: string };
  start: Position;
  usual: boolean;
  fragment: boolean;
  plies: { seat: Seat; kind: 'move' | 'roll' | 'skip'; position: Position; move?: Move; comment?: string }[];
  out: { seat: Seat; after_ply: number; reason: 'resigned' | 'time' | 'left' }[];
  result: Result | null;
  first_seat?: Seat;
  comment?: string;
};

export type Records = { version: Version; records: Record[] };

export type WrittenRecord = { version: Version; game: Game; format: string; text: string };

// What the engine finds, advises and judges.

export type Analysis = {
  version: Version;
  game: Game;
  position: Position;
  unit: Unit;
  depth: number;
  nodes: number;
  ms: number;
  nodes_per_second: number | null;
  lines: Line[];
};

export type Rolls = {
  version: Version;
  game: Game;
  position: Position;
  unit: Unit;
  depth: number;
  nodes: number;
  ms: number;
  nodes_per_second: number | null;
  chance: Chance;
  cells: { cell: string; chance: Chance; weight: number }[];
  rolls: { roll: Move; weight: number; best: Line }[];
};

export type Rollout = {
  version: Version;
  game: Game;
  position: Position;
  seed: number;
  games: number;
  end: 'open' | 'all' | 'error' | 'decided';
  rollout: {
    move?: Move;
    chance: number;
    error: number | null;
    low: Chance;
    high: Chance;
    chances: number[];
    games: number;
    plain_games: number | null;
    left: boolean;
  }[];
};

export type Hint = { version: Version; game: Game; position: Position; unit: Unit; best: Line; remarks: Remark[] };

export type Choice = { version: Version; game: Game; position: Position; move: Move; chance: Chance | null };

export type Mark = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'forced';

export type ReviewPly = {
  ply: number;
  seat: Seat;
  kind: 'move' | 'roll';
  move: Move;
  chance_before: Chance;
  chance_after: Chance;
  chances: Chance[];
  turning_point: boolean;
  luck_so_far?: number[];
  skill_so_far?: number[];
  luck?: number;
  mark?: Mark;
  loss?: number;
  value_best?: number | null;
  value_played?: number | null;
  exact_best?: number;
  exact_played?: number;
  gift?: Gift;
  best?: Line;
  remark?: Remark;
};

export type Gift = 'win_lost' | 'win_drawn' | 'draw_lost' | 'lead';

export type PlayClass = 'masterly' | 'expert' | 'strong' | 'good' | 'fair' | 'weak' | 'haphazard';

export type ReviewSide = {
  name: Side;
  moves: number;
  best: number;
  good: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  forced: number;
  accuracy: number;
  exact: number;
  exact_kept: number;
  exact_lost: number;
  gifts: number;
  mean_loss: number;
  random_loss: number;
  luck: number | null;
  skill: number;
  luck_of_all: number | null;
  skill_of_all: number;
  drift: number;
  luck_adjusted: number | null;
  class: PlayClass | null;
};

export type Review = {
  version: Version;
  game: Game;
  start: Position;
  unit: Unit;
  sides: ReviewSide[];
  start_chances: Chance[];
  plies: ReviewPly[];
  result: Result | null;
};

export type Progress = { version: Version; done: number; total: number };

export type HeldTables = { version: Version; game: Game; more: boolean };

export type HeldStrategy = { version: Version; game: Game };

export type Missing = { version: Version; game: Game; weights: string | null };

export type Counted = {
  version: Version;
  game: Game;
  signature?: number;
  nodes?: number;
  nodes_per_cpu_second?: number;
};

// Tables of perfect play.

export type TableFiles = {
  version: Version;
  tables: {
    path: string;
    game?: Game;
    column?: string;
    seeds?: number;
    balls?: number;
    layer?: number;
    entries?: number;
    bytes?: number;
    checksum?: string;
    fault?: string;
  }[];
};

export type TableOffer = {
  version: Version;
  from: string | null;
  tables: {
    file: string;
    game: Game;
    column: string;
    layer: number;
    entries: number;
    bytes: number;
    checksum: string;
    tag: string;
  }[];
  strategies: { file: string; game: Game; bytes: number; tag: string }[];
};

export type Lacking = { version: Version; game: Game; pieces: { file: string; at: number; bytes: number }[] };

export type Brought = { version: Version; game: Game; piece: 'taken' | 'damaged' | 'unasked' };

export type TableCounts = {
  version: Version;
  game: Game;
  layers: {
    total: number;
    won: number;
    drawn: number;
    lost: number;
    seeds?: number;
    balls?: number;
    cycle_free?: number | null;
    scores?: { [key: string]: number };
    plies?: { [key: string]: number } | null;
  }[];
};

export type ProbedMove = {
  move: Move;
  value: number | null;
  final_least: number | null;
  final_most: number | null;
  plies?: number | null;
  low?: number | null;
  high?: number | null;
  mover_forces_capture?: boolean | null;
  opponent_forces_capture?: boolean | null;
  capture_possible?: boolean | null;
  keeps_result?: boolean | null;
  safe?: boolean | null;
};

export type TableProbe = {
  version: Version;
  game: Game;
  position: Position;
  known: boolean;
  value: number | null;
  final_least: number | null;
  final_most: number | null;
  moves: ProbedMove[];
  only_move?: Move | null;
  plies?: number | null;
  low?: number | null;
  high?: number | null;
  mover_forces_capture?: boolean | null;
  opponent_forces_capture?: boolean | null;
  capture_possible?: boolean | null;
};

export type NewProbes = { game: Game; positions: Position[]; fragment?: boolean };

export type TableProbes = { version: Version; answers: TableProbe[] };

export type TableReach = {
  version: Version;
  game: Game;
  reach: number | null;
  columns: { [key: string]: number | null };
};

export type TableReaches = {
  version: Version;
  tables: { game: Game; reach: number | null; columns: { [key: string]: number | null } }[];
};
