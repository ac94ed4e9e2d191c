// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Browsers have them too, but only over https, and never at once.

const BLOCK_BYTES = 64;
const STATE_WORDS = 8;
const ROUNDS = 64;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

/** The first 32 bits behind the point. Roots of such small numbers have 17 bits to spare behind those. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;

const PRIMES = firstPrimes(ROUNDS);
const START = PRIMES.slice(0, STATE_WORDS).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message, a one bit, zeros, and its length in bits as the last eight bytes. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

/** The words of a block, and those that follow from them: one for each round. */
function schedule(view: DataView, at: number): Int32Array {
  const words = new Int32Array(ROUNDS);
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < ROUNDS; i += 1) {
    const near = words[i - 2]!;
    const far = words[i - 15]!;
    const nearMix = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const farMix = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[i] = nearMix + words[i - 7]! + farMix + words[i - 16]!;
  }
  return words;
}

type Eight = [number, number, number, number, number, number, number, number];

/** Stirs one block into the state. */
function stir(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = [...state] as Eight;
  for (let i = 0; i < ROUNDS; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUND[i]! + words[i]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const view = padded(message);
  for (let at = 0; at < view.byteLength; at += BLOCK_BYTES) stir(state, schedule(view, at));
  const hash = new DataView(new ArrayBuffer(4 * STATE_WORDS));
  state.forEach((word, i) => hash.setInt32(4 * i, word));
  return new Uint8Array(hash.buffer);
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return sha256(joined([outer, sha256(joined([inner, message]))]));
}
