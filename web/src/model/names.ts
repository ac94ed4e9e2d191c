// What players are called. Sentences about moves use the side ("Sur siembra…"), which is never wrong
// about grammar; bars and lists use people's own names.

import { sideNames } from '../i18n/games';
import type { Messages } from '../i18n/index.svelte';
import { gameOf } from '../lib/games';
import { playerAt, type Player, type SavedGame } from './saved';

function seatsOf(saved: SavedGame, kind: Player['kind']): number[] {
  return saved.seating.flatMap((_, seat) => (playerAt(saved, seat).kind === kind ? [seat] : []));
}

/** Seats of those who sit here. */
export function personSeats(saved: SavedGame): number[] {
  return seatsOf(saved, 'person');
}

/** The one person here, whom the page may call "you"; null if there are none or several. */
export function onlyPerson(saved: SavedGame): number | null {
  const seats = personSeats(saved);
  return seats.length === 1 ? seats[0]! : null;
}

export function sidesOf(saved: SavedGame): number {
  const seats = saved.seating.length;
  return seats === 4 ? 2 : seats;
}

/** "Sur"; in teams, where two seats share a side, "Verde 1". */
export function sideName(saved: SavedGame, seat: number, t: Messages): string {
  const sides = sidesOf(saved);
  const name = sideNames(gameOf(saved.line), t.language)[seat % sides] ?? '';
  return saved.seating.length > sides ? `${name} ${seat + 1}` : name;
}

/** Those who play on the same side as this seat. */
export function partnersOf(saved: SavedGame, seat: number): number[] {
  const sides = sidesOf(saved);
  return saved.seating.flatMap((_, other) => (other !== seat && other % sides === seat % sides ? [other] : []));
}

/** "Ordenador · Novato"; where several sit at the table, "Azul 2" and "Tu pareja" tell them apart. */
export function playerName(saved: SavedGame, seat: number, t: Messages): string {
  const { name, kind } = playerAt(saved, seat);
  if (name) return name;
  const me = onlyPerson(saved);
  if (kind !== 'computer') return me === seat ? t.play.you : sideName(saved, seat, t);
  if (seatsOf(saved, 'computer').length === 1) return t.play.computerLevel(strengthOf(saved, seat, t));
  return me !== null && partnersOf(saved, me).includes(seat) ? t.play.partner : sideName(saved, seat, t);
}

/** How strong a computer is, in a word; '' for a person. */
export function strengthOf(saved: SavedGame, seat: number, t: Messages): string {
  const { kind, level } = playerAt(saved, seat);
  return kind === 'computer' ? (t.play.levels[level - 1] ?? '') : '';
}

/** For sentences about a player: a person's own name, else the side. */
export function calledName(saved: SavedGame, seat: number, t: Messages): string {
  return playerAt(saved, seat).name || sideName(saved, seat, t);
}

/** The same for a side, which in teams has two seats. */
export function calledSide(saved: SavedGame, side: number, t: Messages): string {
  const sides = sidesOf(saved);
  if (saved.seating.length === sides) return calledName(saved, side, t);
  return sideNames(gameOf(saved.line), t.language)[side] ?? '';
}
