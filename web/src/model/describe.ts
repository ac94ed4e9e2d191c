// A ply in words, told from what it did to the board.

import type { Played, StoryEvent } from '../engine/types';
import type { Messages } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
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
  const lift = all(played, 'lift')[0];
  const put = all(played, 'put')[0];
  switch (gameOf(saved.line)) {
    case 'oware':
      return say.oware(
        who,
        lift?.cell ?? played.move,
        all(played, 'capture').reduce((sum, event) => sum + event.count, 0),
      );
    case 'pylos': {
      const main = lift && put ? say.raise(who, lift.cell, put.cell) : say.put(who, put?.cell ?? played.move);
      const back = all(played, 'recover').map((event) => event.cell);
      return back.length > 0 ? `${main} ${say.recover(back)}` : main;
    }
    case 'six': {
      const main = lift && put ? say.move(who, lift.cell, put.cell) : say.put(who, put?.cell ?? played.move);
      const fallen = all(played, 'fall').length;
      return fallen > 0 ? `${main} ${say.fall(fallen)}` : main;
    }
    case 'dados': {
      const removed = all(played, 'remove')[0];
      if (removed && put) return say.replace(who, put.cell);
      return removed ? say.remove(who, removed.cell) : say.put(who, put?.cell ?? played.move);
    }
  }
}
