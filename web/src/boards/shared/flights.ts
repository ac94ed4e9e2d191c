// Pieces on their way through the air. An element is drawn where it will lie; a flight only shows it
// on its way there, so ending all flights leaves everything in place.

export interface Spot {
  x: number;
  y: number;
  scale?: number;
}

export interface FlightOptions {
  ms: number;
  delayMs?: number;
  /** How high it rises on the way, in units of the drawing; 0 slides. */
  lift?: number;
  /** How much larger it looks at the top. */
  swell?: number;
}

/** What the style `transform` says of a spot. */
export function transformOf(spot: Spot, raise = 0, grow = 1): string {
  return `translate(${spot.x}px, ${spot.y - raise}px) scale(${(spot.scale ?? 1) * grow})`;
}

export class Flights {
  #under: Set<Animation> = new Set();

  /** Flies an element from one spot to the other. Both are what `transform` says in the drawing. */
  fly(element: Element, from: Spot, to: Spot, options: FlightOptions): void {
    const { ms, delayMs = 0, lift = 0, swell = 0 } = options;
    const frames: Keyframe[] = [{ transform: transformOf(from), easing: 'cubic-bezier(.3,.1,.5,1)' }];
    if (lift || swell) {
      const middle = {
        x: from.x + (to.x - from.x) * 0.55,
        y: from.y + (to.y - from.y) * 0.55,
        scale: ((from.scale ?? 1) + (to.scale ?? 1)) / 2,
      };
      frames.push({
        transform: transformOf(middle, lift, 1 + swell),
        offset: 0.55,
        easing: 'cubic-bezier(.5,0,.8,.6)',
      });
    }
    frames.push({ transform: transformOf(to) });
    this.#keep(element.animate(frames, { duration: ms, delay: delayMs, fill: 'backwards' }));
  }

  fade(element: Element, from: number, to: number, ms: number): void {
    this.#keep(element.animate([{ opacity: from }, { opacity: to }], { duration: ms, fill: 'backwards' }));
  }

  #keep(animation: Animation): void {
    this.#under.add(animation);
    const drop = () => this.#under.delete(animation);
    animation.finished.then(drop, drop);
  }

  /** Everything is where it will lie, at once. */
  finish(): void {
    for (const animation of this.#under) animation.cancel();
    this.#under.clear();
  }
}
