// Made while the page is bundled, by scripts/games.ts.
declare module 'virtual:games' {
  export const answer: import('../engine/wire').Games;
  export const spanish: Record<string, string>;
}

declare module 'virtual:weights' {
  /** Addresses of the weights that games are judged by, by the library's names for them. */
  export const weights: Record<string, string>;
}
