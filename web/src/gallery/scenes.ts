// Situations made by hand for the gallery: what the engine would say of them.

import type { MoveInfo, Played, Preview, Situation, Step, StoryEvent } from '../engine/types';
import { isProtected } from '../boards/dados/layout';
import { OWARE_PITS, readDados, readOware, readPylos, readSix } from '../boards/notation';
import { borderOf, groupWith } from '../boards/six/hex';

export interface Scene {
  name: string;
  situation: Situation;
  chosen?: Step[];
  preview?: Preview;
  story?: Played;
  isSmall?: boolean;
  arrows?: { steps: Step[]; weight: number }[];
}

function situation(
  game: string,
  position: string,
  turn: number | null,
  moves: MoveInfo[],
  held: number[],
  last: Played | null,
): Situation {
  return {
    game,
    position,
    seats: 2,
    sides: 2,
    turn,
    awaits: turn === null ? null : 'move',
    plies: 7,
    moves,
    held,
    out: [],
    offer: 'none',
    result: turn === null ? { result: '1-0', score: null, winner: 0, reason: 'majority', culprit: null } : null,
    last,
  };
}

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

function owareScenes(): Scene[] {
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

function put(cell: string): MoveInfo {
  return { move: cell, steps: [{ kind: 'put', cell }] };
}

/** Puts on open cells, raises of own balls that carry nothing: just enough to try the board. */
function pylosMoves(position: string): MoveInfo[] {
  const { cells, side } = readPylos(position);
  const moves = cells.filter((cell) => cell.isOpen).map((cell) => put(cell.cell));
  const carries = (level: number, file: number, rank: number) =>
    cells.some(
      (c) =>
        c.side !== null && c.level === level + 1 && [0, 1].includes(file - c.file) && [0, 1].includes(rank - c.rank),
    );
  const above = (level: number, file: number, rank: number, to: { level: number; file: number; rank: number }) =>
    to.level === level + 1 && [0, 1].includes(file - to.file) && [0, 1].includes(rank - to.rank);
  for (const ball of cells.filter((c) => c.side === side && !carries(c.level, c.file, c.rank))) {
    for (const to of cells.filter(
      (c) => c.isOpen && c.level > ball.level && !above(ball.level, ball.file, ball.rank, c),
    )) {
      moves.push({
        move: `${ball.cell}>${to.cell}`,
        steps: [
          { kind: 'pick', cell: ball.cell },
          { kind: 'put', cell: to.cell },
        ],
      });
    }
  }
  return moves;
}

export function pylos(
  position: string,
  last: Played | null = null,
  isOver = false,
  moves?: MoveInfo[],
  game = 'pylos',
): Situation {
  const view = readPylos(position);
  return situation(
    game,
    position,
    isOver ? null : view.side,
    isOver ? [] : (moves ?? pylosMoves(position)),
    view.reserves,
    last,
  );
}

const PYLOS_MIDDLE = 'wbwb/wwbb/bwwb/.bw.|wb./bw./...|../..|. w';
const PYLOS_SQUARE = 'wwb./w.bb/bwwb/....|.../.../...|../..|. w';
const PYLOS_END = 'wbbw/bwwb/bwbw/wbbw|wbw/bwb/bwb|bw/wb|w b';

function pylosScenes(): Scene[] {
  const lastPut: Played = {
    seat: 1,
    move: '2b1',
    before: PYLOS_MIDDLE.replace('|wb.', '|w..').replace(' w', ' b'),
    events: [{ kind: 'put', cell: '2b1', side: 1 }],
    notices: [],
  };
  const recovery: MoveInfo[] = ['1a1', '1b1', '1a2', '1b2'].flatMap((first, i, all) => [
    {
      move: `1b2-${first}`,
      steps: [
        { kind: 'put', cell: '1b2' },
        { kind: 'recover', cell: first },
      ],
    } as MoveInfo,
    ...all.slice(i + 1).map((second): MoveInfo => ({
      move: `1b2-${first}-${second}`,
      steps: [
        { kind: 'put', cell: '1b2' },
        { kind: 'recover', cell: first },
        { kind: 'recover', cell: second },
      ],
    })),
  ]);
  const squareMoves = [...pylosMoves(PYLOS_SQUARE).filter((move) => move.move !== '1b2'), ...recovery];
  const square = pylos(PYLOS_SQUARE, null, false, squareMoves);
  const climb: Played = {
    seat: 0,
    move: '1c4>2c2-1b2-1a1',
    before: PYLOS_MIDDLE,
    events: [
      { kind: 'lift', cell: '1c4', count: 1, side: 0 },
      { kind: 'put', cell: '2c2', side: 0 },
      { kind: 'recover', cell: '2c2', side: 0 },
      { kind: 'recover', cell: '2b2', side: 0 },
    ],
    notices: ['recovery-two'],
  };
  const after = 'wbwb/wwbb/bwwb/.b..|wb./b../...|../..|. b';
  return [
    { name: 'pylos-start', situation: pylos('..../..../..../....|.../.../...|../..|. w') },
    { name: 'pylos-middle', situation: pylos(PYLOS_MIDDLE, lastPut) },
    { name: 'pylos-lifted', situation: pylos(PYLOS_MIDDLE, lastPut), chosen: [{ kind: 'pick', cell: '1c4' }] },
    { name: 'pylos-square', situation: square, chosen: [{ kind: 'put', cell: '1b2' }] },
    {
      name: 'pylos-one',
      situation: square,
      chosen: [
        { kind: 'put', cell: '1b2' },
        { kind: 'recover', cell: '1a1' },
      ],
    },
    { name: 'pylos-story', situation: pylos(after, climb), story: climb },
    {
      name: 'pylos-end',
      situation: pylos(
        PYLOS_END,
        {
          seat: 0,
          move: '4a1',
          before: PYLOS_END.replace('|w b', '|. w'),
          events: [{ kind: 'put', cell: '4a1', side: 0 }],
          notices: [],
        },
        true,
      ),
    },
    { name: 'pylos-three', situation: pylos('wbw/bbw/ww.|b./..|. b', null, false, undefined, 'pylos:base=3') },
    {
      name: 'pylos-arrows',
      situation: pylos(PYLOS_MIDDLE),
      arrows: [
        {
          steps: [
            { kind: 'pick', cell: '1c4' },
            { kind: 'put', cell: '2c2' },
          ],
          weight: 1,
        },
        { steps: [{ kind: 'put', cell: '1d4' }], weight: 0.4 },
      ],
    },
    { name: 'pylos-small', situation: pylos(PYLOS_MIDDLE), isSmall: true },
  ];
}

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

function sixScenes(): Scene[] {
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

/** Squares that fit the roll: just enough to try the board. */
function dadosMoves(position: string): MoveInfo[] {
  const { squares, roll, seat } = readDados(position);
  if (roll === null) return [];
  const pick = (cell: string): MoveInfo => ({ move: `-${cell}`, steps: [{ kind: 'pick', cell }] });
  if (roll === 10)
    return squares
      .filter((square) => square.side !== null && square.side !== seat % 3 && !isProtected(square))
      .map((square) => pick(square.cell));
  const fit = squares.filter((square) => square.number === roll || roll === 11);
  const empty = fit.filter((square) => square.side === null);
  if (empty.length > 0) return empty.map((square) => put(square.cell));
  return fit
    .filter((square) => square.side !== seat)
    .map((square) => ({ move: `x${square.cell}`, steps: [{ kind: 'put', cell: square.cell }] }));
}

export function dados(position: string, last: Played | null = null, sides = 2, isOver = false): Situation {
  const view = readDados(position);
  const held = Array.from(
    { length: sides },
    (_, side) => 20 - view.squares.filter((square) => square.side === side).length,
  );
  const made = situation(
    sides === 3 ? 'dados:players=3' : 'dados',
    position,
    isOver ? null : view.seat,
    isOver ? [] : dadosMoves(position),
    held,
    last,
  );
  return {
    ...made,
    sides,
    seats: sides,
    awaits: isOver ? null : view.roll === null ? 'roll' : 'move',
    result: isOver ? { result: '1-0', score: null, winner: 0, reason: 'line', culprit: null } : null,
  };
}

export function dadosPlayed(before: string, move: string): { played: Played; after: Situation } {
  const { squares, seat, roll } = readDados(before);
  const cell = move.replace(/^[x-]/, '');
  const square = squares.find((one) => one.cell === cell);
  const events: StoryEvent[] = [];
  if (roll === null) events.push({ kind: 'roll', total: Number(move) });
  else {
    if (square?.side !== null && square) events.push({ kind: 'remove', cell, side: square.side });
    if (!move.startsWith('-')) events.push({ kind: 'put', cell, side: seat });
  }
  const letter = (one: (typeof squares)[number]) =>
    one.cell !== cell || roll === null
      ? one.side === null
        ? '.'
        : 'gbr'[one.side]
      : move.startsWith('-')
        ? '.'
        : 'gbr'[seat];
  const ranks = Array.from({ length: 6 }, (_, i) =>
    squares
      .slice(i * 6, i * 6 + 6)
      .map(letter)
      .join(''),
  ).join('/');
  const played: Played = { seat, move, before, events, notices: [] };
  return { played, after: dados(roll === null ? `${ranks} ${seat + 1} ${move}` : `${ranks} ${2 - seat} -`, played) };
}

const DADOS_MIDDLE = '.g..b./b..gb./.gb.b./.bg.g./.b.g../gg..bb 1 8';

function dadosScenes(): Scene[] {
  const rolled = dadosPlayed('.g..b./b..gb./.gb.b./.bg.g./.b.g../gg..bb 1 -', '8');
  const replaced = dadosPlayed('.g..b./b..gb./.gb.b./.bg.g./.b.g../gg..bb 1 4'.replace(' 4', ' 3'), 'xe1');
  const last: Played = {
    seat: 1,
    move: 'e4',
    before: DADOS_MIDDLE,
    events: [{ kind: 'put', cell: 'e4', side: 1 }],
    notices: [],
  };
  return [
    { name: 'dados-start', situation: dados('....../....../....../....../....../...... 1 -') },
    { name: 'dados-middle', situation: dados(DADOS_MIDDLE, last) },
    { name: 'dados-remove', situation: dados(DADOS_MIDDLE.replace('8', '10'), last) },
    {
      name: 'dados-replace',
      situation: dados(
        '.gb.b./b..gb./.gb.b./gbg.g./.b.g../gg.gbb 1 4'.replace('b..gb.', 'b..gbb').replace('.gb.b./gbg', '.gb.bb/gbg'),
        last,
      ),
    },
    { name: 'dados-roll', situation: rolled.after, story: rolled.played },
    { name: 'dados-story', situation: replaced.after, story: replaced.played },
    { name: 'dados-three', situation: dados('.g.rb./b..gbr/.gb.b./rbgrg./.b.g.r/gg..bb 3 11', null, 3) },
    {
      name: 'dados-end',
      situation: dados(
        'gb..b./bg..b./.bg.b./.b.g../.b..g./gb..bg 2 -',
        {
          seat: 0,
          move: 'd3',
          before: DADOS_MIDDLE,
          events: [{ kind: 'put', cell: 'd3', side: 0 }],
          notices: [],
        },
        2,
        true,
      ),
    },
    { name: 'dados-small', situation: dados(DADOS_MIDDLE), isSmall: true },
  ];
}

export const SCENES: Scene[] = [...owareScenes(), ...pylosScenes(), ...sixScenes(), ...dadosScenes()];
