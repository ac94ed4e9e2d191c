// What is wanted from whoever is to move, in a few words.

import type { Situation } from '../engine/types';
import { promptText, type Stage } from '../i18n/games';
import type { Messages } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
import type { Entry } from './entry';

/** What the next step would be, told from the steps that are possible. */
export function stageOf({ chosen, choices, move }: Entry): Stage {
  const kinds = new Set(choices.map((choice) => choice.kind));
  if (kinds.has('recover')) return move === null ? 'recover' : 'recoverMore';
  if (kinds.has('group')) return 'group';
  if (chosen.length > 0) return 'target';
  if (kinds.has('pick')) return kinds.has('put') ? 'either' : 'pick';
  return 'put';
}

/** What a roll allows, told from the cells that can be chosen. */
export function rolledStage(
  { cells, roll }: Situation,
  { choices }: Entry,
): keyof Messages['play']['prompts']['rolled'] {
  const open = cells.filter((cell) => choices.some((choice) => choice.cell === cell.name));
  if (choices.some((choice) => choice.kind === 'pick')) return 'remove';
  if (open.every((cell) => cell.count > 0)) return 'replace';
  return open.every((cell) => String(cell.number) === roll) ? 'number' : 'any';
}

export function promptFor(situation: Situation, entry: Entry, t: Messages): string {
  const say = t.play.prompts;
  if (situation.awaits === 'roll') return say.roll;
  if (situation.roll !== null) return say.rolled[rolledStage(situation, entry)](situation.roll);
  return promptText(gameOf(situation), stageOf(entry), t.language);
}
