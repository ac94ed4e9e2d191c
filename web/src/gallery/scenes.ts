// Every scene of the gallery.

import { dadosScenes } from './dados_scenes';
import { owareScenes } from './oware_scenes';
import { pylosScenes } from './pylos_scenes';
import type { Scene } from './scene';
import { sixScenes } from './six_scenes';

export const SCENES: Scene[] = [...owareScenes(), ...pylosScenes(), ...sixScenes(), ...dadosScenes()];
