// Marks of the review as signs beside moves; always together with words for those who can't see them.

import type { Mark } from '../engine/types';

export const signs: Record<Mark, string> = {
  best: '',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  forced: '',
};

export function isFault(mark: Mark | null | undefined): boolean {
  return mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';
}
