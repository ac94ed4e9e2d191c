// What is noted of every ply beside its notation, so that lists and undo need not ask the rules again.

import type { GameLine, RulesClient, Situation } from '../engine/types';
import { captured } from './describe';
import { onlyPass } from './entry';
import { gameToKeep } from './newgame';
import type { Player, PlyNote, SavedGame } from './saved';

export function noteOf(ply: string, before: Situation, after: Situation): PlyNote {
  const kind = ply === '' ? 'skip' : before.awaits === 'roll' ? 'roll' : 'move';
  const note: PlyNote = { seat: before.turn ?? 0, kind, took: after.last ? captured(after.last) : 0 };
  return onlyPass(before.moves) ? { ...note, isLost: true } : note;
}

/** Of a whole line, as if it were played now. */
export async function notesOf(rules: RulesClient, line: GameLine): Promise<PlyNote[]> {
  const notes: PlyNote[] = [];
  let before = await rules.situation(upTo(line, 0));
  for (const [i, ply] of line.plies.entries()) {
    const after = await rules.situation(upTo(line, i + 1));
    notes.push(noteOf(ply, before, after));
    before = after;
  }
  return notes;
}

/** A game to be kept, from any line: also one that came by link. */
export async function gameFrom(rules: RulesClient, line: GameLine, players: Player[]): Promise<SavedGame> {
  return gameToKeep(rules, line, players, { notes: await notesOf(rules, line) });
}

function upTo(line: GameLine, count: number): GameLine {
  const endings = line.endings?.filter((ending) => ending.afterPly <= count);
  return { ...line, plies: line.plies.slice(0, count), endings };
}
