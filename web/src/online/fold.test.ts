import { describe, expect, it } from 'vitest';
import { testRules } from '../test/engine';
import { numbered, toldGames, type Bare } from '../test/online';
import { readEvent } from './events';
import { dueAt, emptyGame, fold, lineOf, playerAt, seatOf, tell, timeLeft, type OnlineGame } from './fold';

const game = (...events: Bare[]): OnlineGame => fold('game', numbered(...events));

const created: Bare = {
  type: 'created',
  game: 'oware',
  players: [
    { kind: 'person', name: 'Ana' },
    { kind: 'open', name: null },
  ],
  clock: '5m+3s',
  lots: true,
  rolloff: false,
  public: true,
  dice: null,
  series: null,
};
const sit: Bare = { type: 'sit', player: 2, name: 'Luis' };
const start: Bare = { type: 'start', players: [2, 1], starter: 1, position: '…', clocks: [300_000, 300_000] };
const move = (number: number, word: string, clocks?: number[]): Bare => ({
  type: 'move',
  number,
  seat: 2 - (number % 2),
  kind: 'move',
  move: word,
  ...(clocks ? { clocks } : {}),
});
const begun = [created, sit, start];

describe('a game', () => {
  it('is nothing without events', () => {
    expect(game()).toEqual(emptyGame('game'));
    expect(lineOf(game())).toEqual({ game: '', start: null, plies: [] });
  });

  it('waits for open seats, then for everybody’s dice, then begins', () => {
    const dice = { by: 'all', terms: '…', server: 'aa' } as const;
    const shared: Bare = { ...created, dice } as Bare;
    const commit: Bare = { type: 'commit', player: 1, commitment: 'c1' };
    const phases = [shared, sit, commit, start].map((_, i, all) => game(...all.slice(0, i + 1)).phase);
    expect(phases).toEqual(['open', 'dice', 'dice', 'playing']);
    expect(game(created, sit).phase).toBe('dice'); // nothing is awaited: it begins at once
  });

  it('knows who sits where', () => {
    const before = game(created);
    expect(before.seating).toEqual([1, 2]);
    expect(before.players[1]).toEqual({ kind: 'open', name: null, is: null, away: null });
    const series = { game: 2, games: null, seats: [2, 1] };
    expect(game({ ...created, series } as Bare).seating).toEqual([2, 1]);
    const after = game(...begun);
    expect(playerAt(after, 1)?.name).toBe('Luis');
    expect(playerAt(after, 2)?.name).toBe('Ana');
    expect(playerAt(after, 3)).toBeNull();
    expect(seatOf(after, 1)).toBe(2);
    expect(seatOf(after, 3)).toBeNull();
  });

  it('keeps a name that is not said again', () => {
    expect(game(created, sit, { type: 'sit', player: 2, name: null }).players[1]!.name).toBe('Luis');
    expect(game(created, sit, { type: 'sit', player: 2, name: 'L.' }).players[1]!.name).toBe('L.');
  });

  it('is a line that the engine takes', async () => {
    const line = lineOf(game(...begun, move(1, 'C'), move(2, 'd')));
    expect(line).toEqual({ game: 'oware', start: null, plies: ['C', 'd'] });
    expect((await testRules.situation(line)).plies).toBe(2);
  });

  it('that the server told stands as the server says', async () => {
    for (const { id, events, position } of toldGames()) {
      const situation = await testRules.situation(lineOf(fold(id, events)));
      expect(situation.position, id).toBe(position);
      expect(situation.result, id).not.toBeNull();
    }
  });

  it('says who starts where an option does', () => {
    const six = (name: string): Bare => ({ ...created, game: name }) as Bare;
    const second = { ...start, starter: 2 } as Bare;
    expect(lineOf(game(six('six'), sit, second)).game).toBe('six:first=b');
    expect(lineOf(game(six('six:first=b'), sit, start)).game).toBe('six:first=r');
    expect(lineOf(game(six('six'))).game).toBe('six');
  });

  it('says who starts where dice decide, and what is no ply', async () => {
    const dados = { ...created, game: 'dados' } as Bare;
    const rolled: Bare = { type: 'move', number: 1, seat: 2, kind: 'roll', move: '8' };
    const drop: Bare = { type: 'drop', seat: 2, reason: 'resigned' };
    const line = lineOf(game(dados, sit, { ...start, starter: 2 } as Bare, rolled, drop));
    expect(line).toEqual({
      game: 'dados',
      start: null,
      plies: ['8'],
      firstSeat: 1,
      endings: [{ afterPly: 1, kind: 'resigned', seat: 1 }],
    });
    expect((await testRules.situation(line)).result).not.toBeNull();
    const agreed = lineOf(game(...begun, move(1, 'C'), { type: 'agree', on: 'draw' }));
    expect(agreed.endings).toEqual([{ afterPly: 1, kind: 'agreed-draw' }]);
    expect((await testRules.situation(agreed)).result?.winner).toBeNull();
  });

  it('has empty plies for turns of a seat that is out', () => {
    const skip: Bare = { type: 'move', number: 2, seat: 2, kind: 'skip' };
    expect(lineOf(game(...begun, move(1, 'C'), skip)).plies).toEqual(['C', '']);
  });

  it('takes moves back', () => {
    const back: Bare = { type: 'takeback', length: 1, position: '…', clocks: [9, 8] };
    const after = game(...begun, move(1, 'C'), move(2, 'd'), back);
    expect(after.moves.map((entry) => entry.move)).toEqual(['C']);
    expect(after.clocks).toEqual([9, 8]);
    expect(after.last).toBe(6);
  });

  it('keeps those out who left, whatever is taken back', () => {
    const back: Bare = { type: 'takeback', length: 1, position: '…' };
    const left = game(...begun, move(1, 'C'), move(2, 'd'), { type: 'drop', seat: 1, reason: 'left' }, back);
    expect(left.drops).toEqual([{ seat: 1, reason: 'left', afterPly: 1 }]);
  });

  it('of a kind that this page has not is a line all the same', () => {
    expect(lineOf(game({ ...created, game: 'chess' } as Bare, sit, start)).game).toBe('chess');
  });

  it('keeps offers until they are answered or lapse', () => {
    const draw: Bare = { type: 'offer', seat: 1, offer: 'draw' };
    const rematch: Bare = { type: 'offer', seat: 2, offer: 'rematch' };
    const offered = game(...begun, draw, rematch);
    expect(offered.offers).toEqual([
      { offer: 'draw', seat: 1, accepted: [1] },
      { offer: 'rematch', seat: 2, accepted: [2] },
    ]);
    const accepted = game(...begun, draw, { type: 'accept', seat: 2, offer: 'draw' });
    expect(accepted.offers[0]?.accepted).toEqual([1, 2]);
    expect(game(...begun, draw, { type: 'decline', seat: 2, offer: 'draw' }).offers).toEqual([]);
    expect(game(...begun, draw, rematch, move(1, 'C')).offers.map(({ offer }) => offer)).toEqual(['rematch']);
    expect(game(...begun, rematch, { type: 'rematch', id: 'another' })).toMatchObject({ offers: [], next: 'another' });
  });

  it('gathers commitments and secrets', () => {
    const shared = { ...created, dice: { by: 'all', terms: '…', server: 'aa' } } as Bare;
    const after = game(
      shared,
      sit,
      { type: 'commit', player: 2, commitment: 'c2' },
      { type: 'commit', player: 1, commitment: 'c1' },
      { type: 'reveal', player: 2, secret: 's2' },
    );
    expect(after.dice).toEqual({
      by: 'all',
      terms: '…',
      server: 'aa',
      secret: null,
      parts: [
        { player: 1, commitment: 'c1', secret: null },
        { player: 2, commitment: 'c2', secret: 's2' },
      ],
    });
  });

  it('ends with a result and the server’s secret', () => {
    const shared = { ...created, dice: { by: 'server', terms: '…', server: 'aa' } } as Bare;
    const result = { result: '1-0', score: null, winner: 'South', reason: 'majority' } as never;
    const after = game(shared, sit, start, { type: 'end', result, secret: 'ff' });
    expect(after).toMatchObject({ phase: 'over', result, dice: { secret: 'ff' } });
  });

  it('keeps what was said', () => {
    const said = game(
      ...begun,
      { type: 'chat', seat: 1, text: 'hola' },
      { type: 'chat', seat: 2, phrase: 'good-game' },
    );
    expect(said.chat.map(({ seat, text, phrase }) => [seat, text, phrase])).toEqual([
      [1, 'hola', null],
      [2, null, 'good-game'],
    ]);
  });

  it('counts what it does not know, and only takes the next event', () => {
    const strange = readEvent({ event: 1, type: 'fireworks', at: 5, colour: 'red' })!;
    expect(tell(emptyGame('game'), strange)).toEqual({ ...emptyGame('game'), last: 1 });
    const [first, second] = numbered(created, sit);
    expect(() => tell(emptyGame('game'), second!)).toThrow();
    expect(() => tell(tell(emptyGame('game'), first!), first!)).toThrow();
  });

  it('leaves the game before untouched', () => {
    const events = numbered(...begun, move(1, 'C'), { type: 'offer', seat: 2, offer: 'draw' });
    let before = emptyGame('game');
    for (const event of events) {
      const copy = structuredClone(before);
      const after = tell(before, event);
      expect(before).toEqual(copy);
      before = after;
    }
  });
});

