import { describe, expect, it } from 'vitest';
import type { Player } from '../model/saved';
import { clockText, readClock, wishOf, type OnlinePlan } from './wish';

const person = (name = ''): Player => ({ kind: 'person', name, level: 1 });
const computer = (level: number): Player => ({ kind: 'computer', name: '', level });
const plan = (more: Partial<OnlinePlan> = {}): OnlinePlan => ({
  game: 'oware',
  players: [person('Ana'), person()],
  starter: 'me',
  clock: { kind: 'none' },
  isPublic: false,
  sharesDice: true,
  seriesLength: 0,
  ...more,
});

describe('a wish', () => {
  it('has two persons, the reader first', () => {
    expect(wishOf(plan())).toEqual({
      wish: { game: 'oware', seats: ['person', 'person'], names: ['Ana', null], clock: null },
      me: 1,
    });
  });

  it('lets the other begin by changing their order', () => {
    const { wish, me } = wishOf(plan({ starter: 'other', players: [person(' Ana '), person('Luis')] }));
    expect([wish.names, me]).toEqual([['Luis', 'Ana'], 2]);
  });

  it('has chance decide with everybody’s part: lots, or dice where the game has them', () => {
    expect(wishOf(plan({ starter: 'lots' })).wish).toMatchObject({ lots: true, dice: 'shared' });
    const dados = wishOf(plan({ game: 'dados', starter: 'lots' })).wish;
    expect(dados).toMatchObject({ rolloff: true, dice: 'shared' });
    expect(dados.lots).toBeUndefined();
    const mine = wishOf(plan({ game: 'dados' })).wish;
    expect([mine.rolloff, mine.dice]).toEqual([undefined, 'shared']);
  });

  it('leaves the dice to the server where that was chosen', () => {
    expect(wishOf(plan({ game: 'dados', sharesDice: false })).wish.dice).toBeUndefined();
    expect(wishOf(plan({ starter: 'lots', sharesDice: false })).wish).toMatchObject({ lots: true });
  });

  it('has open seats where everybody may come, and computers', () => {
    const players = [person('Ana'), computer(4), person(), computer(11)];
    const { wish } = wishOf(plan({ game: 'dados:players=4', players, isPublic: true }));
    expect(wish).toMatchObject({ seats: ['person', 'level=4', 'open', 'max'], public: true });
  });

  it('has clocks and series', () => {
    const clock = { kind: 'live', baseMs: 600_000, incrementMs: 5000 } as const;
    expect(wishOf(plan({ clock, seriesLength: 5 })).wish).toMatchObject({ clock: '600s+5s', games: 5 });
    expect(wishOf(plan({ clock: { kind: 'days', days: 3 } })).wish.clock).toBe('3d');
  });
});

describe('clocks', () => {
  it('are read as the server writes them', () => {
    expect(readClock('3d')).toEqual({ kind: 'days', days: 3 });
    expect(readClock('5m+3s')).toEqual({ kind: 'live', baseMs: 300_000, incrementMs: 3000 });
    expect(readClock('1h+0s')).toEqual({ kind: 'live', baseMs: 3_600_000, incrementMs: 0 });
    expect(readClock('90s+1m')).toEqual({ kind: 'live', baseMs: 90_000, incrementMs: 60_000 });
    for (const text of [null, '', 'soon', '5m', 'd']) expect(readClock(text)).toEqual({ kind: 'none' });
  });

  it('are read as they are written here', () => {
    const clocks = [
      { kind: 'none' },
      { kind: 'days', days: 7 },
      { kind: 'live', baseMs: 15_000, incrementMs: 0 },
    ] as const;
    for (const clock of clocks) expect(readClock(clockText(clock))).toEqual(clock);
  });
});
