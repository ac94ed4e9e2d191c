import { describe, expect, it } from 'vitest';
import type { Presence } from '../../online/client';
import type { Entry } from '../../online/events';
import { emptyGame, type OnlineGame } from '../../online/fold';
import { Alarm } from './alarm';
import {
  clockOf,
  diceBefore,
  isSameLine,
  playersOf,
  scoreOf,
  sharedLength,
  toKeep,
  unsentPlies,
  wantedLine,
} from './follow';
import { lineFor } from './offers';
import { levelOf } from './words';

const move = (number: number, seat: number, word: string): Entry => ({ number, seat, kind: 'move', move: word });
const person = { kind: 'person' as const, name: 'Ana', is: null, away: null };
const game: OnlineGame = {
  ...emptyGame('0123456789abcdef'),
  game: 'oware',
  phase: 'playing',
  players: [person, { kind: 'computer', name: null, is: 'level=4', away: null }, { ...person, name: null }],
  seating: [3, 1, 2],
  moves: [move(1, 1, 'C'), move(2, 2, 'c')],
};
const pending = (number: number, word: string) => ({ number, move: word, event: 5 });

describe('what the board should show', () => {
  it('is what happened and what is on its way', () => {
    expect(wantedLine(game, []).plies).toEqual(['C', 'c']);
    expect(wantedLine(game, [pending(3, 'A')]).plies).toEqual(['C', 'c', 'A']);
  });
  it('is nothing twice: what the server has told of is no longer on its way', () => {
    expect(unsentPlies(game, [pending(2, 'c'), pending(3, 'A')])).toEqual(['A']);
  });
  it('ends where the server is to roll', () => {
    expect(unsentPlies(game, [pending(3, 'A'), pending(4, 'roll'), pending(5, 'B')])).toEqual(['A']);
  });
  it('has nothing under way once the game is over', () => {
    expect(unsentPlies({ ...game, phase: 'over' }, [pending(3, 'A')])).toEqual([]);
  });
});

describe('lines', () => {
  it('share what they begin with', () => {
    expect(sharedLength(['a', 'b', 'c'], ['a', 'b'])).toBe(2);
    expect(sharedLength(['a'], ['a', 'b'])).toBe(1);
    expect(sharedLength(['x'], ['a'])).toBe(0);
  });
  it('differ by what ended them', () => {
    const line = { game: 'oware', start: null, plies: ['C'] };
    expect(isSameLine(line, { ...line, endings: [] })).toBe(true);
    expect(isSameLine(line, { ...line, endings: [{ afterPly: 1, kind: 'resigned', seat: 0 }] })).toBe(false);
    expect(isSameLine(line, { ...line, plies: ['C', 'c'] })).toBe(false);
  });
});

it('shows the dice of the last roll before a ply', () => {
  const rolls: Entry[] = [
    { number: 1, seat: 1, kind: 'roll', move: '8', dice: [3, 5] },
    move(2, 1, 'b3'),
    { number: 3, seat: 2, kind: 'roll', move: '3', dice: [2, 1] },
  ];
  expect([0, 1, 2, 3].map((count) => diceBefore({ ...game, moves: rolls }, count))).toEqual([
    null,
    [3, 5],
    [3, 5],
    [2, 1],
  ]);
});

it('knows who sits here, who elsewhere, and keeps nobody as being elsewhere', () => {
  const players = playersOf(game, 1);
  expect(players.map(({ kind }) => kind)).toEqual(['person', 'computer', 'remote']);
  expect(players[1]!.level).toBe(4);
  expect(toKeep({ players } as never).players.map(({ kind }) => kind)).toEqual(['person', 'computer', 'person']);
});

it('reads the levels of computers', () => {
  expect(['level=1', 'level=10', 'max,time=1s', null].map(levelOf)).toEqual([1, 10, 11, 11]);
});

