// Requests as the C side reads them: a verb and its arguments, all of them strings
// (bindings/wasm/README.md).

import type { GameLine, ThinkLimits } from './types';

/** A game as arguments; seats count from 1 there, and 0 is none. */
export function linePieces(line: GameLine): string[] {
  const pieces = [
    line.game,
    line.start ?? '',
    line.isFragment ? 'fragment' : '',
    line.firstSeat === undefined ? '' : String(line.firstSeat + 1),
  ];
  const endings = line.endings ?? [];
  pieces.push(String(endings.length));
  for (const ending of endings) {
    pieces.push(String(ending.afterPly), ending.kind, String((ending.seat ?? -1) + 1));
  }
  pieces.push(String(line.plies.length), ...line.plies);
  return pieces;
}

export function limitPieces(limits: ThinkLimits | undefined): string[] {
  const whole = (number: number | undefined) => String(Math.max(0, Math.round(number ?? 0)));
  return [whole(limits?.ms), whole(limits?.nodes), whole(limits?.depth)];
}

/** The game as it stood after `count` plies. */
export function lineUntil(line: GameLine, count: number): GameLine {
  return {
    ...line,
    plies: line.plies.slice(0, count),
    endings: line.endings?.filter((ending) => ending.afterPly <= count),
  };
}

/** Each string (or what stands for one, as bytes) as its length in bytes, a colon and the bytes. */
export function encodePieces(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const heads = parts.map((part) => encoder.encode(`${part.length}:`));
  const size = parts.reduce((sum, part, i) => sum + part.length + heads[i].length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  parts.forEach((part, i) => {
    bytes.set(heads[i], at);
    bytes.set(part, at + heads[i].length);
    at += heads[i].length + part.length;
  });
  return bytes;
}
