import { describe, expect, it } from 'vitest';
import { messagesIn } from '../i18n/index.svelte';
import { onlineEn } from '../i18n/online.en';
import { onlineEs } from '../i18n/online.es';
import type { ListedGame, ListedSeat } from './api';
import { clockWords, ownRows, publicRows, type Words } from './lists';

const en: Words = { t: messagesIn('en'), online: onlineEn };
const es: Words = { t: messagesIn('es'), online: onlineEs };
const seat = (n: number, more: Partial<ListedSeat> = {}): ListedSeat => ({
  seat: n,
  player: n,
  kind: 'person',
  name: null,
  ...more,
});
const game = (id: string, more: Partial<ListedGame> = {}): ListedGame => ({
  id,
  game: 'oware',
  phase: 'playing',
  position: '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S',
  seat: 1,
  seats: [seat(1, { name: 'Ana' }), seat(2, { name: 'Luis' })],
  clock: null,
  ...more,
});
const NOW = 1_000_000_000;
const HOUR = 3_600_000;

describe('lists', () => {
  it('have open games with who waits there', () => {
    const seats = [seat(1, { name: 'Ana' }), seat(2, { kind: 'open' })];
    const [row] = publicRows([game('a', { phase: 'open', seat: null, seats, clock: '3d' })], en);
    expect(row).toMatchObject({ id: 'a', href: '#/play/a', game: 'Oware', players: 'Ana', note: '3 days a move' });
    const nameless = [seat(1), seat(2, { kind: 'open' })];
    expect(publicRows([game('a', { phase: 'open', seats: nameless })], es)[0]!.players).toBe('alguien');
  });

  it('have games to watch, with sides for whom nobody knows', () => {
    const seats = [seat(1, { name: 'Ana' }), seat(2)];
    expect(publicRows([game('a', { seats })], en)[0]!.players).toBe('Ana and North');
    const computer = [seat(1, { name: 'Ana' }), seat(2, { kind: 'computer', is: 'level=4' })];
    expect(publicRows([game('a', { seats: computer })], es)[0]!.players).toBe('Ana y Ordenador');
  });

  it('have no sides for whoever is still to come', () => {
    const waiting = game('a', { phase: 'dice', seat: null, seats: [seat(1, { name: 'Ana' }), seat(2)] });
    expect(ownRows([{ player: 1, game: waiting }], es, NOW)[0]!.players).toBe('contra alguien');
  });

  it('leave out games that this page has not', () => {
    expect(publicRows([game('a', { game: 'chess' })], en)).toEqual([]);
    expect(ownRows([{ player: 1, game: game('a', { game: 'chess:x=1' }) }], en, NOW)).toEqual([]);
  });

  it('have one’s own, those first where one is to move, by when that is due', () => {
    const own = [
      { player: 2, game: game('theirs') },
      { player: 1, game: game('later', { due: NOW + 60 * HOUR, clock: '3d' }) },
      { player: 1, game: game('sooner', { due: NOW + 5 * HOUR, clock: '3d' }) },
      { player: 1, game: game('late', { due: NOW - 1, clock: '3d' }) },
      { player: 1, game: game('past', { phase: 'over', seat: null, changed: NOW - 30 * HOUR }) },
      { player: 1, game: game('done', { phase: 'over', seat: null, changed: NOW - HOUR }) },
      { player: 1, game: game('alone', { phase: 'open', seat: null, seats: [seat(1), seat(2, { kind: 'open' })] }) },
    ];
    const rows = ownRows(own, en, NOW);
    expect(rows.map(({ id, note, isUrgent }) => [id, note, isUrgent])).toEqual([
      ['late', 'Your turn · Out of time', true],
      ['sooner', 'Your turn · 5 hours left', true],
      ['later', 'Your turn · 2 days left', true],
      ['theirs', 'Ana to move', false],
      ['alone', 'Not everybody is here yet', false],
      ['done', 'Finished', false],
    ]);
    expect(rows[0]).toMatchObject({ href: '#/online/late', players: 'against Luis' });
    expect(ownRows(own, es, NOW).map(({ note }) => note)[3]).toBe('Le toca a Ana');
  });

  it('tell clocks in words', () => {
    expect(clockWords(null, es)).toBe('Sin reloj');
    expect(clockWords('1d', es)).toBe('1 día por jugada');
    expect(clockWords('5m+3s', en)).toBe(messagesIn('en').setup.clockSummary(5, 3));
  });
});
