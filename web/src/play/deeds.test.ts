import { expect, it } from 'vitest';
import type { Situation } from '../engine/types';
import { emptySituation } from '../model/empty';
import { nextDeed, paceOf, type Actor } from './deeds';

const situation = (more: Partial<Situation>): Situation => ({
  ...emptySituation('dados'),
  plies: 4,
  moves: [{ move: 'a1', steps: [{ kind: 'put', cell: 'a1' }] }] as Situation['moves'],
  ...more,
});
const person: Actor = { isComputer: false, isPaused: false, rollsAlone: false };
const computer: Actor = { ...person, isComputer: true };
const lost = [{ move: 'pass', steps: [{ kind: 'pass', cell: '' }] }] as Situation['moves'];
const result = { result: '1-0', score: null, winner: 0, reason: 'line', culprit: null } as Situation['result'];

it.each<[string, Partial<Situation>, Actor, string]>([
  ['a game that is over ends', { result, turn: null, awaits: null }, person, 'end'],
  ['a player who left is skipped, paused or not', { out: [0] }, { ...computer, isPaused: true }, 'skip'],
  ['a person is waited for', {}, person, 'wait'],
  ['so are their dice', { awaits: 'roll', moves: [] }, person, 'wait'],
  ['unless they roll alone', { awaits: 'roll', moves: [] }, { ...person, rollsAlone: true }, 'roll'],
  ['a lost turn passes', { moves: lost }, person, 'pass'],
  ['a computer rolls', { awaits: 'roll', moves: [] }, computer, 'roll'],
  ['thinks', {}, computer, 'think'],
  ['does not think about a lost turn', { moves: lost }, computer, 'pass'],
  ['and waits while paused', {}, { ...computer, isPaused: true }, 'wait'],
])('%s', (_, more, actor, kind) => {
  expect(nextDeed(situation(more), actor).kind).toBe(kind);
});

it('shows a person’s lost turn twice as long', () => {
  const deed = nextDeed(situation({ moves: lost }), person);
  expect(deed).toEqual({ kind: 'pass', move: 'pass' });
  expect(paceOf(deed, false, 'full')).toBe(2 * paceOf(deed, true, 'full'));
  expect(paceOf(deed, true, 'off')).toBeLessThan(paceOf(deed, true, 'reduced'));
});