describe('clocks', () => {
  it('run for whoever is to move, by the server’s time', () => {
    const after = game(...begun, move(1, 'C', [298_000, 300_000])); // told at 4000
    expect(timeLeft(after, 1, 2, 9000)).toBe(298_000);
    expect(timeLeft(after, 2, 2, 9000)).toBe(295_000);
    expect(timeLeft(after, 2, 2, 3000)).toBe(300_000); // a clock that is behind
    expect(timeLeft(after, 2, 2, 9_000_000)).toBe(0);
    expect(timeLeft(game(created), 1, 1, 0)).toBeNull();
  });

  it('over days say when a move is due, later after a vacation', () => {
    const day = 86_400_000;
    const days = { ...created, clock: '3d' } as Bare;
    const away = (seat: number, until: number): Bare => ({ type: 'vacation', seat, days: 1, until });
    expect(dueAt(game(days, sit, start), 1)).toBe(3000 + 3 * day);
    expect(dueAt(game(days, sit, start, move(1, 'C')), 2)).toBe(4000 + 3 * day);
    expect(dueAt(game(days, sit, start, away(1, 4000 + day)), 1)).toBe(3000 + 4 * day);
    expect(dueAt(game(days, sit, start, away(1, 4000 + day)), 2)).toBe(3000 + 3 * day);
    const longer = game(days, sit, start, away(1, 4000 + day), away(1, 4000 + 2 * day));
    expect(dueAt(longer, 1)).toBe(3000 + 5 * day);
    expect(dueAt(game(days, sit, start), null)).toBeNull();
    expect(dueAt(game(...begun), 1)).toBeNull();
  });

  it('stand when the game is over', () => {
    const over = game(...begun, { type: 'end', result: {} as never });
    expect(timeLeft(over, 1, 1, 900_000)).toBe(300_000);
  });
});

describe('events', () => {
  it('are only read if they are as they should be', () => {
    for (const event of numbered(...begun, move(1, 'C'))) expect(readEvent(event)).toEqual(event);
    const wrong = [null, 7, 'x', [], {}, { event: 1 }, { event: 0, type: 'sit', at: 1, player: 1, name: null }];
    for (const value of wrong) expect(readEvent(value)).toBeNull();
    for (const event of numbered(...begun, move(1, 'C')))
      for (const key of Object.keys(event).filter((name) => ['player', 'players', 'kind', 'position'].includes(name)))
        expect(readEvent({ ...event, [key]: { no: 'such' } }), `${event.type}.${key}`).toBeNull();
    expect(readEvent({ event: 1, type: 'toString', at: 1 })).toEqual({ event: 1, type: 'strange', at: 1 });
  });
});
