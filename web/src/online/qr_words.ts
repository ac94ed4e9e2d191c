// The code words of a QR code (ISO/IEC 18004): bytes in byte mode, at level M, which bears the loss of about 15 in
// 100; versions 1 to 10. The words are dealt into blocks, each with words by which errors are put right.

interface Version {
  words: number; // in all
  blocks: number;
  checks: number; // of them in each block
}

const VERSIONS: Version[] = [
  { words: 26, blocks: 1, checks: 10 },
  { words: 44, blocks: 1, checks: 16 },
  { words: 70, blocks: 1, checks: 26 },
  { words: 100, blocks: 2, checks: 18 },
  { words: 134, blocks: 2, checks: 24 },
  { words: 172, blocks: 4, checks: 16 },
  { words: 196, blocks: 4, checks: 18 },
  { words: 242, blocks: 4, checks: 22 },
  { words: 292, blocks: 5, checks: 22 },
  { words: 346, blocks: 5, checks: 26 },
];

const BYTE_MODE = 0b0100;
const FILLING = [0xec, 0x11];

const dataWords = ({ words, blocks, checks }: Version): number => words - blocks * checks;
/** Bits of the field that says how many bytes there are. */
const countBits = (version: number): number => (version < 10 ? 8 : 16);

/** The smallest version that holds so many bytes; null if none does. */
export function versionFor(size: number): number | null {
  const index = VERSIONS.findIndex((version, i) => 4 + countBits(i + 1) + 8 * size <= 8 * dataWords(version));
  return index < 0 ? null : index + 1;
}

/* -- the field of 256 elements, with x^8 = x^4 + x^3 + x^2 + 1 ------------------------------------ */

const POWERS: number[] = [1];
while (POWERS.length < 255) {
  const doubled = POWERS.at(-1)! << 1;
  POWERS.push(doubled < 256 ? doubled : doubled ^ 0x11d);
}
const LOGARITHMS = new Map(POWERS.map((value, power) => [value, power]));

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : POWERS[(LOGARITHMS.get(a)! + LOGARITHMS.get(b)!) % 255]!;
}

/** (x - 1)(x - 2)(x - 4) … without its first coefficient, which is 1. */
function generator(degree: number): number[] {
  let product = [1];
  for (let i = 0; i < degree; i += 1) {
    const root = POWERS[i]!;
    product = [...product, 0].map((value, k) => value ^ times(root, product[k - 1] ?? 0));
  }
  return product.slice(1);
}

/** The remainder of the data, shifted, by the generator: Reed and Solomon. */
function checkWords(data: number[], count: number): number[] {
  const divisor = generator(count);
  let remainder = Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ remainder[0]!;
    remainder = [...remainder.slice(1), 0].map((value, i) => value ^ times(divisor[i]!, factor));
  }
  return remainder;
}

/* -- words --------------------------------------------------------------------------------------- */

const binary = (value: number, length: number): string => value.toString(2).padStart(length, '0');

function fillWords(bytes: Uint8Array, version: number): number[] {
  const room = dataWords(VERSIONS[version - 1]!);
  const head = binary(BYTE_MODE, 4) + binary(bytes.length, countBits(version));
  const bits = head + Array.from(bytes, (byte) => binary(byte, 8)).join('');
  const ended = bits.padEnd(Math.min(bits.length + 4, 8 * room), '0');
  const words = (ended.padEnd(Math.ceil(ended.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((word) =>
    parseInt(word, 2),
  );
  for (let i = 0; words.length < room; i += 1) words.push(FILLING[i % 2]!);
  return words;
}

/** Blocks are of one length, or the later ones have a word more. */
function deal(words: number[], blocks: number): number[][] {
  const short = Math.floor(words.length / blocks);
  const firstLong = blocks - (words.length % blocks);
  let at = 0;
  return Array.from({ length: blocks }, (_, i) => words.slice(at, (at += short + Number(i >= firstLong))));
}

/** The first of each, the second of each … */
function interleave(lists: number[][]): number[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** All words of a code, in the order in which they are drawn. */
export function codeWords(bytes: Uint8Array, version: number): number[] {
  const { blocks, checks } = VERSIONS[version - 1]!;
  const data = deal(fillWords(bytes, version), blocks);
  return [...interleave(data), ...interleave(data.map((block) => checkWords(block, checks)))];
}
