// A position as boards get it: what the engine says of it.

import type { Situation } from '../engine/types';
import { testRules } from './engine';

export function situationAt(game: string, position: string): Promise<Situation> {
  return testRules.situation({ game, start: position, plies: [] });
}
