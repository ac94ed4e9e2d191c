// What the page's tests know of each game, from tests/games/GAME/GAME_rows.json: a game played to its
// end, which stands on the boards of tests and pictures, and how its cells are written.

import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Games that a build has besides those of the one list, with their places. */
const extras = (process.env.LUDOTECA_EXTRA_GAMES?.split(',') ?? []).map((place) => [place.split('/').pop(), `${place}/tests`]);
export const EXTRA_GAMES = extras.map(([name]) => name);

/** Where each game has its rows: those of the list in their order, then the others. */
const places = Object.fromEntries([
  ...[.../^games = \[(.*)\]/m.exec(read('src/games/meson.build'))[1].matchAll(/\w+/g)].map(([name]) => [name, `tests/games/${name}`]),
  ...extras,
]);
export const GAMES = Object.keys(places);
/** Those that the page has first and second lessons for. */
export const TAUGHT = GAMES.filter((game) => existsSync(new URL(`web/src/learn/lessons/${game}.ts`, root)));
export const TAUGHT_FURTHER = GAMES.filter((game) => existsSync(new URL(`web/src/learn/further/${game}.json`, root)));

/** A game that brings no rows ends the test here. */
const rows = Object.fromEntries(GAMES.map((game) => [game, JSON.parse(read(`${places[game]}/${game}_rows.json`))]));

/** All plies of the played game. */
export const plies = Object.fromEntries(GAMES.map((game) => [game, rows[game].page.plies.split(' ')]));

/** A first move after which the same player moves again, where there are such. */
export const again = Object.fromEntries(GAMES.map((game) => [game, rows[game].page.again]));

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
