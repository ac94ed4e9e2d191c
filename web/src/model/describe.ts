// A ply in words, told from what it did to the board.

import type { Played, StoryEvent } from '../engine/types';
import type { Messages } from '../i18n/index.svelte';
import { sideName } from './names';
import type { SavedGame } from './saved';

type Kind<K extends StoryEvent['kind']> = Extract<StoryEvent, { kind: K }>;

function all<K extends StoryEvent['kind']>(played: Played, kind: K): Kind<K>[] {
  return played.events.filter((event): event is Kind<K> => event.kind === kind);
}

export function describePly(saved: SavedGame, played: Played, t: Messages): string {
  const say = t.play.speak;
  const who = sideName(saved, played.seat, t);
  if (played.move === '') return say.skip(who);
  const roll = all(played, 'roll')[0];
  if (roll) return say.roll(who, roll.total);
  if (all(played, 'pass').length > 0) return say.pass(who);
  const words = [whatWasDone(played, who, t)];
  const back = all(played, 'recover').map((event) => event.cell);
  if (back.length > 0) words.push(say.recover(back));
  const fallen = all(played, 'fall').length;
  if (fallen > 0) words.push(say.fall(fallen));
  return words.join(' ');
}

/** The deed itself, without what came of it. */
function whatWasDone(played: Played, who: string, t: Messages): string {
  const say = t.play.speak;
  const lift = all(played, 'lift')[0];
  const put = all(played, 'put')[0];
  const removed = all(played, 'remove')[0];
  if (all(played, 'sow').length > 0) return say.sow(who, lift?.cell ?? played.move, captured(played));
  if (removed) return put ? say.replace(who, put.cell) : say.remove(who, removed.cell);
  if (!lift || !put) return say.put(who, put?.cell ?? played.move);
  const rises = levelOf(played, put.cell) > levelOf(played, lift.cell);
  return rises ? say.raise(who, lift.cell, put.cell) : say.move(who, lift.cell, put.cell);
}

export function captured(played: Played): number {
  return all(played, 'capture').reduce((sum, event) => sum + event.count, 0);
}

function levelOf(played: Played, name: string): number {
  return played.before.cells.find((cell) => cell.name === name)?.level ?? 0;
}
