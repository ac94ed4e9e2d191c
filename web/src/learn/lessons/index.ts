import type { Lesson } from '../lesson';
import { dados } from './dados';
import { oware } from './oware';
import { pylos } from './pylos';
import { six } from './six';

const lessons: Record<string, Lesson> = { oware, pylos, six, dados };

/** The lesson of a game; one without steps if nobody wrote any. */
export function lessonOf(game: string): Lesson {
  return lessons[game] ?? { game, steps: [] };
}
