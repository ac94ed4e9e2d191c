// Back and forth in a game: what it is once plies are taken back or played again.

import type { GameLine, RulesClient, Situation } from '../engine/types';
import { personSeats } from '../model/names';
import { onlyPass } from '../model/entry';
import { noteOf } from '../model/notes';
import type { SavedGame } from '../model/saved';

/** What of a kept game changes when it goes back or forth. */
export type Trail = Pick<SavedGame, 'line' | 'notes' | 'undone'>;

/** The game when so many plies had been played, without what ended it then. */
export function lineUpTo(line: GameLine, count: number): GameLine {
  const endings = (line.endings ?? []).filter((ending) => ending.afterPly < count);
  return { ...line, plies: line.plies.slice(0, count), endings };
}

/** The number of plies to go back to: where a person last had a choice (or, watching, one move back). */
export function undoTarget(saved: SavedGame, isOver: boolean): number | null {
  const { notes, line } = saved;
  if (isOver && (line.endings ?? []).some((ending) => ending.afterPly === line.plies.length)) return notes.length;
  const persons = personSeats(saved);
  for (let i = notes.length - 1; i >= 0; i--) {
    const { seat, kind, isLost } = notes[i]!;
    if (kind === 'move' && !isLost && (persons.length === 0 || persons.includes(seat))) return i;
  }
  return null;
}

export function takenBack({ line, notes, undone }: SavedGame, target: number): Trail {
  const gone = line.plies.slice(target).reverse();
  return { line: lineUpTo(line, target), notes: notes.slice(0, target), undone: [...undone, ...gone] };
}

/** Plays again what was taken back, until a person has a choice. */
export async function playedAgain(rules: RulesClient, saved: SavedGame, now: Situation): Promise<Trail> {
  let { line, notes, undone } = saved;
  let situation = now;
  do {
    const ply = undone.at(-1)!;
    line = { ...line, plies: [...line.plies, ply] };
    undone = undone.slice(0, -1);
    const next = await rules.situation(line);
    notes = [...notes, noteOf(ply, situation, next)];
    situation = next;
  } while (undone.length > 0 && !isChoice(saved, situation));
  return { line, notes, undone };
}

function isChoice(saved: SavedGame, { turn, awaits, moves }: Situation): boolean {
  const persons = personSeats(saved);
  return awaits === 'move' && !onlyPass(moves) && turn !== null && (persons.length === 0 || persons.includes(turn));
}
