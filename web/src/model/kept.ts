import { GameStore } from './store';

/** The reader's games. One store for the whole page. */
export const kept = new GameStore();