it('runs clocks by this device’s time', () => {
  const timed: OnlineGame = { ...game, clock: '5m+3s', clocks: [1000, 2000, 3000], clocksAt: 10_000 };
  expect(clockOf(timed, 1, 400)).toMatchObject({ left: [1000, 2000, 3000], running: 1, since: 9600 });
  expect(clockOf({ ...timed, phase: 'over' }, 1, 400)!.running).toBeNull();
  expect(clockOf({ ...timed, clock: '3d' }, 1, 0)).toBeNull();
});

it('adds this game to the series once it is over', () => {
  const series = { game: 2, games: 3, points: [2, 0, 1] };
  const over = { ...game, series, result: {} as never };
  expect(scoreOf({ ...game, series }, null)).toEqual([1, 0, 0.5]);
  expect(scoreOf(over, 1)).toEqual([2, 0, 0.5]); // the second seat is player 1
  expect(scoreOf(over, null)).toEqual([1.5, 0.5, 1]);
  expect(scoreOf({ ...game, series: { game: 1, games: null } }, null)).toBeNull();
});

it('sounds an alarm once at twenty and once at ten seconds, and anew after more time', () => {
  const alarm = new Alarm();
  const heard = [60_000, 20_000, 19_000, 10_000, 9000, 0, 25_000, 15_000, 4000].map((left) => alarm.due(left));
  expect(heard).toEqual([null, 20, null, 10, null, null, null, 20, 10]);
});

describe('what is more urgent than whose turn it is', () => {
  const room = {
    link: 'open' as const,
    game,
    seat: 2,
    isSeated: true,
    presence: new Map<number, Presence | null>([[1, 'here']]),
  };
  const now = game.turnAt;
  const offer = { offer: 'draw' as const, seat: 1, accepted: [1] };
  it('is nothing, usually', () => {
    expect(lineFor(room, 1, false, now)).toBeNull();
  });
  it('is a lost connection, before all else', () => {
    expect(lineFor({ ...room, link: 'waiting' }, 1, true, now)).toEqual({ kind: 'link', why: 'waiting' });
    expect(lineFor(room, 1, true, now)).toEqual({ kind: 'link', why: 'refused' });
  });
  it('is an offer to answer, or one’s own', () => {
    expect(lineFor({ ...room, game: { ...game, offers: [offer] } }, 1, false, now)).toMatchObject({
      offer: 'draw',
      isMine: false,
    });
    expect(lineFor({ ...room, seat: 1, game: { ...game, offers: [offer] } }, 1, false, now)).toMatchObject({
      isMine: true,
    });
  });
  it('is no rematch, and nothing for those who only watch', () => {
    expect(lineFor({ ...room, game: { ...game, offers: [{ ...offer, offer: 'rematch' }] } }, 1, false, now)).toBeNull();
    expect(
      lineFor({ ...room, isSeated: false, seat: null, game: { ...game, offers: [offer] } }, 1, false, now),
    ).toBeNull();
  });
  it('is somebody who has left, which takes its time', () => {
    const away = (presence: Presence | null, clock: string | null, ms: number) =>
      lineFor({ ...room, game: { ...game, clock }, presence: new Map([[1, presence]]) }, 1, false, now + ms);
    const [minute, day] = [60_000, 86_400_000];
    const gone = { kind: 'claim', seat: 1, why: 'left' };
    expect([away('left', '5m+3s', minute), away('left', '5m+3s', 2 * minute)]).toEqual([null, gone]);
    expect([away('left', null, 13 * day), away('left', null, 14 * day), away(null, null, 14 * day)]).toEqual([
      null,
      gone,
      gone,
    ]);
    expect([away('away', '5m+3s', 2 * minute), away('here', null, 14 * day)]).toEqual([null, null]);
    expect([away('left', '3d', 2 * day), away('here', '3d', 4 * day)]).toEqual([null, { ...gone, why: 'late' }]);
  });
  it('is nobody’s win to claim who is to move themselves', () => {
    expect(lineFor({ ...room, seat: 1, presence: new Map([[1, 'left']]) }, 1, false, now + 1e12)).toBeNull();
  });
});
