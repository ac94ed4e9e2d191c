import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  commitmentOf,
  draw,
  drawDice,
  drawSource,
  makeSecret,
  printSecret,
  readSecret,
  type Purpose,
  type Secret,
} from './draws';

// The secrets and numbers of tests/online/test_fair_draw.c, which were made with Python's hmac.
const server: Secret = Uint8Array.from({ length: 32 }, (_, i) => i);
const parts: Secret[] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const source = drawSource('trial', server, parts);

/** The same from Node, in one long line. */
function nodeDraw(key: Secret, purpose: Purpose, number: number, sides: number): number {
  const top = 2n ** 64n - 1n;
  for (let block = 0; ; block += 1) {
    const hash = createHmac('sha256', key).update(`ludoteca 1 draw\0${purpose}\0${number} ${block}\0`).digest();
    const bits = hash.readBigUInt64BE(0);
    if (bits < top - (top % BigInt(sides))) return Number(bits % BigInt(sides));
  }
}

describe('commitments', () => {
  it('are those of the server', () => {
    expect(printSecret(commitmentOf(server, 'trial', 'server'))).toBe(
      'bd8d4186173591b2006945d16a1c7cce2aa82f7a5784dbf11b84bf5688041a0c',
    );
    expect(printSecret(commitmentOf(parts[0]!, 'trial', 'seat 1'))).toBe(
      '6499bcca3232180f956639612162f272e1912c5fa7b7f78a6882926f5cda361a',
    );
  });

  it('are written in one way', () => {
    const digits = 'a'.repeat(64);
    expect(printSecret(readSecret(digits)!)).toBe(digits);
    for (const text of ['', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}A`, `${'a'.repeat(63)}:`, `${digits}\n`])
      expect(readSecret(text), text).toBeNull();
    expect(printSecret(readSecret(printSecret(server))!)).toBe(printSecret(server));
  });
});

describe('draws', () => {
  it('are those of the server', () => {
    const rows: [Purpose, number, number[]][] = [
      ['roll', 36, [34, 30, 16, 14, 14, 18, 29, 13, 20, 32, 4, 2]],
      ['throw', 36, [16, 16, 2, 8]],
      ['lots', 2, [0, 1, 0, 1, 0, 1, 0, 1]],
      ['roll', 0x80000001, [1454043571, 35808807, 1284317782]],
      ['roll', 0xffffffff, [1774781179, 2703274515, 1393289914]],
    ];
    for (const [purpose, sides, wanted] of rows)
      expect(
        wanted.map((_, i) => draw(source, purpose, i + 1, sides)),
        `${purpose} of ${sides}`,
      ).toEqual(wanted);
  });

  it('are those of Node for other secrets', () => {
    for (let trial = 0; trial < 20; trial += 1) {
      const [own, other] = [makeSecret(), makeSecret()];
      const key = drawSource('0123456789abcdef', own, [other]);
      const wanted = createHmac('sha256', own)
        .update('ludoteca 1 key\x000123456789abcdef\0')
        .update(other)
        .digest('hex');
      expect(printSecret(key)).toBe(wanted);
      for (let i = 0; i < 5; i += 1) expect(draw(key, 'roll', i, 36)).toBe(nodeDraw(key, 'roll', i, 36));
    }
  });

  it('depend on every part, its place and the game', () => {
    const sources = [
      source,
      drawSource('trial', server, [parts[1]!, parts[0]!]),
      drawSource('trial', server, [parts[0]!]),
      drawSource('trials', server, parts),
      drawSource('trial', parts[0]!, parts),
    ];
    expect(new Set(sources.map(printSecret)).size).toBe(5);
  });

  it('are even: chi-square with 35 degrees of freedom, 1 in 10,000 at 71.4', () => {
    const counts = Array<number>(36).fill(0);
    const rolls = 20_000;
    for (let i = 1; i <= rolls; i += 1) counts[draw(source, 'roll', i, 36)]! += 1;
    const wanted = rolls / 36;
    expect(counts.reduce((sum, count) => sum + (count - wanted) ** 2 / wanted, 0)).toBeLessThan(71.4);
  });

  it('of dice are two faces of one draw', () => {
    expect(drawDice(source, 'roll', 1)).toEqual([6, 5]); // 34
    expect(drawDice(source, 'roll', 12)).toEqual([1, 3]); // 2
    expect(drawDice(source, 'throw', 4)).toEqual([2, 3]); // 8
  });
});
