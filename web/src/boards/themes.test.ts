import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOARDS, PIECES } from '../lib/settings.svelte';

type Sheet = Record<string, [light: string, dark: string]>;

function readSheet(path: string): Sheet {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const found = [...text.matchAll(/(--[\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w+));/g)];
  return Object.fromEntries(found.map(([, name, light, dark, both]) => [name, [light ?? both!, dark ?? both!]]));
}

const usual: Sheet = Object.assign(
  {},
  ...['boards.css', 'oware/oware.css', 'pylos/pylos.css', 'six/six.css', 'dados/dados.css'].map((name) =>
    readSheet(`./${name}`),
  ),
);
const themeOf = (name: string): Sheet => (name === 'wood' || name === 'usual' ? {} : readSheet(`./themes/${name}.css`));

/** As the guidelines for contrast have it. */
function luminance(colour: string): number {
  const digits = colour.slice(1, 7).match(/../g)!;
  const [red, green, blue] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dim, lit] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lit! + 0.05) / (dim! + 0.05);
}

it('has a sheet for every theme but the usual ones, and no other', () => {
  const wanted = [...BOARDS.slice(1), ...PIECES.slice(1)].map((name) => `${name}.css`).sort();
  expect(readdirSync(new URL('./themes/', import.meta.url)).sort()).toEqual(wanted);
});

it.each([...BOARDS.slice(1), ...PIECES.slice(1)])('%s only sets what boards know', (name) => {
  const sheet = themeOf(name);
  expect(Object.keys(sheet).length).toBeGreaterThan(15);
  expect(Object.keys(sheet).filter((variable) => !(variable in usual))).toEqual([]);
});

describe.each(['light', 'dark'])('in the %s', (scheme) => {
  const at = scheme === 'light' ? 0 : 1;

  it.each(PIECES)('pieces of %s are told apart without colours', (pieces) => {
    const of = (name: string) => ({ ...usual, ...themeOf(pieces) })[`--${name}`]![at];
    expect(contrast(of('ball-light-2'), of('ball-dark-2'))).toBeGreaterThan(4.5);
    expect(contrast(of('six-red-2'), of('six-black-2'))).toBeGreaterThan(2.5); // and by a ring and a dot
    for (const chip of ['g', 'b', 'r']) expect(contrast(of(`chip-${chip}1`), '#fffaf0')).toBeGreaterThan(3); // its mark
    for (const tile of ['red', 'black']) expect(contrast(of(`six-${tile}-2`), of('six-choice'))).toBeGreaterThan(2);
  });

  it.each(BOARDS.flatMap((boards) => PIECES.map((pieces) => [boards, pieces])))(
    'on boards of %s pieces of %s stand out',
    (boards, pieces) => {
      const of = (name: string) => ({ ...usual, ...themeOf(boards), ...themeOf(pieces) })[`--${name}`]![at];
      // A piece has light, shade and edges: one of them differs from what it lies on.
      const stands = (piece: string, parts: string[], ground: string) =>
        Math.max(...parts.map((part) => contrast(of(piece + part), of(ground))));
      for (const tone of [0, 1, 2, 3]) expect(stands(`seed-${tone}-`, ['lit', 'dim'], 'wood-3')).toBeGreaterThan(2);
      for (const ball of ['light', 'dark'])
        expect(stands(`ball-${ball}-`, ['1', '2', '4'], 'wood-1')).toBeGreaterThan(2);
      for (const tile of ['red', 'black']) expect(stands(`six-${tile}-`, ['2', '4'], 'six-cloth')).toBeGreaterThan(1.7);
      for (const chip of ['g', 'b', 'r'])
        expect(stands(`chip-${chip}`, ['1', '4'], 'dados-paper-1')).toBeGreaterThan(1.5);
      expect(contrast(of('dados-ink'), of('dados-paper-1'))).toBeGreaterThan(4.5);
    },
  );
});
