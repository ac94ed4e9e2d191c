// Lessons as data: a position, and what has to happen in it. Whether it did is read from what the engine
// says about the move; nothing here knows the rules.

import type { GameLine, RulesClient, Situation, StoryEvent } from '../engine/types';

/** Properties of a move. All that are named must hold. */
export interface Goal {
  moves?: string[]; // one of these, which were proved to be the best
  endsIn?: string[]; // oware: the last seed falls into one of these
  captures?: number; // oware: at least so many seeds
  gives?: number; // oware: exactly so many seeds fall on the other side
  puts?: string[]; // the piece comes to lie on one of these
  raises?: boolean; // a piece of the board was lifted for it, or not
  recovers?: number; // pylos: exactly so many balls come back
  drops?: number; // six: at least so many tiles of others leave the game
  removes?: string[]; // dados: one of these chips goes
  replaces?: string[]; // dados: one of these chips is replaced by one's own
  wins?: string; // the game is won for this reason
  allows?: { captures?: number; recovers?: number }; // the best answer gets no more than this
  survives?: boolean; // no answer wins at once
  winsNext?: boolean; // whatever the answer, there is a winning move afterwards
}

export interface LessonStep {
  id: string; // of its texts
  game: string;
  start: string | null;
  goal: Goal;
}

export interface Lesson {
  game: string;
  steps: LessonStep[];
}

export function lineOf(step: LessonStep): GameLine {
  return { game: step.game, start: step.start, plies: [] };
}

type Kind<K extends StoryEvent['kind']> = Extract<StoryEvent, { kind: K }>;

function all<K extends StoryEvent['kind']>(events: StoryEvent[], kind: K): Kind<K>[] {
  return events.filter((event): event is Kind<K> => event.kind === kind);
}

const sum = (events: { count: number }[]): number => events.reduce((total, event) => total + event.count, 0);

/** What can be told from the move itself. `after` has it as its last ply. */
function meetsAtOnce(goal: Goal, after: Situation, events: StoryEvent[], side: number): boolean {
  const sown = all(events, 'sow');
  const put = all(events, 'put').at(-1)?.cell ?? '';
  const removed = all(events, 'remove').map((event) => event.cell);
  const isTheirs = (cell: string): boolean => (side === 0 ? cell >= 'a' : cell < 'a');
  const checks: (boolean | undefined)[] = [
    goal.endsIn && goal.endsIn.includes(sown.at(-1)?.cell ?? ''),
    goal.captures === undefined ? undefined : sum(all(events, 'capture')) >= goal.captures,
    goal.gives === undefined ? undefined : sown.filter((event) => isTheirs(event.cell)).length === goal.gives,
    goal.puts && goal.puts.includes(put),
    goal.raises === undefined ? undefined : all(events, 'lift').length > 0 === goal.raises,
    goal.recovers === undefined ? undefined : all(events, 'recover').length === goal.recovers,
    goal.drops === undefined
      ? undefined
      : all(events, 'fall').filter((event) => event.side !== side).length >= goal.drops,
    goal.removes && put === '' && removed.some((cell) => goal.removes!.includes(cell)),
    goal.replaces && removed.includes(put) && goal.replaces.includes(put),
    goal.wins === undefined ? undefined : after.result?.winner === side && after.result.reason === goal.wins,
  ];
  return checks.every((isMet) => isMet !== false);
}

/** Whether playing `move` in the step's position does what it asks for. */
export async function meets(rules: RulesClient, step: LessonStep, move: string): Promise<boolean> {
  const line = lineOf(step);
  const played: GameLine = { ...line, plies: [move] };
  const after = await rules.situation(played);
  const side = (after.last?.seat ?? 0) % after.sides;
  if (step.goal.moves && !step.goal.moves.includes(move)) return false;
  if (!meetsAtOnce(step.goal, after, after.last?.events ?? [], side)) return false;
  const { allows, survives, winsNext } = step.goal;
  if (!allows && !survives && !winsNext) return true;
  if (after.result) return after.result.winner === side;
  for (const answer of distinct(after)) {
    const next = { ...played, plies: [move, answer] };
    const then = await rules.situation(next);
    const events = then.last?.events ?? [];
    if (allows?.captures !== undefined && sum(all(events, 'capture')) > allows.captures) return false;
    if (allows?.recovers !== undefined && all(events, 'recover').length > allows.recovers) return false;
    const isLost = then.result !== null && then.result.winner !== side;
    if ((survives || winsNext) && isLost) return false;
    if (winsNext && !then.result && !(await canWin(rules, next, then, side))) return false;
  }
  return true;
}

function distinct(situation: Situation): string[] {
  return [...new Set(situation.moves.map((info) => info.move))];
}

async function canWin(rules: RulesClient, line: GameLine, situation: Situation, side: number): Promise<boolean> {
  for (const move of distinct(situation)) {
    const { result } = await rules.situation({ ...line, plies: [...line.plies, move] });
    if (result?.winner === side) return true;
  }
  return false;
}
