// How the computer is asked to think: levels as they are, max within a time that suits the clock.

import type { PlayerSpec, ThinkLimits } from '../engine/types';

export const MAX_LEVEL = 11;
const MAX_MS = 1500;

export function thinkingSpec(
  level: number,
  leftMs: number | null,
  incrementMs: number,
): { spec: PlayerSpec; limits?: ThinkLimits } {
  const fair = leftMs === null ? MAX_MS : Math.max(50, Math.min(MAX_MS * 4, leftMs / 25 + incrementMs * 0.7));
  if (level >= MAX_LEVEL) return { spec: 'max', limits: { ms: Math.round(fair) } };
  return leftMs === null ? { spec: `level=${level}` } : { spec: `level=${level}`, limits: { ms: Math.round(fair) } };
}
