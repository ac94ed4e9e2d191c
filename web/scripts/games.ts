// The games of the page are those of its engine. While the page is bundled, the engine is asked once, and its answer
// becomes a module, so that the first page need not wait for it:
//     import { answer, spanish } from 'virtual:games'
// Another one has the addresses of the weights that some of them are judged by, by their names:
//     import { weights } from 'virtual:weights'
// LUDOTECA_ENGINE names another engine to build the page with than src/engine/ludoteca.wasm.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { EngineModule } from '../src/engine/module';
import type { Games } from '../src/engine/wire';

const MODULE = 'virtual:games';
const WEIGHTS = 'virtual:weights';
const GAMES = fileURLToPath(new URL('../../src/games/', import.meta.url));
const OWN_ENGINE = fileURLToPath(new URL('../src/engine/ludoteca.wasm', import.meta.url));
const SPANISH = new URL('../src/i18n/library.es.json', import.meta.url);

export function askGames(engine: string): Games {
  if (!existsSync(engine)) throw new Error(`${engine} is missing: npm run engine builds it`);
  const library = new EngineModule(new WebAssembly.Module(readFileSync(engine)), {
    isInterrupted: () => false,
    progress: () => {},
  });
  return JSON.parse(library.ask(['games'])) as Games;
}

/** The words by which games and sides are called, and their Spanish. */
export function spanishOf({ games }: Games): Record<string, string> {
  const library = existsSync(SPANISH) ? (JSON.parse(readFileSync(SPANISH, 'utf8')) as Record<string, string>) : {};
  const words = games.flatMap(({ title, sides, held }) => [title, ...sides, ...Object.values(held ?? {})]);
  return Object.fromEntries(words.flatMap((word) => (library[word] ? [[word, library[word]]] : [])));
}

function importWeights(): string {
  const files = (readdirSync(GAMES, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.weights'))
    .sort();
  const imports = files.map((path, i) => `import file${i} from ${JSON.stringify(join(GAMES, path) + '?url')};\n`);
  const rows = files.map((path, i) => `${JSON.stringify(basename(path, '.weights'))}: file${i}`);
  return `${imports.join('')}export const weights = { ${rows.join(', ')} };\n`;
}

export function gamesOfEngine(): Plugin {
  const engine = process.env.LUDOTECA_ENGINE ?? OWN_ENGINE;
  return {
    name: 'ludoteca-games',
    enforce: 'pre',
    resolveId(source) {
      if (source === MODULE || source === WEIGHTS) return source;
      return source.endsWith('/ludoteca.wasm?url') ? `${engine}?url` : null;
    },
    load(id) {
      if (id === WEIGHTS) return importWeights();
      if (id !== MODULE) return null;
      this.addWatchFile(engine);
      const answer = askGames(engine);
      return `export const answer = ${JSON.stringify(answer)};\nexport const spanish = ${JSON.stringify(spanishOf(answer))};\n`;
    },
  };
}
