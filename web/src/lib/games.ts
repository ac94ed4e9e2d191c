import type { GameName } from '../engine/types';

export const gameNames: readonly GameName[] = ['oware', 'pylos', 'six', 'dados'];
