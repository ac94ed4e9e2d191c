// What every board component takes and tells. A board draws a situation, animates what happened,
// and turns touches into steps; it knows no rules. Which steps are possible comes from the engine.

import type { Played, Preview, Situation, Step } from '../engine/types';
import type { Motion } from '../lib/settings.svelte';

export interface BoardProps {
  situation: Situation;
  /** What to animate: a new `id` starts it from `played.before.position`; null draws the situation at rest. */
  story: { id: number; played: Played } | null;
  /** The steps of a move that is being entered, and what may follow them. */
  chosen: Step[];
  choices: Step[];
  /** Whether the steps so far are a whole move as well (pylos: one ball back is enough). */
  canFinish: boolean;
  /** What the move under the finger, or being entered, would do; null: nothing to show. */
  preview: Preview | null;
  isInteractive: boolean; // false: somebody else's turn, or only to look at
  showsChoices: boolean; // every legal destination, not only after a touch
  showsCounts: boolean; // oware: counts beside all pits; six, pylos: coordinates of empty cells, too
  showsNames: boolean; // coordinates, so that what is written in them can be found
  /** dados: what the dice show, where somebody says so; else any faces that add up. */
  faces?: readonly [number, number] | null;
  bottomSide: number; // the side that sits at the lower edge
  motion: Motion;
  arrows: { steps: Step[]; weight: number }[]; // analysis: best moves drawn on the board
  label: string; // what a screen reader calls the board
  language?: 'es' | 'en'; // of what the board says; else that of the document
  /** Whether it is a small picture without controls (home, lists). */
  isSmall: boolean;
  hasWayBack: boolean; // beside the board: it need not offer to take back a step, or to leave it at that
  onstep: (step: Step) => void;
  onhover: (step: Step | null) => void; // ask for a preview
  oncancel: () => void; // one step back
  onfinish: () => void; // enough, as it is
  onrefused: (cell: string) => void; // touched, but nothing can be done there
  /** dados: throws the dice; null while there is nothing to throw, or somebody else does. */
  onroll: (() => void) | null;
  onstoryend: (id: number) => void;
}
