// Made while the page is bundled, by scripts/games.ts.
declare module 'virtual:games' {
  export const answer: import('../engine/wire').Games;
  export const spanish: Record<string, string>;
}
