// licences.txt: the licences of everything that others wrote and that is part of the built page. What that is
// the bundler says, module by module; the texts come from where the modules do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

const MODULES = new URL('../node_modules/', import.meta.url);
const OWN = new URL('../../LICENSE', import.meta.url);
// The engine is linked with a C library, of which Debian has the licence. (Of the compiler's own library its
// licence asks for no mention in what was compiled.)
const C_LIBRARY = '/usr/share/doc/wasi-libc/copyright';

/** The npm package that a module comes from, or null if it is one of ours. */
export function packageOf(id: string): string | null {
  if (id.startsWith('\0vite/')) return 'vite'; // made up while bundling
  if (id.startsWith('\0')) throw new Error(`whose is ${id.slice(1)}? See scripts/licences.ts`);
  const path = id.split('/node_modules/').pop()!;
  if (path === id) return null;
  const parts = path.split('/');
  return parts[0]!.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0]!;
}

/** A package's name, version and licence; an error if it has none, since then nobody may hand it on. */
export function licenceOf(name: string): string {
  const folder = new URL(`${name}/`, MODULES);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as { version: string };
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} is part of the page and has no licence text`);
  // Vite's file goes on with what Vite itself is made of, none of which is in the page.
  const text = readFileSync(new URL(file, folder), 'utf8').split(/^#+ Licenses of bundled dependencies/m)[0]!;
  return `${name} ${version}\n\n${text.trim()}`;
}

function cLibrary(): string {
  if (existsSync(C_LIBRARY)) return `wasi-libc\n\n${readFileSync(C_LIBRARY, 'utf8').trim()}`;
  return 'wasi-libc\n\nIts licences are at https://github.com/WebAssembly/wasi-libc';
}

/** One plugin for the page and one for its workers, which are bundled apart; the page's writes the file. */
export function licences(): { page: Plugin; worker: () => Plugin } {
  const found = new Set<string>();
  const collect: Plugin['generateBundle'] = (_, bundle) => {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue;
      for (const [id, { renderedLength }] of Object.entries(part.modules)) {
        const name = renderedLength > 0 ? packageOf(id) : null;
        if (name) found.add(name);
      }
    }
  };
  const write: Plugin['generateBundle'] = function (options, bundle, isWrite) {
    collect.call(this, options, bundle, isWrite);
    const texts = [`Ludoteca\n\n${readFileSync(OWN, 'utf8').trim()}`, ...[...found].sort().map(licenceOf), cLibrary()];
    this.emitFile({
      type: 'asset',
      fileName: 'licences.txt',
      source: texts.join(`\n\n${'-'.repeat(72)}\n\n`) + '\n',
    });
  };
  return {
    page: { name: 'ludoteca-licences', apply: 'build', generateBundle: write },
    worker: () => ({ name: 'ludoteca-licences-of-workers', apply: 'build', generateBundle: collect }),
  };
}
