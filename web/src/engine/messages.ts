// What goes between the page and a worker.

import type { TableFile } from './pieces_source';

/** First of all: the compiled library, memory in which to see that it should stop (STOP) and how much was asked of it
 * so far (ASKED), and where to fetch the weights that
 * some games are judged by. */
export interface Begin {
  kind: 'begin';
  module: WebAssembly.Module;
  flag: SharedArrayBuffer | null;
  weights: Weights;
}

export const STOP = 0;
export const ASKED = 1;

/** Addresses by the names that the library has for them. */
export type Weights = Readonly<Record<string, string>>;

export interface Ask {
  kind: 'ask';
  id: number;
  pieces: string[];
  files?: TableFile[]; // of 'oracle': where tables can be had
}

/** Nothing is asked yet, but this game will be thought about: small tables may be made meanwhile. */
export interface Prepare {
  kind: 'prepare';
  game: string;
}

export type ToWorker = Begin | Ask | Prepare;

export type FromWorker =
  | { kind: 'answer'; id: number; json: string }
  | { kind: 'progress'; id: number; json: string }
  | { kind: 'crash'; id: number; message: string };
