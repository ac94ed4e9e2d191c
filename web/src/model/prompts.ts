// What is wanted from whoever is to move, in a few words.

import type { GameName, Situation } from '../engine/types';
import type { Messages } from '../i18n/index.svelte';
import type { Entry } from './entry';

export function promptFor(game: GameName, { awaits, last, turn }: Situation, entry: Entry, t: Messages): string {
  const say = t.play.prompts;
  if (awaits === 'roll') return say.roll;
  const isBegun = entry.chosen.length > 0;
  const kinds = new Set(entry.choices.map((choice) => choice.kind));
  switch (game) {
    case 'oware':
      return say.oware;
    case 'pylos':
      if (kinds.has('recover')) return entry.move === null ? say.pylosRecover : say.pylosRecoverMore;
      return isBegun ? say.pylosRaise : say.pylos;
    case 'six':
      if (kinds.has('group')) return say.sixGroup;
      if (isBegun) return say.sixPut;
      return kinds.has('pick') ? say.sixLift : say.six;
    case 'dados': {
      const roll = last && last.seat === turn ? last.events.find((event) => event.kind === 'roll') : undefined;
      return roll ? say.dados(String(roll.total)) : say.dadosAny;
    }
  }
}
