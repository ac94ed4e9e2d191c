// Two dice on the table: which faces they show, and where they are while they tumble.

import { fraction } from '../shared/random';
import { facesOf, tumbling, type DieState } from './dice';
import type { DadosLayout } from './layout';

type Faces = readonly [number, number];

interface Thrown {
  total: number;
  seed: number;
  faces: Faces | null;
  thrower: number;
}

export class Throwing {
  #faces = $state.raw<[number, number]>([3, 4]);
  #thrown = $state.raw<{ seed: number; thrower: number; at: number } | null>(null); // `at` from 0 to 1
  #frame = 0;

  /** How far the dice have come, from 0 to 1; null: they lie still. */
  get progress(): number | null {
    return this.#thrown?.at ?? null;
  }

  /** The dice as they lie: as they were told, else `seed` chooses among the faces that make up the total. */
  lay(total: number, seed: number, told: Faces | null = null): void {
    this.#faces = told && told[0] + told[1] === total ? [...told] : facesOf(total, seed);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#thrown = null;
  }

  throw({ total, seed, faces, thrower }: Thrown, ms: number): void {
    this.stop();
    this.lay(total, seed, faces);
    const begun = performance.now();
    const advance = (now: number) => {
      const at = Math.min(1, Math.max(0, (now - begun) / (ms * 0.86)));
      this.#thrown = at < 1 ? { seed, thrower, at } : null;
      if (this.#thrown) this.#frame = requestAnimationFrame(advance);
    };
    advance(begun);
  }

  /** They come from the lower edge if `isBelow` says so of who throws, else from the upper one. */
  dice(layout: DadosLayout, isBelow: (thrower: number) => boolean): DieState[] {
    const [faces, thrown] = [this.#faces, this.#thrown];
    return layout.dice.map((rest, i) => {
      const seed = (thrown?.seed ?? 0) * 2 + i;
      const from = {
        x: layout.board * (0.12 + 0.2 * i + 0.25 * fraction(seed, 8)),
        y: thrown === null || isBelow(thrown.thrower) ? layout.board * 0.98 : layout.board * 0.02,
      };
      const yaw = (i === 0 ? -0.24 : 0.36) + (fraction(faces[0], faces[1], i) - 0.5) * 0.3;
      return tumbling(from, { ...rest, face: faces[i]!, yaw }, layout.die, seed, thrown?.at ?? 1);
    });
  }
}
