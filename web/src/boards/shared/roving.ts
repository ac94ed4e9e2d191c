// Moving the focus over a board with the arrow keys: one cell at a time has tabindex 0, and an
// arrow goes to the nearest cell in its direction as it is drawn.

export interface Place {
  cell: string;
  x: number;
  y: number;
  /** Cells of different layers (levels of a pyramid) are left by PageUp and PageDown only. */
  layer?: number;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function nearest(places: Place[], cost: (place: Place) => number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const place of places) {
    const value = cost(place);
    if (value < least) [best, least] = [place.cell, value];
  }
  return best;
}

/** The cell that an arrow, Home, End, PageUp or PageDown leads to; null: no such key, or nowhere to go. */
export function cellAfterKey(key: string, from: string, places: Place[]): string | null {
  const here = places.find((place) => place.cell === from);
  if (!here) return null;
  const layer = places.filter((place) => place !== here && place.layer === here.layer);
  const arrow = ARROWS[key];
  if (arrow) {
    const [ux, uy] = arrow;
    return nearest(layer, (place) => {
      const dx = place.x - here.x;
      const dy = place.y - here.y;
      const ahead = dx * ux + dy * uy;
      const aside = Math.abs(dx * uy) + Math.abs(dy * ux);
      // Only what lies more ahead than aside; straight ahead before near.
      return ahead > 1e-6 && aside <= ahead * 1.2 ? ahead + aside * 2 : Infinity;
    });
  }
  if (key === 'Home' || key === 'End') {
    const row = layer.filter((place) => Math.abs(place.y - here.y) < 1e-6);
    const sign = key === 'Home' ? 1 : -1;
    const end = nearest([...row, here], (place) => place.x * sign);
    return end === from ? null : end;
  }
  if (key === 'PageUp' || key === 'PageDown') {
    const up = key === 'PageUp' ? 1 : -1;
    const levels = places.map((place) => ((place.layer ?? 0) - (here.layer ?? 0)) * up).filter((d) => d > 0);
    const wanted = (here.layer ?? 0) + up * Math.min(...levels);
    return nearest(
      places.filter((place) => place.layer === wanted),
      (place) => Math.hypot(place.x - here.x, place.y - here.y),
    );
  }
  return null;
}
