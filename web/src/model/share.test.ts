import { describe, expect, it } from 'vitest';
import { decodeShared, encodeShared, type Shared } from './share';

const game: Shared = {
  line: { game: 'oware:slam=nocapture', start: null, plies: ['C', 'd', 'F', 'a'] },
  names: ['Ana', 'Íñigo'],
};

describe('links', () => {
  it('hold a whole game', async () => {
    expect(await decodeShared(await encodeShared(game))).toEqual(game);
  });

  it('hold everything that a game can be', async () => {
    const all: Shared = {
      line: {
        game: 'dados:players=3',
        start: '....../....../....../....../....../...... 1 -',
        plies: ['8', 'c5', '', '10', '-b2'],
        endings: [
          { afterPly: 2, kind: 'resigned', seat: 1 },
          { afterPly: 5, kind: 'agreed-draw' },
        ],
        firstSeat: 2,
        isFragment: true,
      },
      names: [],
    };
    expect(await decodeShared(await encodeShared(all))).toEqual(all);
  });

  it('are short enough to be sent', async () => {
    const plies = Array.from({ length: 120 }, (_, i) => 'ABCDEFabcdef'[(i * 7) % 12]!);
    const code = await encodeShared({ line: { game: 'oware', start: null, plies }, names: [] });
    expect(code.length).toBeLessThan(300);
    expect(code).toMatch(/^[\w-]+$/);
  });

  it('are refused when damaged, wherever the damage is', async () => {
    const code = await encodeShared(game);
    expect(await decodeShared(code.slice(0, -3))).toBe('damaged');
    for (let i = 1; i < code.length; i++) {
      const changed = code.slice(0, i) + (code[i] === 'A' ? 'B' : 'A') + code.slice(i + 1);
      const found = await decodeShared(changed);
      if (found !== 'damaged') expect(found).toEqual(game); // bits that base64 does not use
    }
    expect(await decodeShared('')).toBe('damaged');
    expect(await decodeShared('%%%')).toBe('damaged');
  });

  it('say when they come from a newer page', async () => {
    expect(await decodeShared('2abc')).toBe('newer');
  });

  it('do not unpack into a flood', async () => {
    const plies = Array<string>(4900).fill('A'.repeat(3000));
    const code = await encodeShared({ line: { game: 'oware', start: null, plies: plies.slice(0, 40) }, names: [] });
    expect(await decodeShared(code)).toBe('damaged');
  });
});
