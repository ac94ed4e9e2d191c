// No text for people outside src/i18n: looks for words in the markup of components, and in attributes
// that are read aloud or shown. A lone name of a language in its own tongue is the only exception.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';

const root = new URL('../src/', import.meta.url);
const spoken = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']);
const hasWords = (text) => /\p{L}{2,}/u.test(text);
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
console.log(faults === 0 ? 'all texts are in src/i18n' : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
