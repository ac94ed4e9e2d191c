// The module as a program that speaks the engine protocol, one thread, so that `match` can let it play:
//     node engine.mjs LUDOTECA.wasm GAME
// It thinks as the page's `max` does, without tables and strategies. Modules of older versions play as well.

import { createInterface } from 'node:readline';
import { line, load } from './host.mjs';

const [path, game] = process.argv.slice(2);
const engine = load(path);
engine.bring(game);

let start = '';
let plies = [];

/** `position startpos [moves M …]` or `position fen POSITION [moves M …]`. */
function readPosition(words) {
  const end = words.includes('moves') ? words.indexOf('moves') : words.length;
  start = words[0] === 'fen' ? words.slice(1, end).join(' ') : '';
  plies = words.slice(end + 1);
}

function limit(words, name) {
  const at = words.indexOf(name);
  return at < 0 ? '0' : words[at + 1];
}

function go(words) {
  const limits = ['movetime', 'nodes', 'depth'].map((name) => limit(words, name));
  const answer = engine.ask('choose', ...line(game, plies, start), 'max', ...limits, '1');
  if (answer.error) console.log(`info string error: ${answer.error.text ?? JSON.stringify(answer.error)}`);
  console.log(`bestmove ${answer.move ?? '0000'}`);
}

const COMMANDS = {
  uci: () => console.log('id name Ludoteca in WebAssembly\nuciok'),
  isready: () => console.log('readyok'),
  position: readPosition,
  go,
  quit: () => process.exit(0),
};

for await (const command of createInterface({ input: process.stdin })) {
  const [verb, ...words] = command.trim().split(/\s+/);
  COMMANDS[verb]?.(words);
}
