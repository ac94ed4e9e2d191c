// Draws that nobody can choose and anybody can check: src/online/fair_draw.h once more, so that the page need not
// believe the server. Everyone who takes part publishes a commitment to a secret first, and the secret later; a
// draw is a function of all secrets, what it is for and its number.

import { hmacSha256, joined } from './hash';

export type Purpose = 'roll' | 'throw' | 'lots';
/** Of 32 bytes: a secret, a commitment, or what all draws of a game come from. */
export type Secret = Uint8Array;

const SECRET_BYTES = 32;
/** The first number from which on 64 bits would favour the low sides is the largest multiple below this. */
const HIGHEST = 2n ** 64n - 1n;

/** A word ends with a zero byte, so that no two lists of words are the same bytes. */
const word = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);

export function makeSecret(): Secret {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

export function printSecret(secret: Secret): string {
  return Array.from(secret, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Null unless it is 64 hexadecimal digits in lower case: there is one way to write it. */
export function readSecret(text: string): Secret | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: SECRET_BYTES }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** What a game's draws are for; all hashes are bound to it. */
export interface Terms {
  id: string;
  game: string; // with its options
  kinds: ('person' | 'open' | 'computer')[]; // by player
  lots: boolean;
  rolloff: boolean;
  by: 'server' | 'all';
}

/** The terms in a line, as docs/DICE.md has them. */
export function termsText({ id, game, kinds, lots, rolloff, by }: Terms): string {
  const letters = kinds.map((kind) => (kind === 'computer' ? 'c' : 'p')).join('');
  return [id, game, letters, ...(lots ? ['lots'] : []), ...(rolloff ? ['rolloff'] : []), by].join(' ');
}

/** How commitments call a player. */
export const partName = (player: number): string => `player ${player}`;

/** The commitment of `who` ('server', 'player 1' …) to a secret, by these terms. */
export function commitmentOf(secret: Secret, terms: string, who: string): Secret {
  return hmacSha256(secret, joined(['ludoteca 1 commit', terms, who].map(word)));
}

/** What all draws of a game come from: the server's secret, and those of the persons in their order. */
export function drawSource(terms: string, server: Secret, parts: Secret[]): Secret {
  return hmacSha256(server, joined([word('ludoteca 1 key'), word(terms), ...parts]));
}

/** 64 bits of one block of the stream that belongs to a draw. */
function drawBits(source: Secret, purpose: Purpose, number: number, block: number): bigint {
  const hash = hmacSha256(source, joined(['ludoteca 1 draw', purpose, `${number} ${block}`].map(word)));
  return new DataView(hash.buffer).getBigUint64(0);
}

/** The `number`th draw for a purpose: 0 … `sides` - 1, all equally likely. */
export function draw(source: Secret, purpose: Purpose, number: number, sides: number): number {
  const useful = HIGHEST - (HIGHEST % BigInt(sides));
  for (let block = 0; ; block += 1) {
    const bits = drawBits(source, purpose, number, block);
    if (bits < useful) return Number(bits % BigInt(sides));
  }
}

/** Two dice are one draw of 36. */
export function drawDice(source: Secret, purpose: 'roll' | 'throw', number: number): [number, number] {
  const drawn = draw(source, purpose, number, 36);
  return [Math.floor(drawn / 6) + 1, (drawn % 6) + 1];
}
