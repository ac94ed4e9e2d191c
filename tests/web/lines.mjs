// What the page's tests know of each game, from tests/games/GAME/GAME_rows.json: a game played to its
// end, which stands on the boards of tests and pictures, and how its cells are written.

import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Where each game has its rows: those of the one list, in their order, and those that a build has besides. */
const places = Object.fromEntries([
  ...[.../^games = \[(.*)\]/m.exec(read('src/games/meson.build'))[1].matchAll(/\w+/g)].map(([name]) => [name, `tests/games/${name}`]),
  ...(process.env.LUDOTECA_EXTRA_GAMES?.split(',') ?? []).map((place) => [place.split('/').pop(), `${place}/tests`]),
]);
export const GAMES = Object.keys(places);

/** A game that brings no rows ends the test here. */
const rows = Object.fromEntries(GAMES.map((game) => [game, JSON.parse(read(`${places[game]}/${game}_rows.json`))]));

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
