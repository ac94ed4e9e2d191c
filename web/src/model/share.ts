// A game or position in a link: '#/s/' and a code. The code is a version, then JSON, deflated (with its
// check sum, so that a damaged link is noticed), in base64 that addresses allow.

import type { Ending, GameLine } from '../engine/types';
import { fromBase64, toBase64 } from '../lib/base64';
import { isGameLine } from './saved';

export interface Shared {
  line: GameLine;
  names: string[]; // by seat; may be empty
}

export type SharedProblem = 'damaged' | 'newer';

const VERSION = '1';
const MOST_BYTES = 100_000;

type Packed = [
  game: string,
  start: string | 0,
  plies: string,
  firstSeat: number, // -1 for none
  isFragment: 0 | 1,
  endings: [number, Ending['kind'], number][], // seat -1 for none
  names: string[],
];

export async function encodeShared({ line, names }: Shared): Promise<string> {
  const packed: Packed = [
    line.game,
    line.start ?? 0,
    line.plies.map((ply) => ply || '_').join(' '),
    line.firstSeat ?? -1,
    line.isFragment ? 1 : 0,
    (line.endings ?? []).map((ending) => [ending.afterPly, ending.kind, ending.seat ?? -1]),
    names,
  ];
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return VERSION + toBase64(await pump(bytes, new CompressionStream('deflate')));
}

/** What a code holds, as far as that can be said without the rules: those judge the moves. */
export async function decodeShared(code: string): Promise<Shared | SharedProblem> {
  const version = code[0] ?? '';
  if (version !== VERSION) return /^[2-9]$/.test(version) ? 'newer' : 'damaged';
  try {
    const bytes = await pump(fromBase64(code.slice(1)), new DecompressionStream('deflate'));
    return unpack(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return 'damaged';
  }
}

function unpack(found: unknown): Shared | SharedProblem {
  if (!Array.isArray(found) || found.length < 7) return 'damaged';
  const [game, start, plies, firstSeat, isFragment, endings, names] = found as Packed;
  if (typeof plies !== 'string' || !Array.isArray(endings) || !Array.isArray(names)) return 'damaged';
  const line: GameLine = {
    game,
    start: start === 0 ? null : start,
    plies: plies === '' ? [] : plies.split(' ').map((ply) => (ply === '_' ? '' : ply)),
  };
  if (endings.length > 0) {
    line.endings = endings.map(([afterPly, kind, seat]) => (seat < 0 ? { afterPly, kind } : { afterPly, kind, seat }));
  }
  if (isFragment === 1) line.isFragment = true;
  if (firstSeat >= 0) line.firstSeat = firstSeat;
  const cleanNames = names.filter((name) => typeof name === 'string').map((name) => name.slice(0, 40));
  return isGameLine(line) ? { line, names: cleanNames.slice(0, 4) } : 'damaged';
}

async function pump(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError('too long'); // a link that unpacks into a flood
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
