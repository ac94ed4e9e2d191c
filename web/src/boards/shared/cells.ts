// Cells that lie over a drawing: the same for a pointer, for keys and for readers of the screen.

/** In units of the drawing, from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GridCell {
  box: Box;
  words: string; // for those who hear the board
  canChoose: boolean;
  drags?: boolean; // something lies there that a finger can take along
  isAbsent?: boolean; // not to be touched, though it can be named
  depth?: number; // what is nearer is touched first
}

/** Where a box lies in a drawing, as lengths of CSS. */
export function placeOf(box: Box, drawing: { width: number; height: number }) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(box.x, drawing.width),
    top: percent(box.y, drawing.height),
    width: percent(box.width, drawing.width),
    height: percent(box.height, drawing.height),
  };
}

export function boxAround(at: { x: number; y: number }, wide: number, high = wide): Box {
  return { x: at.x - wide, y: at.y - high, width: 2 * wide, height: 2 * high };
}
