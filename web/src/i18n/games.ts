// The words of a game: those that were written for this page and, where there are none, the engine's own.

import type { GameEnding, LibraryText, OptionInfo } from '../engine/types';
import { infoOf, spanishWords } from '../lib/games';
import type { Language } from '../lib/settings.svelte';
import type { GameText, OptionText, Stage } from './games.es';
import { language, libraryText, messagesIn } from './index.svelte';

export type { Stage } from './games.es';

function own(game: string, spoken: Language): GameText | undefined {
  return (messagesIn(spoken).games as Record<string, GameText | undefined>)[game];
}

/** A word of the engine's tables, such as the name of a side. */
function said(english: string, spoken: Language): string {
  if (spoken === 'en') return english;
  return spanishWords[english] ?? libraryText({ key: english, args: [] });
}

export function gameName(game: string, spoken = language()): string {
  return own(game, spoken)?.name ?? said(infoOf(game).title, spoken);
}

export function sideNames(game: string, spoken = language()): string[] {
  return infoOf(game).sides.map((side) => said(side, spoken));
}

/** What a side has off the board: '3 seeds in store'; '' where nothing is held. */
export function heldText(game: string, count: number, spoken = language()): string {
  const words = own(game, spoken);
  if (words) return words.holds(count);
  const { held } = infoOf(game);
  return held ? said(count === 1 ? held.one : held.many, spoken).replace('{1}', String(count)) : '';
}

/** What a game is about, in a sentence; null: nobody wrote one, but its rules begin with one (lib/prose). */
export function aboutGame(game: string): string | null {
  return own(game, language())?.about ?? null;
}

/** '2 players · 10–20 min' */
/** A text that no line ends within. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0').replaceAll('–', '\u2060–\u2060');

export function factsOf(game: string): string {
  const words = own(game, language());
  const players = words?.players ?? messagesIn(language()).home.players(infoOf(game).seats);
  return [players, unbroken(words?.minutes ?? '')].filter(Boolean).join(' · ');
}

/** What to know in a first game, a sentence a turn; the last one stays. */
export function firstStep(game: string, turn: number): string | null {
  const steps = own(game, language())?.firstSteps ?? [];
  return steps[Math.min(turn, steps.length - 1)] ?? null;
}

export function promptText(game: string, stage: Stage, spoken = language()): string {
  return own(game, spoken)?.prompts[stage] ?? messagesIn(spoken).play.prompts[stage];
}

/** Why a touch did nothing; `isPicking`: what is wanted is a piece of one's own. */
export function refusedText(game: string, isPicking = false): string {
  const words = own(game, language());
  return (isPicking ? words?.refusedPick : undefined) ?? words?.refused ?? messagesIn(language()).play.refused.any;
}

/** A sentence of the engine about a game, whose arguments may be names of sides. */
function sentence({ key, args }: LibraryText, spoken: Language): string {
  const words = args.map((word) => (typeof word === 'string' && word ? said(word, spoken) : word));
  return libraryText({ key, args: words });
}

/** Why a game ended; `ending` is what the engine says of it, and `who`, perhaps the reader, won it, or left it. */
export function reasonText(
  game: string,
  reason: string,
  who: string,
  ending: GameEnding,
  spoken = language(),
  isYou = false,
): string {
  const { reasons, reasonUnknown } = messagesIn(spoken).play;
  const written = own(game, spoken)?.reasons[reason];
  if (written) return written(who, isYou);
  const why = ending.why ? sentence(ending.why, spoken) : reasons[reason]?.(who, isYou);
  const rest = ending.rest && sentence(ending.rest, spoken);
  return [why, rest].filter(Boolean).join(' ') || reasonUnknown;
}

/** An option as a sentence to be completed. */
export function optionText(game: string, { key, about, values }: OptionInfo): OptionText {
  const written = own(game, language())?.options[key];
  if (written) return written;
  const words = values.map((value) => [value.value, said(value.about || value.value, language())] as const);
  return { title: said(about || key, language()), values: Object.fromEntries(words) };
}
