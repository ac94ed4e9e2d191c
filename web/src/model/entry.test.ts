import { describe, expect, it } from 'vitest';
import type { MoveInfo, Preview, Step } from '../engine/types';
import { entryAt, isComplete, knownPart, moveToPreview, onlyPass, stepBack, takeStep } from './entry';

const put = (cell: string): Step => ({ kind: 'put', cell });
const pick = (cell: string): Step => ({ kind: 'pick', cell });
const recover = (cell: string): Step => ({ kind: 'recover', cell });

// Pylos: a ball that closes a square must bring back one ball or two; another may be raised.
const moves: MoveInfo[] = [
  { move: '1b2-1a1', steps: [put('1b2'), recover('1a1')] },
  { move: '1b2-1a1-1b1', steps: [put('1b2'), recover('1a1'), recover('1b1')] },
  { move: '1b2-1b1', steps: [put('1b2'), recover('1b1')] },
  { move: '1d4>2a1', steps: [pick('1d4'), put('2a1')] },
  { move: '1c3', steps: [put('1c3')] },
];

describe('entering a move', () => {
  it('offers each first step once, in order', () => {
    expect(entryAt(moves, [])?.choices).toEqual([put('1b2'), pick('1d4'), put('1c3')]);
  });

  it('is complete where nothing can follow', () => {
    const entry = takeStep(moves, [], put('1c3'))!;
    expect(entry.move).toBe('1c3');
    expect(isComplete(entry)).toBe(true);
  });

  it('is a move already, but not complete, where a longer one goes on', () => {
    const entry = takeStep(moves, [put('1b2')], recover('1a1'))!;
    expect(entry.move).toBe('1b2-1a1');
    expect(entry.choices).toEqual([recover('1b1')]);
    expect(isComplete(entry)).toBe(false);
  });

  it('begins anew when another first step is touched midway', () => {
    expect(takeStep(moves, [put('1b2')], pick('1d4'))?.chosen).toEqual([pick('1d4')]);
  });

  it('refuses what leads nowhere', () => {
    expect(takeStep(moves, [put('1b2')], recover('1d1'))).toBeNull();
    expect(takeStep(moves, [], put('4a1'))).toBeNull();
  });

  it('goes back one step at a time', () => {
    const back = stepBack(moves, [put('1b2'), recover('1a1')]);
    expect(back.chosen).toEqual([put('1b2')]);
    expect(back.choices).toEqual([recover('1a1'), recover('1b1')]);
    expect(stepBack(moves, []).chosen).toEqual([]);
  });

  it('knows a lost turn', () => {
    const pass: MoveInfo = { move: 'pass', steps: [{ kind: 'pass', cell: '' }] };
    expect(onlyPass([pass])).toBe(pass);
    expect(onlyPass(moves)).toBeNull();
    expect(onlyPass([])).toBeNull();
  });
});

describe('previews', () => {
  it('takes the whole move where there is one, else the first that begins so', () => {
    expect(moveToPreview(moves, [put('1c3')])).toEqual({ move: '1c3', isWhole: true });
    expect(moveToPreview(moves, [put('1b2')])).toEqual({ move: '1b2-1a1', isWhole: false });
    expect(moveToPreview(moves, [put('3a1')])).toBeNull();
  });

  it('shows only what is decided', () => {
    const preview: Preview = {
      move: '1b2-1a1',
      after: { position: '', cells: [], held: [], roll: null },
      events: [
        { kind: 'put', cell: '1b2', count: 1, side: 0 },
        { kind: 'recover', cell: '1a1', count: 1, side: 0 },
      ],
    };
    expect(knownPart(moves, [put('1b2')], preview).events).toEqual([preview.events[0]]);
  });

  it('tells what falls when a tile is lifted, unless groups are to be chosen', () => {
    const lift = { kind: 'lift', cell: '0,0', count: 1, side: 0 } as const;
    const fall = { kind: 'fall', cell: '2,0', count: 1, side: 1 } as const;
    const preview: Preview = {
      move: '0,0>1,1',
      after: { position: '', cells: [], held: [], roll: null },
      events: [lift, fall, { kind: 'put', cell: '1,1', count: 1, side: 0 }],
    };
    const plain: MoveInfo[] = [{ move: '0,0>1,1', steps: [pick('0,0'), put('1,1')] }];
    expect(knownPart(plain, [pick('0,0')], preview).events).toEqual([lift, fall]);
    const grouped: MoveInfo[] = [
      { move: '0,0>1,1~2,2', steps: [pick('0,0'), { kind: 'group', cell: '2,2' }, put('1,1')] },
    ];
    expect(knownPart(grouped, [pick('0,0')], preview).events).toEqual([lift]);
  });
});
