// What is said of downloads, in the settings.

import type { PacksTexts } from './packs.es';

export const packsEn: PacksTexts = {
  title: 'Without a network',
  about:
    'Tables of perfect play for the analysis, and strategies by which the highest level never loses. They stay in this browser and work offline, too.',
  tables: 'tables',
  strategy: 'strategy for the second player',
  load: 'Download',
  pause: 'Pause',
  resume: 'Go on',
  remove: 'Delete',
  of: (action, what) => `${action}: ${what}`,
  progress: (what) => `Download of ${what}`,
  soFar: (has, all) => `${has} of ${all}`,
  here: 'Kept here: used offline.',
  full: 'No room: the browser keeps no more. Delete something, then go on from here.',
  barred: 'This browser lets no page keep files, as in a private window: nothing can be downloaded here.',
  cut: 'The download was cut. It goes on from where it was.',
};
