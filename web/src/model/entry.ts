// Entering a move step by step. Legal moves come from the engine as lists of steps; moves that
// begin alike share their first steps, so together they are a tree that is walked down and up.

import type { MoveInfo, Preview, Step, StoryEvent } from '../engine/types';

export interface Entry {
  chosen: Step[];
  choices: Step[]; // what may follow, without doubles, in the engine's order
  /** The move that these steps are; the entry is complete when there are no choices. */
  move: string | null;
}

function isSame(a: Step, b: Step): boolean {
  return a.kind === b.kind && a.cell === b.cell;
}

function beginsWith(move: MoveInfo, steps: Step[]): boolean {
  return move.steps.length >= steps.length && steps.every((step, i) => isSame(step, move.steps[i]!));
}

/** Where these steps lead; null when no legal move begins with them. */
export function entryAt(moves: MoveInfo[], chosen: Step[]): Entry | null {
  const possible = moves.filter((move) => beginsWith(move, chosen));
  if (possible.length === 0) return null;
  const choices: Step[] = [];
  const known = new Set<string>();
  let move: string | null = null;
  for (const candidate of possible) {
    const next = candidate.steps[chosen.length];
    if (!next) {
      move ??= candidate.move;
      continue;
    }
    const key = `${next.kind} ${next.cell}`;
    if (!known.has(key)) choices.push(next);
    known.add(key);
  }
  return { chosen, choices, move };
}

/**
 * One step further. A step that can't follow here but can begin a move begins it anew: to touch
 * another piece is to change one's mind. Null: the step leads nowhere, and nothing changes.
 */
export function takeStep(moves: MoveInfo[], chosen: Step[], step: Step): Entry | null {
  return entryAt(moves, [...chosen, step]) ?? (chosen.length > 0 ? entryAt(moves, [step]) : null);
}

export function stepBack(moves: MoveInfo[], chosen: Step[]): Entry {
  return entryAt(moves, chosen.slice(0, -1)) ?? { chosen: [], choices: [], move: null };
}

export function isComplete(entry: Entry): boolean {
  return entry.move !== null && entry.choices.length === 0;
}

/** The only thing to do is to lose the turn. */
export function onlyPass(moves: MoveInfo[]): MoveInfo | null {
  const only = moves.length === 1 ? moves[0]! : null;
  return only && only.steps.every((step) => step.kind === 'pass') ? only : null;
}

/** The move to preview for some steps: that move, or else the first that begins so. */
export function moveToPreview(moves: MoveInfo[], steps: Step[]): { move: string; isWhole: boolean } | null {
  const possible = moves.filter((move) => beginsWith(move, steps));
  const whole = possible.find((move) => move.steps.length === steps.length);
  const shown = whole ?? possible[0];
  return shown ? { move: shown.move, isWhole: shown === whole } : null;
}

/**
 * Of a preview of a longer move, only what the steps so far decide: pieces that are yet to be put
 * or taken back are left out, and which tiles fall is left out while groups are still to be chosen.
 */
export function knownPart(moves: MoveInfo[], steps: Step[], preview: Preview): Preview {
  const left = { put: 0, recover: 0 };
  for (const step of steps) if (step.kind === 'put' || step.kind === 'recover') left[step.kind] += 1;
  const choosesGroup = moves.some(
    (move) => beginsWith(move, steps) && move.steps.slice(steps.length).some((step) => step.kind === 'group'),
  );
  const isKnown = (event: StoryEvent): boolean => {
    if (event.kind === 'put' || event.kind === 'recover') return left[event.kind]-- > 0;
    return event.kind === 'fall' ? !choosesGroup : true;
  };
  return { ...preview, events: preview.events.filter(isKnown) };
}
