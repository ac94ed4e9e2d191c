// How high boards may get by the width that they have (100cqw), so that what stands around them stays close.

import type { Situation } from '../engine/types';
import { gameOf } from '../lib/games';
import { genericLayout } from './generic/layout';

interface Heights {
  tallest: string; // where it is played; `--upright` is how high it may get there without getting wider
  beside?: string; // among other things, as in the analysis
  isWide?: boolean; // the wider its place, the larger it gets
}

const own: Record<string, Heights> = {
  oware: { tallest: 'max(41cqw, min(100cqw, var(--upright)))', beside: 'max(44cqw, 24rem)', isWide: true },
  // Higher than wide, the plan of its levels even more; cells must not get smaller than a finger.
  pylos: { tallest: 'calc(140cqw + 3.25rem)' },
  six: { tallest: '128cqw', isWide: true },
  dados: { tallest: '126cqw' }, // the dice below it, where there is room
};

const USUAL_BESIDE = '92cqw';
const ROOM_FOR_BUTTONS = '3.5rem';

/** Buttons stand below a board for the dice, and for steps that are no cell of it. */
function hasButtons({ cells, moves, awaits }: Situation): boolean {
  const names = new Set(cells.map(({ name }) => name));
  return awaits === 'roll' || moves.some(({ steps }) => steps.some(({ cell }) => cell !== '' && !names.has(cell)));
}

/** As high as the drawing of its cells; null: the game has a board of its own. */
export function heightOfCells(situation: Situation): string | null {
  if (gameOf(situation) in own) return null;
  const { width, height } = genericLayout(situation, 0);
  const share = `${Math.ceil((100 * height) / width)}cqw`;
  return hasButtons(situation) ? `calc(${share} + ${ROOM_FOR_BUTTONS})` : share;
}

export function tallestOf(situation: Situation): string {
  return heightOfCells(situation) ?? own[gameOf(situation)]!.tallest;
}

export function tallestBeside(situation: Situation): string {
  return heightOfCells(situation) ?? own[gameOf(situation)]!.beside ?? USUAL_BESIDE;
}

/** Board and panel together: further apart than its height allows a board to grow, the two would fall asunder. */
export function widestOf(situation: Situation): string {
  return own[gameOf(situation)]?.isWide ? '120rem' : '100rem';
}
