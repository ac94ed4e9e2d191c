import { OWARE_PITS, readOware } from '../boards/notation';
import type { MoveInfo, Played, Situation, StoryEvent } from '../engine/types';
import { situation, type Scene } from './scene';

/** Sowing and capturing, just enough to have something to show. */
export function owareEvents(position: string, move: string): { events: StoryEvent[]; after: string } {
  const { pits, stores, side } = readOware(position);
  const from = OWARE_PITS.indexOf(move);
  const events: StoryEvent[] = [{ kind: 'lift', cell: move, count: pits[from]!, side }];
  let seeds = pits[from]!;
  pits[from] = 0;
  let pit = from;
  while (seeds > 0) {
    pit = (pit + 1) % 12;
    if (pit === from) continue;
    pits[pit]!++;
    seeds--;
    events.push({ kind: 'sow', cell: OWARE_PITS[pit]! });
  }
  for (; Math.floor(pit / 6) === 1 - side && [2, 3].includes(pits[pit]!); pit = (pit + 11) % 12) {
    events.push({ kind: 'capture', cell: OWARE_PITS[pit]!, count: pits[pit]!, side });
    stores[side] += pits[pit]!;
    pits[pit] = 0;
  }
  return { events, after: [...pits, ...stores, 'NS'[side]].join('-') };
}

function owareMoves(position: string): MoveInfo[] {
  const { pits, side } = readOware(position);
  return [...OWARE_PITS]
    .slice(side * 6, side * 6 + 6)
    .filter((_, i) => pits[side * 6 + i]! > 0)
    .map((move) => ({ move, steps: [{ kind: 'pick', cell: move }] }));
}

export function oware(position: string, last: Played | null = null, isOver = false): Situation {
  const view = readOware(position);
  return situation('oware', position, isOver ? null : view.side, isOver ? [] : owareMoves(position), view.stores, last);
}

export function owarePlayed(before: string, move: string): { played: Played; after: Situation } {
  const { events, after } = owareEvents(before, move);
  const played: Played = { seat: readOware(before).side, move, before, events, notices: [] };
  return { played, after: oware(after, played) };
}

const OWARE_START = '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S';
const OWARE_MIDDLE = '1-0-7-2-0-6-1-2-3-1-11-2-8-4-S';
const OWARE_RICH = '0-2-1-15-3-5-4-2-1-2-1-0-7-5-S';

export function owareScenes(): Scene[] {
  const middle = owarePlayed('1-0-6-1-8-5-0-1-3-1-11-2-5-4-S', 'E');
  const sowing = owarePlayed(OWARE_RICH, 'F');
  const f = owareEvents(OWARE_RICH, 'F');
  return [
    { name: 'oware-start', situation: oware(OWARE_START) },
    { name: 'oware-middle', situation: { ...middle.after } },
    {
      name: 'oware-preview',
      situation: oware(OWARE_RICH),
      preview: { move: 'F', after: f.after, events: f.events },
    },
    { name: 'oware-story', situation: sowing.after, story: sowing.played },
    { name: 'oware-end', situation: oware('0-0-1-0-0-2-0-1-0-0-1-0-26-17-N', null, true) },
    {
      name: 'oware-arrows',
      situation: oware(OWARE_MIDDLE),
      arrows: [
        { steps: [{ kind: 'pick', cell: 'F' }], weight: 1 },
        { steps: [{ kind: 'pick', cell: 'C' }], weight: 0.4 },
      ],
    },
    { name: 'oware-small', situation: oware(OWARE_MIDDLE), isSmall: true },
  ];
}
