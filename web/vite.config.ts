import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

import type { Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

import { gamesOfEngine } from './scripts/games';
import { licences } from './scripts/licences';

const MOCKING = ['opponent', 'session', 'telling'].map((name) => `src/play/${name}.test.ts`);
const PUBLIC = new URL('public/', import.meta.url);

/** Writes sw.js: the list of all files of this build, then src/pwa/worker.js. */
function serviceWorker(): Plugin {
  return {
    name: 'ludoteca-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = readFileSync(new URL('src/pwa/worker.js', import.meta.url), 'utf8');
      const fixed = (readdirSync(PUBLIC, { recursive: true }) as string[])
        .filter((name) => statSync(new URL(name, PUBLIC)).isFile())
        .map((name) => '/' + name.replaceAll('\\', '/'));
      const built = Object.keys(bundle).filter((name) => name !== 'index.html' && !name.startsWith('data/'));
      const kept = fixed.filter((name) => !name.endsWith('.png')); // launchers fetch icons themselves
      const files = ['./', ...built.map((name) => './' + name), ...kept.map((name) => '.' + name)].sort();
      const hash = createHash('sha256').update(worker);
      for (const name of Object.keys(bundle).sort()) {
        const part = bundle[name]!;
        hash.update(name).update(part.type === 'chunk' ? part.code : part.source);
      }
      for (const name of fixed.sort()) hash.update(readFileSync(new URL('.' + name, PUBLIC)));
      const head = `const VERSION = '${hash.digest('hex').slice(0, 12)}';\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + worker });
    },
  };
}

const LARGE_BYTES = 128 * 1024;

/** What only some games need lies apart, if it is large: the service worker keeps it once it was fetched, and not before. */
function assetFileNames({ names, source }: { names: string[]; source: string | Uint8Array }): string {
  const isApart = names[0]?.endsWith('.weights') && source.length > LARGE_BYTES;
  return `${isApart ? 'data' : 'assets'}/[name]-[hash][extname]`;
}

const { page: licencesOfPage, worker: licencesOfWorker } = licences();

// Everything the server hands out has a hash in its name, so that it can be kept for ever; only
// index.html, sw.js, licences.txt and what is in public/ (manifest, icons) keep theirs. The page may live at any path.
export default defineConfig({
  base: './',
  plugins: [gamesOfEngine(), svelte(), licencesOfPage, serviceWorker()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { assetFileNames } },
  },
  worker: { format: 'es', plugins: () => [licencesOfWorker()] },
  // Tests run components' modules as a browser would, without one.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
  // Loading modules is most of the work, so all tests share them, but for those that put others in their place.
  test: {
    setupFiles: ['src/test/page.ts'],
    isolate: false,
    testTimeout: 60_000, // a crowded machine is no failure
    projects: [
      { extends: true, test: { name: 'shared', exclude: [...configDefaults.exclude, ...MOCKING] } },
      { extends: true, test: { name: 'mocking', isolate: true, include: MOCKING } },
    ],
  },
});
