// The plies of a game as rows to read: a round a row, a roll together with the move that it led to.

import type { PlyNote } from './saved';

export interface Turn {
  seat: number;
  roll: string | null;
  move: string | null; // null: rolled, not yet played
  took: number; // pieces
  index: number; // plies up to and with this turn
}

export function turnsOf(plies: string[], notes: PlyNote[]): Turn[] {
  const turns: Turn[] = [];
  plies.forEach((ply, i) => {
    const { seat, kind, took = 0 } = notes[i] ?? { seat: 0, kind: 'move' as const };
    const last = turns.at(-1);
    if (kind === 'roll') turns.push({ seat, roll: ply, move: null, took, index: i + 1 });
    else if (last && last.move === null && last.seat === seat) Object.assign(last, { move: ply, took, index: i + 1 });
    else turns.push({ seat, roll: null, move: ply, took, index: i + 1 });
  });
  return turns;
}

/** Rounds of the table; a seat that plays twice in a row (it rolled again) begins a new row. */
export function roundsOf(turns: Turn[], seats: number): (Turn | null)[][] {
  const rows: (Turn | null)[][] = [];
  let row: (Turn | null)[] | null = null;
  const first = turns[0]?.seat ?? 0;
  let column = -1;
  for (const turn of turns) {
    const place = (turn.seat - first + seats) % seats;
    if (!row || place <= column) {
      row = Array<Turn | null>(seats).fill(null);
      rows.push(row);
    }
    row[place] = turn;
    column = place;
  }
  return rows;
}
