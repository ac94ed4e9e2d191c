import { beforeEach, expect, it, vi } from 'vitest';
import { newClock } from '../model/clock';
import { savedGame } from '../test/saved';
import { Opponent } from './opponent.svelte';

const client = vi.hoisted(() => ({ choose: vi.fn(), stop: vi.fn() }));
vi.mock('../lib/engine', () => ({ thinker: () => Promise.resolve(client) }));

beforeEach(() => {
  client.choose.mockReset();
  client.stop.mockReset();
});

it('plays at the level of its seat, within its time', async () => {
  client.choose.mockResolvedValue({ move: 'd' });
  const opponent = new Opponent();
  expect(await opponent.choose(savedGame(), 1)).toBe('d');
  expect(client.choose).toHaveBeenLastCalledWith(expect.anything(), 'level=3', undefined);
  await opponent.choose(savedGame({ clock: newClock({ baseMs: 25_000, incrementMs: 0 }, 2) }), 1);
  expect(client.choose).toHaveBeenLastCalledWith(expect.anything(), 'level=3', { ms: 1000 });
});

it('thinks until it has answered or failed', async () => {
  const opponent = new Opponent();
  client.choose.mockRejectedValueOnce(new Error('broken'));
  const choosing = opponent.choose(savedGame(), 1);
  expect(opponent.isThinking).toBe(true);
  await expect(choosing).rejects.toThrow('broken');
  expect(opponent.isThinking).toBe(false);
});

it('once stopped, does not speak for the next', async () => {
  const answers: ((answer: { move: string }) => void)[] = [];
  client.choose.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const opponent = new Opponent();
  const first = opponent.choose(savedGame(), 1);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  opponent.stop();
  expect(opponent.isThinking).toBe(false);
  expect(client.stop).toHaveBeenCalled();
  const second = opponent.choose(savedGame(), 1);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]!({ move: 'a' });
  await first;
  expect(opponent.isThinking).toBe(true);
  answers[1]!({ move: 'b' });
  expect(await second).toBe('b');
  expect(opponent.isThinking).toBe(false);
});
