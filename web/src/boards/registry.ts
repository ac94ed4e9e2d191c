// Which game has a board of its own. A game that is not here is drawn by the board of all games.

import type { Component } from 'svelte';
import type { BoardProps } from './contract';

export type BoardModule = { default: Component<BoardProps> };

const own: Record<string, () => Promise<BoardModule>> = {
  oware: () => import('./OwareBoard.svelte'),
  pylos: () => import('./PylosBoard.svelte'),
  six: () => import('./SixBoard.svelte'),
  dados: () => import('./DadosBoard.svelte'),
};

/** The board of a game, loaded when it is first asked for. */
export function boardOf(name: string): Promise<BoardModule> {
  return own[name]?.() ?? import('./GenericBoard.svelte');
}
