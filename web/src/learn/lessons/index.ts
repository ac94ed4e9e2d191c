import type { GameName } from '../../engine/types';
import type { Lesson } from '../lesson';
import { dados } from './dados';
import { oware } from './oware';
import { pylos } from './pylos';
import { six } from './six';

export const lessons: Record<GameName, Lesson> = { oware, pylos, six, dados };
