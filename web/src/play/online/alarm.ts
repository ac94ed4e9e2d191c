// Little time is left: said once at each of these, and again only if there was more time in between.

const ALARMS_MS = [20_000, 10_000];

export class Alarm {
  private last = Infinity;

  /** The seconds to be told of now; null for nothing. */
  due(left: number): number | null {
    const passed = ALARMS_MS.filter((ms) => left <= ms && left > 0);
    const lowest = passed.at(-1);
    const isNew = lowest !== undefined && lowest < this.last;
    this.last = lowest ?? Infinity;
    return isNew ? lowest / 1000 : null;
  }
}
