import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { notes, spoken } from '../lib/say.svelte';
import { settings } from '../lib/settings.svelte';
import { kept } from '../model/kept';
import { onlyPass } from '../model/entry';
import { beginGame, nextOf, type Plan } from '../model/newgame';
import { gameFrom } from '../model/notes';
import type { Player, SavedGame } from '../model/saved';
import { testRules, testThinker } from '../test/engine';
import { GameSession } from './session.svelte';

vi.mock('../lib/engine', () => ({
  rules: () => Promise.resolve(testRules),
  thinker: () => Promise.resolve(testThinker),
}));

const person: Player = { kind: 'person', name: '', level: 1 };
const computer: Player = { kind: 'computer', name: '', level: 1 };
const plan = (game: string, players: Player[], more: Partial<Plan> = {}): Plan => ({
  game,
  players,
  starter: 'me',
  clockSetting: null,
  seriesLength: 0,
  ...more,
});

async function open(saved: SavedGame): Promise<GameSession> {
  const session = await GameSession.open(testRules, saved);
  session.start();
  return session;
}
const begin = async (...args: Parameters<typeof plan>): Promise<GameSession> =>
  open(await beginGame(testRules, plan(...args)));
const until = (check: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!check()) throw new Error('not yet');
    },
    { timeout: 8000, interval: 10 },
  );
const plies = (session: GameSession): string[] => session.saved.line.plies;
const pick = (cell: string): { kind: 'pick'; cell: string } => ({ kind: 'pick', cell });

beforeAll(() => {
  settings.motion = 'off'; // no board tells stories here
  settings.language = 'es';
});
beforeEach(() => {
  settings.autoRoll = false;
  notes.length = 0;
});

describe('against the computer', () => {
  it('answers, speaks, keeps every ply, and takes back to one’s own turn', async () => {
    const session = await begin('oware', [person, computer]);
    expect(session.isInteractive).toBe(true);
    const first = session.situation.moves[2]!;
    session.entering.step(first.steps[0]!);
    await until(() => plies(session).length === 2 && session.isMyTurn);
    expect(plies(session)[0]).toBe('C');
    expect(spoken()).toMatch(/^Norte siembra desde/);
    expect((await kept.get(session.saved.id))?.line.plies).toEqual(plies(session));
    const both = plies(session);
    expect(session.canUndo).toBe(true);
    await session.undo();
    expect(plies(session)).toEqual([]);
    expect(session.isInteractive).toBe(true);
    await session.redo();
    await until(() => plies(session).length === 2);
    expect(plies(session)).toEqual(both);
    await session.undo();
    session.entering.step(session.situation.moves[0]!.steps[0]!);
    await until(() => plies(session).length >= 1 && session.saved.undone.length === 0);
    expect(session.canRedo).toBe(false);
    session.close();
  });

  it('begins when it is to start', async () => {
    const session = await begin('oware', [person, computer], { starter: 'other' });
    expect(session.saved.seating).toEqual([1, 0]);
    await until(() => plies(session).length === 1);
    expect(session.isMyTurn).toBe(true);
    session.close();
  });

  it('gives hints with reasons', async () => {
    const session = await begin('oware', [person, computer]);
    await session.advice.ask();
    expect(session.situation.moves.map((move) => move.move)).toContain(session.advice.hint?.best.move);
    session.close();
  });
});

describe('entering', () => {
  it('says why a touch did nothing, and nothing changes', async () => {
    const session = await begin('oware', [person, person]);
    session.entering.step(pick('a'));
    expect(session.entering.refusal).toMatch(/hoyo/);
    expect(plies(session)).toEqual([]);
    session.close();
  });

  it('goes step by step, back, and ends early where that is a move', async () => {
    const line = { game: 'pylos', start: null, plies: ['1a1', '1c1', '1b1', '1c2', '1a2', '1c3'] };
    const session = await open(await gameFrom(testRules, line, [person, person]));
    session.entering.step({ kind: 'put', cell: '1b2' });
    expect(session.entering.entry.choices.every((step) => step.kind === 'recover')).toBe(true);
    session.entering.cancel();
    expect(session.entering.chosen).toEqual([]);
    session.entering.step({ kind: 'put', cell: '1b2' });
    session.entering.step({ kind: 'recover', cell: '1a1' });
    expect(session.entering.entry.move).toBe('1b2-1a1');
    expect(plies(session).length).toBe(6);
    session.entering.finish();
    await until(() => plies(session).length === 7);
    expect(plies(session)[6]).toBe('1b2-1a1');
    session.close();
  });

  it('previews only what is decided', async () => {
    const line = { game: 'pylos', start: null, plies: ['1a1', '1c1', '1b1', '1c2', '1a2', '1c3'] };
    const session = await open(await gameFrom(testRules, line, [person, person]));
    await session.entering.hover({ kind: 'put', cell: '1b2' });
    expect(session.entering.preview?.events.map((event) => event.kind)).toEqual(['put']);
    await session.entering.hover(null);
    expect(session.entering.preview).toBeNull();
    session.close();
  });
});

