// What the engine answers, read into what the page works with. The engine counts seats from 1 and calls
// sides by their names (docs/JSON.md); here both are places in lists, from 0. Everything else keeps
// its name.

import type * as wire from './wire';
import type {
  Analysis,
  Board,
  Cell,
  Ending,
  GameInfo,
  NextGame,
  Played,
  Preview,
  RecordText,
  Result,
  Review,
  Situation,
  StoryEvent,
} from './types';

type Sides = readonly { name: string }[];

const indexOf = (seat: number | null | undefined): number | null =>
  seat === null || seat === undefined ? null : seat - 1;

function sideOf(sides: Sides, name: string | null | undefined): number | null {
  const index = sides.findIndex((side) => side.name === name);
  return index < 0 ? null : index;
}

export function readResult(sides: Sides, result: wire.Result | null): Result | null {
  return (
    result && {
      result: result.result,
      score: result.score ?? null,
      winner: sideOf(sides, result.winner),
      reason: result.reason,
      culprit: indexOf(result.culprit),
    }
  );
}

function readCell(sides: Sides, cell: wire.Cell): Cell {
  const { name, x, y, level = 0, count = 0, number = null, open = false, won = false } = cell;
  return { name, x, y, level, side: sideOf(sides, cell.side), count, number, isOpen: open, isWon: won };
}

/** What each side holds: the one thing beside its name. */
function heldBy(side: wire.SideHeld): number {
  return Object.values(side).find((value): value is number => typeof value === 'number') ?? 0;
}

function readBoard({ position, cells, sides, roll }: wire.Board): Board {
  return {
    position,
    cells: cells.map((cell) => readCell(sides, cell)),
    held: sides.map(heldBy),
    roll: roll ?? null,
  };
}

function readEvents(sides: Sides, events: wire.Event[]): StoryEvent[] {
  return events.map((event) => ('side' in event ? { ...event, side: sideOf(sides, event.side) ?? 0 } : event));
}

function readLast({ seat, move, before, events, notices }: wire.Last): Played {
  return { seat: seat - 1, move, before: readBoard(before), events: readEvents(before.sides, events), notices };
}

export function readSituation(answer: wire.Situation): Situation {
  return {
    ...readBoard(answer),
    game: answer.game,
    shape: answer.shape,
    hasHeaps: answer.heaps,
    seats: answer.seats,
    sides: answer.sides.length,
    sideNames: answer.sides.map(({ name }) => name),
    turn: indexOf(answer.seat),
    awaits: answer.awaits,
    plies: answer.plies,
    moves: answer.ways,
    out: answer.out.map((seat) => seat - 1),
    offer: answer.offer,
    result: readResult(answer.sides, answer.result),
    ending: answer.ending,
    last: answer.last && readLast(answer.last),
  };
}

export function readPreview(answer: wire.Preview): Preview {
  return { move: answer.move, after: readBoard(answer), events: readEvents(answer.sides, answer.events) };
}

export function readGames({ games }: wire.Games): GameInfo[] {
  return games.map(({ dice, finish, options, ...game }) => ({
    ...game,
    hasDice: dice,
    canFinish: finish,
    options: options.map(({ depends, default: usual, ...option }) => ({ ...option, usual: depends ? null : usual })),
  }));
}

/* Records. */

const BY_PEOPLE = new Set<string>(['resigned', 'time', 'left', 'agreed-draw', 'agreed-finish']);

/** Whoever went out in the course of the game, in order, then how people ended it. */
function readEndings({ out, plies, result }: wire.Record): Ending[] {
  const endings: Ending[] = out
    .filter(({ seat }) => seat !== result?.culprit)
    .map(({ seat, after_ply, reason }) => ({ afterPly: after_ply, kind: reason, seat: seat - 1 }));
  endings.sort((a, b) => a.afterPly - b.afterPly);
  if (result && BY_PEOPLE.has(result.reason)) {
    const seat = indexOf(result.culprit);
    const kind = result.reason as Ending['kind'];
    endings.push({ afterPly: plies.length, kind, ...(seat === null ? {} : { seat }) });
  }
  return endings;
}

function readComments({ comment, plies }: wire.Record): Record<number, string> {
  const said = [comment, ...plies.map((ply) => ply.comment)];
  return Object.fromEntries(said.flatMap((text, i) => (text ? [[i, text]] : [])));
}

/** `sides` are those of its game. */
function readRecord(record: wire.Record, sides: Sides): RecordText {
  const { game, start, usual, fragment, first_seat, plies, tags, result } = record;
  return {
    line: {
      game,
      start: usual ? null : start,
      plies: plies.map((ply) => ply.move ?? ''),
      endings: readEndings(record),
      ...(usual && first_seat !== undefined ? { firstSeat: first_seat - 1 } : {}),
      ...(fragment ? { isFragment: true } : {}),
    },
    tags,
    comments: readComments(record),
    result: readResult(sides, result),
  };
}

export function readRecords({ records }: wire.Records, { games }: wire.Games): RecordText[] {
  return records.map((record) => {
    const game = games.find(({ name }) => name === record.game.split(':')[0]);
    return readRecord(
      record,
      (game?.sides ?? []).map((name) => ({ name })),
    );
  });
}

/* Series, analyses, reviews. */

export function readNextGame({ game, players, first_seat, throws, score }: wire.NextGame): NextGame {
  return {
    game,
    players: players.map((player) => player - 1),
    firstSeat: first_seat - 1,
    throws: throws.map(({ seat, dice }) => ({ seat: seat - 1, dice })),
    score,
  };
}

export function readAnalysis(answer: wire.Analysis | wire.Rolls): Analysis {
  return 'rolls' in answer ? { ...answer, lines: [] } : { ...answer, rolls: null, chance: null, cells: null };
}

export function readReview(answer: wire.Review): Review {
  return { ...answer, plies: answer.plies.map((ply) => ({ ...ply, seat: ply.seat - 1 })) };
}
