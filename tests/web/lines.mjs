// What the page's tests know of each game, from tests/games/GAME/GAME_rows.json: a game played to its
// end, which stands on the boards of tests and pictures, and how its cells are written.

import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** The one list of games, in their order. A game that brings no rows ends the test here. */
export const GAMES = [.../^games = \[(.*)\]/m.exec(read('src/games/meson.build'))[1].matchAll(/\w+/g)].map(([name]) => name);

const rows = Object.fromEntries(GAMES.map((game) => [game, JSON.parse(read(`tests/games/${game}/${game}_rows.json`))]));

/** All plies of the played game. */
export const plies = Object.fromEntries(GAMES.map((game) => [game, rows[game].page.plies.split(' ')]));

/** What matches a cell in a move. */
export const cells = Object.fromEntries(GAMES.map((game) => [game, new RegExp(rows[game].page.cells, 'g')]));

/** Rules that stand for all the others. */
export const VARIANTS = GAMES.flatMap((game) => rows[game].variants);

/** Where somebody has a move to make for the first time, with dice after a roll. */
export const firstLines = GAMES.map((game) => ({ game, start: null, plies: rows[game].before }));

/** As many plies as lead to a position that shows what the game is about. */
export function lineOf(game, count = rows[game].page.middle) {
  return { game, start: null, plies: plies[game].slice(0, count) };
}
