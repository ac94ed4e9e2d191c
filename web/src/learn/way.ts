// How far a reader has come in a game's lesson, and what to press to go on.

import { learn } from '../i18n/learn';
import { lessonOf } from './lessons';
import { doneSteps } from './progress.svelte';

export function wayThrough(game: string) {
  const { steps } = lessonOf(game);
  const done = doneSteps(game);
  const count = steps.filter(({ id }) => done.includes(id)).length;
  const isWhole = count === steps.length;
  const next = isWhole
    ? 0
    : Math.max(
        0,
        steps.findIndex(({ id }) => !done.includes(id)),
      );
  return { steps, done, count, next, label: count === 0 ? learn().begin : isWhole ? learn().repeat : learn().goOn };
}
