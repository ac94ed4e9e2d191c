// Which game has a board of its own. A game that is not here is drawn by the board of all games.

import type { Component } from 'svelte';
import { afterPaint } from '../lib/frames';
import type { BoardProps } from './contract';

export type BoardModule = { default: Component<BoardProps> };

const own: Record<string, () => Promise<BoardModule>> = {
  oware: () => import('./OwareBoard.svelte'),
  pylos: () => import('./PylosBoard.svelte'),
  six: () => import('./SixBoard.svelte'),
  dados: () => import('./DadosBoard.svelte'),
};

/** Whether a board has the names of its cells written on it, however small it is. */
export const alwaysNamesCells = (name: string): boolean => name === 'oware';

let last: Promise<unknown> = Promise.resolve();

/** Waits for a task of its own: reading a board's module and drawing it, or drawing two, would be too much for one. */
function inTurn<T>(value: T): Promise<T> {
  last = last.then(() => new Promise<void>((resolve) => void afterPaint(resolve)));
  return last.then(() => value);
}

/** The board of a game, loaded when it is first asked for. */
export function boardOf(name: string): Promise<BoardModule> {
  return (own[name]?.() ?? import('./GenericBoard.svelte')).then(inTurn);
}
