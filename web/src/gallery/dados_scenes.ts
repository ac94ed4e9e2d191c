import { isProtected } from '../boards/dados/layout';
import { readDados } from '../boards/notation';
import type { MoveInfo, Played, Situation, StoryEvent } from '../engine/types';
import { put, situation, type Scene } from './scene';

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

export function dadosScenes(): Scene[] {
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
