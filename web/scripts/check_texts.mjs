// No text for people outside src/i18n: looks for words in the markup of components, and in attributes
// that are read aloud or shown. A lone name of a language in its own tongue is the only exception.
// And in src/i18n, texts are in PART.LANGUAGE.ts, each part in every language, and chosen between in PART.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';

const root = new URL('../src/', import.meta.url);
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
]);
const hasWords = (text) => /\p{L}{2,}/u.test(text);
const languages = ['es', 'en'];
let faults = 0;

function fault(file, source, at, text) {
  const line = source.slice(0, at).split('\n').length;
  console.error(`${file}:${line}: text outside src/i18n: ${JSON.stringify(text.trim().slice(0, 60))}`);
  faults += 1;
}

function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, visit));
  if (!node || typeof node !== 'object') return;
  if (typeof node.type === 'string') visit(node);
  for (const [key, child] of Object.entries(node)) if (key !== 'metadata' && key !== 'parent') walk(child, visit);
}

for (const file of readdirSync(root, { recursive: true })) {
  if (!file.endsWith('.svelte')) continue;
  const source = readFileSync(new URL(file, root), 'utf8');
  const seen = new Set();
  walk(parse(source, { modern: true }).fragment, (node) => {
    if (node.type === 'Attribute' || node.type === 'StyleDirective') {
      const parts = Array.isArray(node.value) ? node.value : [];
      for (const part of parts) {
        if (part.type !== 'Text') continue;
        seen.add(part.start);
        if (spoken.has(node.name) && hasWords(part.data)) fault(file, source, part.start, part.data);
      }
    } else if (node.type === 'Text' && !seen.has(node.start) && hasWords(node.data)) {
      fault(file, source, node.start, node.data);
    }
  });
}
const names = readdirSync(new URL('i18n/', root)).filter((name) => name.endsWith('.ts') && name !== 'index.svelte.ts');
for (const name of names) {
  const [part, language, ...rest] = name.split('.');
  const isWell = language === 'ts' ? rest.length === 0 : languages.includes(language) && rest.join('.') === 'ts';
  const absent = languages.filter((other) => !names.includes(`${part}.${other}.ts`));
  if (isWell && absent.length === 0) continue;
  console.error(
    `i18n/${name}: ${isWell ? `is not in every language: ${absent.join(', ')}` : 'is not named PART.LANGUAGE.ts'}`,
  );
  faults += 1;
}
console.log(faults === 0 ? 'all texts are in src/i18n' : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
