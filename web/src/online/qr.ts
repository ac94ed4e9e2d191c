// QR codes for links: a square of modules, dark or light (ISO/IEC 18004). The words come from qr_words.ts; here
// they are drawn around the fixed patterns, under the mask that looks least like one of those.

import { codeWords, versionFor } from './qr_words';

/** Rows from above; true is dark. */
export type Modules = boolean[][];

/** Light modules that must surround a code. */
export const QUIET = 4;

const FINDER = 7;
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A code being drawn: what is undefined is still free for words. */
class Canvas {
  readonly size: number;
  readonly cells: (boolean | undefined)[][];

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.cells = Array.from({ length: this.size }, () => Array<boolean | undefined>(this.size).fill(undefined));
  }

  set(x: number, y: number, isDark: boolean): void {
    if (x >= 0 && y >= 0 && x < this.size && y < this.size) this.cells[y]![x] = isDark;
  }
}

/* -- fixed patterns ------------------------------------------------------------------------------ */

/** Squares in squares around a middle; how far out says whether dark. */
function drawSquares(canvas: Canvas, middleX: number, middleY: number, isDark: boolean[]): void {
  const reach = isDark.length - 1;
  for (let y = -reach; y <= reach; y += 1)
    for (let x = -reach; x <= reach; x += 1)
      canvas.set(middleX + x, middleY + y, isDark[Math.max(Math.abs(x), Math.abs(y))]!);
}

function drawTiming(canvas: Canvas): void {
  for (let i = 0; i < canvas.size; i += 1) {
    canvas.set(i, 6, i % 2 === 0);
    canvas.set(6, i, i % 2 === 0);
  }
}

function drawFinders(canvas: Canvas): void {
  const far = canvas.size - 4;
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    drawSquares(canvas, x, y, [true, true, false, true, false]);
}

/** Where lines of alignment patterns run. */
function alignmentLines(version: number): number[] {
  const last = 4 * version + 10;
  if (version === 1) return [];
  return version < 7 ? [6, last] : [6, (6 + last) / 2, last];
}

function drawAlignments(canvas: Canvas): void {
  const lines = alignmentLines(canvas.version);
  const isCorner = (x: number, y: number): boolean => {
    const nearLeft = x < FINDER;
    const nearTop = y < FINDER;
    return (nearLeft && nearTop) || (nearLeft && y === lines.at(-1)) || (nearTop && x === lines.at(-1));
  };
  for (const x of lines) for (const y of lines) if (!isCorner(x, y)) drawSquares(canvas, x, y, [true, false, true]);
}

/** A value followed by its remainder, with as many bits as the divisor has but one. */
function withRemainder(value: number, divisor: number): number {
  const degree = 31 - Math.clz32(divisor);
  let rest = value << degree;
  while (32 - Math.clz32(rest) > degree) rest ^= divisor << (31 - Math.clz32(rest) - degree);
  return (value << degree) | rest;
}

const bitOf = (value: number, i: number): boolean => ((value >> i) & 1) === 1;

/** The level (M is 00) and the mask, twice; and one module that is always dark. */
function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas;
  const format = withRemainder(mask, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const isDark = bitOf(format, i);
    if (i < 8) canvas.set(8, i < 6 ? i : i + 1, isDark);
    else canvas.set(i === 8 ? 7 : 14 - i, 8, isDark);
    if (i < 8) canvas.set(size - 1 - i, 8, isDark);
    else canvas.set(8, size - 15 + i, isDark);
  }
  canvas.set(8, size - 8, true);
}

/** From version 7 on the version is written at two corners. */
function drawVersion(canvas: Canvas): void {
  if (canvas.version < 7) return;
  const bits = withRemainder(canvas.version, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const near = Math.floor(i / 3);
    const far = canvas.size - 11 + (i % 3);
    canvas.set(near, far, bitOf(bits, i));
    canvas.set(far, near, bitOf(bits, i));
  }
}

/* -- words --------------------------------------------------------------------------------------- */

/** Every module in the order of the words: up and down in columns of two, from the right; column 6 is left out. */
function* snake(size: number): Generator<[number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = isUp ? size - 1 - i : i;
      yield [right, y];
      yield [right - 1, y];
    }
    isUp = !isUp;
  }
}

/** Puts the words where nothing is yet, masked; what is left over counts as zeros. */
function drawWords(canvas: Canvas, words: number[], mask: number): Modules {
  const modules = canvas.cells.map((row) => row.map((cell) => cell ?? false));
  let i = 0;
  for (const [x, y] of snake(canvas.size)) {
    if (canvas.cells[y]![x] !== undefined) continue;
    modules[y]![x] = bitOf(words[i >> 3] ?? 0, 7 - (i % 8)) !== MASKS[mask]!(x, y);
    i += 1;
  }
  return modules;
}

function drawCode(version: number, words: number[], mask: number): Modules {
  const canvas = new Canvas(version);
  drawTiming(canvas);
  drawFinders(canvas);
  drawAlignments(canvas);
  drawFormat(canvas, mask);
  drawVersion(canvas);
  return drawWords(canvas, words, mask);
}

/* -- which mask ---------------------------------------------------------------------------------- */

const LOOKS_LIKE_FINDER = /(?=10111010000|00001011101)/g;

/** For long runs of one colour, and what could be taken for a finder; a dark module is 1. */
export function linePenalty(line: string): number {
  const runs = line.match(/0{5,}|1{5,}/g) ?? [];
  const long = runs.reduce((sum, run) => sum + run.length - 2, 0);
  return long + 40 * [...line.matchAll(LOOKS_LIKE_FINDER)].length;
}

function squarePenalty(modules: Modules): number {
  let squares = 0;
  for (let y = 1; y < modules.length; y += 1)
    for (let x = 1; x < modules.length; x += 1) {
      const isDark = modules[y]![x];
      const others = [modules[y]![x - 1], modules[y - 1]![x], modules[y - 1]![x - 1]];
      if (others.every((other) => other === isDark)) squares += 1;
    }
  return 3 * squares;
}

function balancePenalty(modules: Modules): number {
  const all = modules.flat();
  const percent = (100 * all.filter(Boolean).length) / all.length;
  return 10 * Math.floor(Math.abs(percent - 50) / 5);
}

export function penalty(modules: Modules): number {
  const text = (line: boolean[]): string => line.map(Number).join('');
  const rows = modules.map(text);
  const columns = modules.map((_, x) => text(modules.map((row) => row[x]!)));
  const lines = [...rows, ...columns].reduce((sum, line) => sum + linePenalty(line), 0);
  return lines + squarePenalty(modules) + balancePenalty(modules);
}

/* -- codes --------------------------------------------------------------------------------------- */

/** The codes under each of the eight masks; none if the text is too long (213 bytes at most). */
export function codesOf(text: string): Modules[] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === null) return [];
  const words = codeWords(bytes, version);
  return MASKS.map((_, mask) => drawCode(version, words, mask));
}

/** The QR code of a text; null if it is too long. */
export function qrCode(text: string): Modules | null {
  const judged = codesOf(text).map((modules) => ({ modules, penalty: penalty(modules) }));
  return judged.sort((a, b) => a.penalty - b.penalty)[0]?.modules ?? null;
}

/** Its dark modules as the path of an SVG whose unit is a module, the quiet zone included. */
export function qrPath(modules: Modules): string {
  const rows = modules.map((row, y) => {
    const runs = row
      .map((isDark) => (isDark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g);
    return [...runs].map(({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`);
  });
  return rows.flat().join('');
}
