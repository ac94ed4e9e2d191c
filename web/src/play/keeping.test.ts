import { expect, it, vi } from 'vitest';
import { notes } from '../lib/say.svelte';
import { kept } from '../model/kept';
import { savedGame } from '../test/saved';
import { keepGame } from './keeping';

it('keeps a game, and says only once that it will not last', async () => {
  keepGame(savedGame({ id: 'lasting' }));
  expect(await kept.get('lasting')).not.toBeNull();
  expect(notes).toHaveLength(0);
  const put = vi.spyOn(kept, 'put').mockResolvedValue(false);
  keepGame(savedGame());
  keepGame(savedGame());
  await vi.waitFor(() => expect(notes).toHaveLength(1));
  expect(put).toHaveBeenCalledTimes(2);
  expect(notes[0]).toMatchObject({ kind: 'error' });
});