describe('dice', () => {
  it('wait for the reader, then for the move; undoing keeps the roll', async () => {
    const session = await begin('dados', [person, person]);
    session.entering.step({ kind: 'put', cell: 'a1' });
    expect(session.entering.refusal).toMatch(/dados/);
    await session.roll();
    await until(() => session.situation.awaits === 'move' || plies(session).length > 1);
    const isLost = session.situation.awaits !== 'move' || onlyPass(session.situation.moves) !== null;
    if (isLost) return session.close(); // a 10 at the start: nothing to remove
    const rolled = plies(session);
    session.entering.step(session.situation.moves[0]!.steps[0]!);
    await until(() => plies(session).length === 2);
    await session.undo();
    expect(plies(session)).toEqual(rolled);
    session.close();
  });

  it('takes back over a lost turn to where there was a choice, and to nowhere if there was none', async () => {
    const players = [person, computer];
    const never = { game: 'dados', start: null, plies: ['10', 'pass', '5', 'c1'] };
    expect((await GameSession.open(testRules, await gameFrom(testRules, never, players))).canUndo).toBe(false);
    const once = ['4', 'd1', '5', 'c1', '10', '-c1', '3', 'b6', '10'];
    const plies = [...once, '-b6', '10', '-d1', '10', 'pass', '6'];
    const saved = await gameFrom(testRules, { ...never, plies }, players);
    // What was kept before lost turns were noted is looked through again.
    const notes = saved.notes.map(({ seat, kind }) => ({ seat, kind }));
    const session = await GameSession.open(testRules, { ...saved, notes });
    await session.undo();
    expect(session.saved.line.plies).toEqual(once);
    expect(session.isInteractive).toBe(true);
    session.close();
  });

  it('roll by themselves when told to, and lost turns pass', async () => {
    settings.autoRoll = true;
    const session = await begin('dados:players=3', [computer, computer, computer]);
    await until(() => plies(session).length >= 6);
    expect(session.saved.notes.some((note) => note.kind === 'roll')).toBe(true);
    session.setPaused(true);
    session.close();
  });

  it('give no hints in teams', async () => {
    settings.autoRoll = true;
    const session = await begin('dados:players=4', [person, person, person, person]);
    await until(() => session.situation.awaits === 'move');
    await session.advice.ask();
    expect(session.advice.hint).toBeNull();
    expect(notes.at(-1)?.text).toMatch(/parejas/);
    session.close();
  });
});

describe('endings and series', () => {
  it('resigning ends the game, counts, and can be taken back', async () => {
    const session = await begin('pylos', [person, person], { seriesLength: 3 });
    session.entering.step({ kind: 'put', cell: '1a1' });
    await until(() => plies(session).length === 1);
    await session.endBy('resigned', 1);
    expect(session.saved.result).toMatchObject({ reason: 'resigned', culprit: 1, winner: 0 });
    expect(session.saved.series.score).toEqual([1, 0]);
    expect(session.isEndShown).toBe(true);
    await session.undo();
    expect(session.isOver).toBe(false);
    expect(session.saved.series).toMatchObject({ games: [], score: [0, 0] });
    await session.endBy('resigned', 1);
    const next = await nextOf(testRules, session.saved);
    expect(next.series.score).toEqual([1, 0]);
    expect(next.seating[0]).toBe(1); // the loser starts
    session.close();
  });

  it('the computer goes on when a resignation in its turn is taken back', async () => {
    const session = await GameSession.open(
      testRules,
      await gameFrom(testRules, { game: 'oware', start: null, plies: ['C'] }, [person, computer]),
    );
    await session.endBy('resigned', 0);
    await session.undo();
    await until(() => plies(session).length === 2);
    expect(session.isMyTurn).toBe(true);
    session.close();
  });

  it('a third player goes on when one has left', async () => {
    const session = await begin('dados:players=3', [person, person, person]);
    await session.endBy('resigned', session.situation.turn!);
    expect(session.isOver).toBe(false);
    expect(session.situation.out.length).toBe(1);
    expect(session.situation.out).not.toContain(session.situation.turn);
    await session.roll();
    await until(() => plies(session).length >= 1);
    session.close();
  });

  it('time runs out', async () => {
    const session = await begin('six', [person, person], { clockSetting: { baseMs: 30, incrementMs: 0 } });
    await until(() => session.saved.clock?.running === 0);
    session.checkClock(Date.now() + 1000);
    await until(() => session.isOver);
    expect(session.saved.result).toMatchObject({ reason: 'time', culprit: 0, winner: 1 });
    expect(session.canUndo).toBe(false);
    session.close();
  });

  it('looks back without touching the game', async () => {
    const session = await begin('oware', [person, person]);
    session.entering.step(pick('C'));
    await until(() => plies(session).length === 1);
    await session.past.view(0);
    expect(session.isLive).toBe(false);
    expect(session.isInteractive).toBe(false);
    expect(plies(session)).toEqual(['C']);
    await session.past.view(1);
    expect(session.isLive).toBe(true);
    session.close();
  });
});
