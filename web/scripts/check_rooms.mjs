// Which room of src may import which. A room is a folder of src; App.svelte and main.ts are the room 'page'.
// A room only names rooms above its own line, so there are no cycles; what two rooms share lies in one above both.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const texts = ['engine', 'lib', 'i18n'];
const screens = [...texts, 'boards', 'model', 'ui'];
const rooms = new Map([
  ['engine', []],
  ['lib', ['engine']],
  ['i18n', ['engine', 'lib']],
  ['boards', texts],
  ['model', texts],
  ['ui', [...texts, 'boards', 'model']],
  ['online', screens],
  ['home', [...screens, 'online']],
  ['play', [...screens, 'online']],
  ['study', screens],
  ['learn', screens],
  ['settings', [...screens, 'online']],
  ['pwa', texts],
  ['page', [...screens, 'online', 'home', 'play', 'study', 'learn', 'settings', 'pwa']],
  ['gallery', [...texts, 'boards']],
  ['test', [...texts, 'model', 'online']], // for what ends in .test.ts, in any room
]);

const root = new URL('../src/', import.meta.url);
function roomOf(path) {
  const [first, ...rest] = path.split('/');
  return rest.length > 0 || rooms.has(first) ? first : 'page';
}
/** Every relative path that a file names: import, import(), import.meta.glob, new URL. */
const named = /(["'`])(\.\.?\/.*?)\1/g;
let faults = 0;

function fault(text) {
  console.error(text);
  faults += 1;
}

function judge(file, path, line) {
  const target = join(dirname(file), path);
  const from = roomOf(file);
  const to = roomOf(target);
  const isAllowed = to === 'test' ? file.endsWith('.test.ts') : rooms.get(from)?.includes(to);
  if (to !== from && !isAllowed) fault(`src/${file}:${line}: ${from} must not import ${to} (${path})`);
}

const known = [];
for (const [room, others] of rooms) {
  for (const other of others)
    if (!known.includes(other)) fault(`check_rooms: ${room} names ${other}, which is not above it`);
  known.push(room);
}

let files = 0;
for (const file of readdirSync(root, { recursive: true }).sort()) {
  if (!/\.(ts|js|svelte)$/.test(file)) continue;
  files += 1;
  if (!rooms.has(roomOf(file))) fault(`src/${file}: the room ${roomOf(file)} is not in check_rooms.mjs`);
  const lines = readFileSync(new URL(file, root), 'utf8').split('\n');
  lines.forEach((line, i) => {
    for (const [, , path] of line.matchAll(named)) judge(file, path, i + 1);
  });
}
console.log(faults === 0 ? `${files} files keep to their rooms` : `${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
