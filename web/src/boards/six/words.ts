// A cell of Six in words, for those who hear the board.

import type { Step } from '../../engine/types';
import { describeCell, type BoardTexts } from '../../i18n/boards';
import { neighbours } from './hex';
import type { Standing } from './tiles.svelte';

export interface SixFacts {
  standing: Standing;
  step: Step | undefined; // what can be done there
  groupSize: number; // of the group that would stay
  falls: number; // tiles that would leave the game
  isWon: boolean;
  isLast: boolean;
}

export function describeHex(
  texts: BoardTexts,
  cell: string,
  { standing, step, groupSize, falls, isWon, isLast }: SixFacts,
): string {
  const lifted = standing.lifted?.cell === cell ? standing.lifted : null;
  const side = standing.cells.get(cell) ?? lifted?.side;
  const near = neighbours(cell).map((other) => standing.cells.get(other));
  const count = (owner: number) => near.filter((one) => one === owner).length;
  const named = cell.replaceAll('-', '−');
  const what = [
    side === undefined ? texts.sixEmpty(named, count(0), count(1)) : texts.sixTile(named, side),
    lifted ? texts.sixIsLifted : '',
    isWon ? texts.inWinningShape : '',
  ]
    .filter(Boolean)
    .join('. ');
  let can = texts.canChoose;
  if (step?.kind === 'group') can = texts.sixGroup(groupSize);
  else if (step?.kind === 'put' || step?.kind === 'pick') can = texts.sixCan[step.kind];
  if (falls > 0) can += `. ${texts.sixFalls(falls)}`;
  return describeCell(texts, what, { canChoose: step !== undefined, isLast }, can);
}
