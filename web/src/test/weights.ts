// The weights of all games, as the page would fetch them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineModule } from '../engine/module';

const GAMES = join(process.cwd(), '..', 'src', 'games'); // tests run in web

/** Their content by their names. */
export const weightFiles: Record<string, Uint8Array> = Object.fromEntries(
  (readdirSync(GAMES, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.weights'))
    .map((path) => [
      path.slice(path.lastIndexOf('/') + 1, -'.weights'.length),
      new Uint8Array(readFileSync(join(GAMES, path))),
    ]),
);

export function bringWeights(engine: EngineModule, game: string): void {
  const { weights } = JSON.parse(engine.ask(['missing', game])) as { weights?: string | null };
  if (weights) engine.ask(['holdWeights', game, weightFiles[weights]]);
}
