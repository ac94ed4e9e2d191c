// Numbers that look random and are always the same: what is scattered stays where it lies.

/** A 32-bit mix of whole numbers. */
export function hash(...parts: number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part + 0x7f4a7c15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** 0 ≤ x < 1, from whole numbers. */
export function fraction(...parts: number[]): number {
  return hash(...parts) / 4294967296;
}

/** A sequence of fractions that depends on nothing but its seed. */
export function sequence(...seed: number[]): () => number {
  let count = 0;
  return () => fraction(...seed, count++);
}
