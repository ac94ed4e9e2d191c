import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hmacSha256, sha256 } from './hash';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Bytes that look like anything, and are always the same. */
function bytesOf(size: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

describe('SHA-256', () => {
  it('is that of the standard', () => {
    const of = (text: string): string => hex(sha256(new TextEncoder().encode(text)));
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('is that of Node for every length around the blocks', () => {
    for (let size = 0; size <= 200; size += 1) {
      const bytes = bytesOf(size, size + 1);
      expect(hex(sha256(bytes)), `${size} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('is that of Node for a long message', () => {
    const bytes = bytesOf(100_000);
    expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('takes its constants from where another rounding would make no difference', () => {
    for (let n = 2; n <= 311; n += 1)
      for (const root of [Math.sqrt(n), Math.cbrt(n)]) {
        const behind = ((root % 1) * 2 ** 32) % 1;
        if (behind !== 0) expect(Math.min(behind, 1 - behind)).toBeGreaterThan(2 ** -14);
      }
  });
});

describe('HMAC', () => {
  it('is that of RFC 4231', () => {
    const ofAll = (key: Uint8Array, text: string): string => hex(hmacSha256(key, new TextEncoder().encode(text)));
    expect(ofAll(new Uint8Array(20).fill(0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(ofAll(new TextEncoder().encode('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(ofAll(new Uint8Array(131).fill(0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First')).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });

  it('is that of Node for keys and messages of many lengths', () => {
    for (let size = 0; size <= 140; size += 7) {
      const key = bytesOf(size, 3);
      const message = bytesOf(140 - size, 5);
      expect(hex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }
  });
});
