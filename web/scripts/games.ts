// The games of the page are those of its engine. While the page is bundled, the engine is asked once, and its answer
// becomes a module, so that the first page need not wait for it:
//     import { answer, spanish } from 'virtual:games'
// LUDOTECA_ENGINE names another engine to build the page with than src/engine/ludoteca.wasm.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import { EngineModule } from '../src/engine/module';
import type { Games } from '../src/engine/wire';

const MODULE = 'virtual:games';
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

export function gamesOfEngine(): Plugin {
  const engine = process.env.LUDOTECA_ENGINE ?? OWN_ENGINE;
  return {
    name: 'ludoteca-games',
    enforce: 'pre',
    resolveId(source) {
      if (source === MODULE) return MODULE;
      return source.endsWith('/ludoteca.wasm?url') ? `${engine}?url` : null;
    },
    load(id) {
      if (id !== MODULE) return null;
      this.addWatchFile(engine);
      const answer = askGames(engine);
      return `export const answer = ${JSON.stringify(answer)};\nexport const spanish = ${JSON.stringify(spanishOf(answer))};\n`;
    },
  };
}
