import { readSix } from '../boards/notation';
import { borderOf, groupWith } from '../boards/six/hex';
import type { MoveInfo, Played, Preview, Situation, Step, StoryEvent } from '../engine/types';
import { put, situation, type Scene } from './scene';

/** Where a tile can be laid, or lifted and laid, with the groups that are equally large: just enough to try the board. */
function sixMoves(position: string): MoveInfo[] {
  const { tiles, hands, side } = readSix(position);
  const all = new Set(tiles.map((tile) => tile.cell));
  if (hands[0] + hands[1] > 0) return [...borderOf(all)].map(put);
  return tiles.filter((tile) => tile.side === side).flatMap((tile) => sixLifts(tile.cell, all));
}

function sixLifts(from: string, all: Set<string>): MoveInfo[] {
  const rest = new Set(all);
  rest.delete(from);
  const groups: Set<string>[] = [];
  for (const cell of rest) if (!groups.some((group) => group.has(cell))) groups.push(groupWith(cell, rest));
  const most = Math.max(...groups.map((group) => group.size));
  const largest = groups.filter((group) => group.size === most);
  const places = new Set(
    largest.flatMap((group) => [...borderOf(group)]).filter((to) => groups.length > 1 || to !== from),
  );
  return [...places].flatMap((to): MoveInfo[] => {
    const beside = largest.filter((group) => borderOf(group).has(to));
    const steps: Step[] = [
      { kind: 'pick', cell: from },
      { kind: 'put', cell: to },
    ];
    if (beside.length === 1) return [{ move: `${from}>${to}`, steps }];
    return beside.map((group) => ({
      move: `${from}>${to}~${[...group][0]!}`,
      steps: [...steps, { kind: 'group', cell: [...group][0]! }],
    }));
  });
}

function sixEvents(position: string, move: MoveInfo): StoryEvent[] {
  const { tiles, side } = readSix(position);
  const from = move.steps.find((step) => step.kind === 'pick')?.cell;
  const to = move.steps.find((step) => step.kind === 'put')!.cell;
  if (from === undefined) return [{ kind: 'put', cell: to, side }];
  const rest = new Set(tiles.map((tile) => tile.cell).filter((cell) => cell !== from));
  const kept =
    move.steps.find((step) => step.kind === 'group')?.cell ??
    [...rest].find((cell) => {
      const group = groupWith(cell, rest);
      return group.size * 2 >= rest.size && borderOf(group).has(to);
    }) ??
    to;
  const stays = groupWith(kept, rest);
  return [
    { kind: 'lift', cell: from, count: 1, side },
    ...tiles
      .filter((tile) => tile.cell !== from && !stays.has(tile.cell))
      .map((tile): StoryEvent => ({ kind: 'fall', cell: tile.cell, side: tile.side })),
    { kind: 'put', cell: to, side },
  ];
}

/** A move played by the gallery itself. */
export function sixPlayed(before: string, move: MoveInfo): { played: Played; after: Situation } {
  const { tiles, hands, side } = readSix(before);
  const events = sixEvents(before, move);
  const gone = new Set(events.flatMap((event) => (event.kind === 'lift' || event.kind === 'fall' ? [event.cell] : [])));
  const cells = (owner: number) =>
    [
      ...tiles.filter((tile) => tile.side === owner && !gone.has(tile.cell)).map((tile) => tile.cell),
      ...events.flatMap((event) => (event.kind === 'put' && owner === side ? [event.cell] : [])),
    ].join(';');
  if (hands[side] > 0) hands[side]--;
  const played: Played = { seat: side, move: move.move, before, events, notices: [] };
  return { played, after: six(`r:${cells(0)} b:${cells(1)} ${hands.join('-')} ${'br'[side]}`, played) };
}

export function sixPreview(position: string, steps: Step[]): Preview | null {
  const move = sixMoves(position).find((one) =>
    steps.every((step, i) => one.steps[i]?.kind === step.kind && one.steps[i].cell === step.cell),
  );
  if (!move) return null;
  const isWhole = move.steps.length === steps.length;
  const events = sixEvents(position, move).filter(
    (event) => isWhole || (event.kind !== 'put' && (event.kind !== 'fall' || move.steps.length === 2)),
  );
  return { move: move.move, after: position, events };
}

export function six(position: string, last: Played | null = null, reason: string | null = null): Situation {
  const view = readSix(position);
  const made = situation(
    'six',
    position,
    reason === null ? view.side : null,
    reason === null ? sixMoves(position) : [],
    view.hands,
    last,
  );
  return reason === null ? made : { ...made, result: { result: '1-0', score: null, winner: 0, reason, culprit: null } };
}

const SIX_MIDDLE = 'r:-3,0;-3,2;-2,0;-2,1;-1,0;0,-1;0,0 b:-3,1;-2,2;-1,-1;1,-2;1,0;2,-1;2,0 14-14 r';
const SIX_SECOND =
  'r:-5,1;-4,0;-4,1;-3,-1;-3,2;-2,-2;-2,1;-1,1;0,-2;0,0;1,-3;1,1;2,-2;2,1;3,-1;3,0;4,-2 ' +
  'b:-5,2;-4,2;-3,0;-3,1;-2,-1;-2,2;-1,-1;-1,-2;-1,2;0,-1;1,-1;1,0;2,-3;2,0;3,-3;3,1;4,0 0-0 r';
const SIX_EQUAL = 'r:-1,-1;-1,0;-2,0;-2,1;0,0;2,1;2,-1;3,0 b:-3,1;-3,0;-1,1;1,0;2,0;3,-1;3,1;1,1;-2,-1 0-0 r';

export function sixScenes(): Scene[] {
  const lay: Played = {
    seat: 1,
    move: '-3,1',
    before: SIX_MIDDLE.replace('-3,1;', ''),
    events: [{ kind: 'put', cell: '-3,1', side: 1 }],
    notices: [],
  };
  const big = sixMoves(SIX_EQUAL).filter((move) => move.steps[0]!.cell === '0,0');
  const choosing = big.find((move) => move.steps.length === 3);
  const falls = sixPlayed(SIX_EQUAL, choosing ?? big[0]!);
  const row = 'r:-3,0;-3,2;-2,0;-2,1;-1,0;0,-1;0,0;1,0;2,0 b:-3,1;-2,2;-1,-1;1,-2;2,-1;-1,2;1,1;-1,-2 13-13 b';
  return [
    { name: 'six-start', situation: six('r:0,0 b:1,0 20-20 r') },
    { name: 'six-middle', situation: six(SIX_MIDDLE, lay) },
    { name: 'six-second', situation: six(SIX_SECOND) },
    { name: 'six-lift', situation: six(SIX_EQUAL), chosen: [{ kind: 'pick', cell: '0,0' }] },
    { name: 'six-group', situation: six(SIX_EQUAL), chosen: choosing ? choosing.steps.slice(0, 2) : [] },
    { name: 'six-story', situation: falls.after, story: falls.played },
    {
      name: 'six-end',
      situation: six(
        row,
        { seat: 0, move: '2,0', before: row, events: [{ kind: 'put', cell: '2,0', side: 0 }], notices: [] },
        'row',
      ),
    },
    {
      name: 'six-arrows',
      situation: six(SIX_EQUAL),
      arrows: [
        {
          steps: [
            { kind: 'pick', cell: '-2,1' },
            { kind: 'put', cell: '1,-1' },
          ],
          weight: 1,
        },
      ],
    },
    { name: 'six-small', situation: six(SIX_MIDDLE), isSmall: true },
  ];
}
