import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { codesOf, linePenalty, penalty, qrCode, qrPath, QUIET, type Modules } from './qr';
import { versionFor } from './qr_words';

const SCALE = 3;

/** What an independent reader finds in a picture of the modules. */
function read(modules: Modules): string | null {
  const size = (modules.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[Math.floor(y / SCALE) - QUIET]?.[Math.floor(x / SCALE) - QUIET] ?? false;
      if (isDark) pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  return jsQR(pixels, size, size, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

/** A text that looks like a link, and differs with its length. */
const textOf = (length: number): string =>
  Array.from({ length }, (_, i) => 'abcdefghijkmnpqrstuvwxyz23456789-._~:/?#'[(i * i + 7 * i + length) % 40]).join('');

const MOST = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]; // bytes, as the standard's table has them

describe('a QR code', () => {
  it('is as small as the text allows', () => {
    MOST.forEach((most, i) => {
      expect(versionFor(most)).toBe(i + 1);
      expect(versionFor(most + 1)).toBe(i < 9 ? i + 2 : null);
      expect(qrCode(textOf(most))!.length).toBe(21 + 4 * i);
    });
    expect(qrCode(textOf(214))).toBeNull();
  });

  it('is read by others: short, long, and at every edge of a version', () => {
    const lengths = [1, 2, 5, 9, 33, 71, 100, 139, 167, 199, ...MOST, ...MOST.slice(0, -1).map((most) => most + 1)];
    for (const length of lengths) {
      const text = textOf(length);
      expect(read(qrCode(text)!), `${length} bytes`).toBe(text);
    }
  });

  it('is read under every mask', () => {
    for (const length of [20, 150]) {
      const codes = codesOf(textOf(length));
      expect(codes.length).toBe(8);
      codes.forEach((code, mask) => expect(read(code), `mask ${mask}`).toBe(textOf(length)));
    }
  });

  it('is read with other letters than English ones', () => {
    const text = 'https://example.org/#/seat/añ€𝄞.ö';
    expect(read(qrCode(text)!)).toBe(text);
  });

  it('has the mask with the least penalty', () => {
    const codes = codesOf(textOf(60));
    const least = Math.min(...codes.map(penalty));
    expect(penalty(qrCode(textOf(60))!)).toBe(least);
    expect(new Set(codes.map(penalty)).size).toBeGreaterThan(4);
  });

  it('bears the loss of five words of 26, and no more: none was wrong before', () => {
    const text = textOf(14);
    const damage = (modules: Modules, words: [number, number][]): Modules =>
      modules.map((row, y) =>
        row.map((cell, x) =>
          words.some(([left, top]) => x - left in [0, 1] && y - top in [0, 1, 2, 3]) ? !cell : cell,
        ),
      );
    // Words are two modules wide and four high, from the lower right corner up, then down again.
    const words: [number, number][] = [
      [19, 17],
      [19, 13],
      [19, 9],
      [17, 9],
      [17, 13],
      [17, 17],
    ];
    expect(read(damage(qrCode(text)!, words.slice(0, 5)))).toBe(text);
    expect(read(damage(qrCode(text)!, words))).not.toBe(text);
  });
});

describe('penalties', () => {
  const drawn = (...rows: string[]): Modules => rows.map((row) => [...row].map((cell) => cell === '#'));

  it('are those of the standard', () => {
    // Rows of five: 3 each; columns likewise; sixteen squares; all dark is 50 from the half.
    expect(penalty(drawn('#####', '#####', '#####', '#####', '#####'))).toBe(30 + 48 + 100);
    expect(penalty(drawn('#.', '.#'))).toBe(0);
  });

  it('see what looks like a finder from both ends, and runs from five on', () => {
    expect(linePenalty('10111010000')).toBe(40);
    expect(linePenalty('00001011101')).toBe(40);
    expect(linePenalty('000010111010000')).toBe(80);
    expect(linePenalty('0001011101000')).toBe(0);
    expect(linePenalty('11110000')).toBe(0);
    expect(linePenalty('111110000001')).toBe(3 + 4);
  });
});

describe('the drawing', () => {
  it('has every dark module once, behind the quiet zone', () => {
    const modules = qrCode('ludoteca')!;
    const seen = new Set<string>();
    for (const [, x, y, length, back] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      expect(back).toBe(length);
      for (let i = 0; i < Number(length); i += 1) seen.add(`${Number(x) - QUIET + i} ${Number(y) - QUIET}`);
    }
    const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
    expect([...seen].sort()).toEqual(dark.sort());
  });
});
