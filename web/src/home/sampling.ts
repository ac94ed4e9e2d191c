// What the chosen rules make of a position that shows what an option changes.

import { sampleOf, type Sample } from '../boards/samples';
import type { GameLine, Played, RulesClient, Situation } from '../engine/types';
import type { Messages } from '../i18n/index.svelte';
import { entryAt, type Entry } from '../model/entry';
import { gameText, type Options } from '../model/options';
import { verdictOf } from '../model/outcome';
import { promptFor } from '../model/prompts';

export interface Shown {
  situation: Situation;
  played: Played | null;
  entry: Entry | null; // a move that is only begun
  words: string;
}

const still = (situation: Situation, words = ''): Shown => ({ situation, played: null, entry: null, words });

/** At the end the rest lies with whom it belongs to; the engine leaves it on the board. */
function dividedOf(situation: Situation): Situation {
  const cells = situation.cells.map((cell) => ({ ...cell }));
  const held = [...situation.held];
  for (const event of situation.last?.events ?? []) {
    if (event.kind !== 'keep') continue;
    cells.find(({ name }) => name === event.cell)!.count -= event.count;
    held[event.side]! += event.count;
  }
  return { ...situation, cells, held };
}

/** What is not allowed and, where it lacks something, what may follow. */
function refusedIn(situation: Situation, { plies, begun }: Sample, t: Messages): Shown {
  if (situation.result) return still(situation, verdictOf(situation, t));
  const entry = begun ? entryAt(situation.moves, begun) : null;
  if (!entry) return still(situation, t.setup.sampleForbidden(plies[0]!));
  const refusal = entry.move === null ? t.setup.sampleTooLittle : t.setup.sampleForbidden;
  return { situation, played: null, entry, words: `${refusal(plies[0]!)} ${promptFor(situation, entry, t)}` };
}

async function tried(client: RulesClient, game: string, sample: Sample, t: Messages): Promise<Shown> {
  const line: GameLine = { game, start: sample.start, plies: sample.lead ?? [] };
  const before = await client.situation(line);
  const ply = sample.plies.find((wanted) => before.moves.some(({ move }) => move === wanted));
  if (!ply) return refusedIn(before, sample, t);
  const after = await client.situation({ ...line, plies: [...line.plies, ply] });
  const words = after.result ? `${t.setup.sampleEnds(ply)} ${verdictOf(after, t)}` : t.setup.sampleGoesOn(ply);
  return { situation: dividedOf(after), played: after.last, entry: null, words };
}

/** The first position, or what `touched`, the option that was changed last, makes of its own. */
export async function lookAt(
  client: RulesClient,
  game: string,
  options: Options,
  touched: string | null,
  t: Messages,
): Promise<Shown> {
  const chosen = gameText(game, options);
  const first = await client.situation({ game: chosen, start: null, plies: [] });
  const value = (touched !== null && options[touched]) || null;
  const sample = touched === null ? null : sampleOf(game, touched, value);
  if (!sample) return still(first);
  // Where other options make another board (pylos: a smaller one), the option is shown by itself.
  return tried(client, chosen, sample, t).catch(() =>
    tried(client, gameText(game, value ? { [touched!]: value } : {}), sample, t),
  );
}
