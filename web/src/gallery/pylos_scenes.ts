import { readPylos } from '../boards/notation';
import type { MoveInfo, Played, Situation } from '../engine/types';
import { put, situation, type Scene } from './scene';

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

export function pylosScenes(): Scene[] {
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
