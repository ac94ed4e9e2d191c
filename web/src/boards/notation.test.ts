import { describe, expect, it } from 'vitest';
import { DADOS_NUMBERS, readDados, readOware, readPylos, readSix } from './notation';

describe('oware', () => {
  it('reads pits, stores and side', () => {
    expect(readOware('0-1-0-0-0-2-3-1-2-4-0-0-18-17-N')).toEqual({
      pits: [0, 1, 0, 0, 0, 2, 3, 1, 2, 4, 0, 0],
      stores: [18, 17],
      side: 1,
    });
  });
  it('reads halves of a shared rest', () => {
    expect(readOware('0-0-0-0-0-0-0-0-0-0-0-0-23.5-24.5-S').stores).toEqual([23.5, 24.5]);
  });
  it.each(['', '4-4-4', '4-4-4-4-4-4-4-4-4-4-4-4-0-0-X', '4-4-4-4-4-4-4-4-4-4-4-x-0-0-S'])('refuses %j', (text) => {
    expect(() => readOware(text)).toThrow('not a position of oware');
  });
});

describe('pylos', () => {
  const at = (position: string, name: string) => readPylos(position).cells.find((c) => c.cell === name)!;

  it('reads the empty board', () => {
    const view = readPylos('..../..../..../....|.../.../...|../..|. w');
    expect(view.base).toBe(4);
    expect(view.cells).toHaveLength(30);
    expect(view.cells.filter((c) => c.isOpen).map((c) => c.level)).toEqual(Array(16).fill(1));
    expect(view.reserves).toEqual([15, 15]);
    expect(view.side).toBe(0);
  });
  it('tells file from rank, and opens what four balls carry', () => {
    const position = 'wb../bb../.w../....|.../.../...|../..|. b';
    expect(at(position, '1b1')).toMatchObject({ side: 1, file: 1, rank: 0 });
    expect(at(position, '1b3')).toMatchObject({ side: 0, file: 1, rank: 2 });
    expect(at(position, '2a1')).toMatchObject({ side: null, isOpen: true });
    expect(at(position, '2a2').isOpen).toBe(false);
    expect(readPylos(position).reserves).toEqual([13, 12]);
  });
  it('reads the pyramid on three', () => {
    const view = readPylos('www/bbb/w..|.b/..|. b');
    expect(view.base).toBe(3);
    expect(view.cells).toHaveLength(14);
    expect(view.reserves).toEqual([3, 3]);
  });
  it.each([
    '',
    '..../....|. w',
    '..../..../..../....|.../.../...|../..|. x',
    '..../..../..../...r|.../.../...|../..|. w',
  ])('refuses %j', (text) => {
    expect(() => readPylos(text)).toThrow('not a position of pylos');
  });
});

describe('six', () => {
  it('reads tiles, hands and side', () => {
    expect(readSix('r:-2,3;0,0 b:1,0 19-20 b')).toEqual({
      tiles: [
        { cell: '-2,3', q: -2, r: 3, side: 0 },
        { cell: '0,0', q: 0, r: 0, side: 0 },
        { cell: '1,0', q: 1, r: 0, side: 1 },
      ],
      hands: [19, 20],
      side: 1,
    });
  });
  it('reads a colour that is gone', () => {
    expect(readSix('r: b:1,0 0-0 r').tiles).toHaveLength(1);
  });
  it.each(['', 'r:0 b:1,0 20-20 r', 'r:0,0 b:1,0 20 r', 'r:0,0 b:1,0 20-20 x'])('refuses %j', (text) => {
    expect(() => readSix(text)).toThrow('not a position of six');
  });
});

describe('dados', () => {
  it('reads squares with their numbers', () => {
    const view = readDados('g...../....../..b.../....../....../.....r 3 11');
    const at = (name: string) => view.squares.find((s) => s.cell === name)!;
    expect(at('a6')).toMatchObject({ side: 0, number: 2, file: 0, rank: 5 });
    expect(at('c4')).toMatchObject({ side: 1, number: 12 });
    expect(at('f1')).toMatchObject({ side: 2, number: 2 });
    expect(at('b2')).toMatchObject({ side: null, number: 7 });
    expect(view).toMatchObject({ seat: 2, roll: 11 });
    expect(readDados('....../....../....../....../....../...... 1 -').roll).toBeNull();
  });
  it('prints every number four times, and 10 and 11 not at all', () => {
    for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 12]) {
      expect(DADOS_NUMBERS.filter((n) => n === number)).toHaveLength(4);
    }
  });
  it.each(['', '....../...... 1 -', '....../....../....../....../....../...... 5 -'])('refuses %j', (text) => {
    expect(() => readDados(text)).toThrow('not a position of dados');
  });
});
