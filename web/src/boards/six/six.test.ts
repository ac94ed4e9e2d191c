import { describe, expect, it } from 'vitest';
import type { StoryEvent } from '../../engine/types';
import { fitAll, TARGET_PX } from './camera.svelte';
import { borderOf, boxOf, groupWith, hexAfterKey, hexAt, hexOf, hexUnder, neighbours, outlineOf, PITCH } from './hex';
import { after, standingOf, statesOf, TileBoard, untold } from './tiles.svelte';

const set = (text: string) => new Set(text.split(' '));

describe('hexagons', () => {
  it('finds the cell under a point, also near its edges', () => {
    for (const [q, r] of [
      [0, 0],
      [3, -5],
      [-7, 2],
    ] as const) {
      const { x, y, cell } = hexAt(q, r);
      for (const [dx, dy] of [
        [0, 0],
        [40, 0],
        [-40, 10],
        [5, 45],
        [-5, -45],
        [30, 28],
      ] as const) {
        expect(hexUnder(x + dx, y + dy).cell).toBe(cell);
      }
    }
  });
  it('lies as far from each neighbour', () => {
    const here = hexOf('2,-3');
    const near = neighbours('2,-3').map(hexOf);
    expect(near).toHaveLength(6);
    for (const hex of near) expect(Math.hypot(hex.x - here.x, hex.y - here.y)).toBeCloseTo(PITCH);
  });
  it('borders and groups', () => {
    expect(borderOf(set('0,0 1,0')).size).toBe(8);
    expect(groupWith('0,0', set('0,0 1,0 3,0'))).toEqual(set('0,0 1,0'));
    expect(groupWith('9,9', set('0,0')).size).toBe(0);
    expect(outlineOf(set('0,0')).split('M')).toHaveLength(7);
    expect(outlineOf(set('0,0 1,0')).split('M')).toHaveLength(11);
  });
  it('keeps to its column going up and down', () => {
    const hexes = [-3, -2, -1, 0, 1, 2, 3].flatMap((r) => Array.from({ length: 9 }, (_, q) => hexAt(q - 4, r)));
    let here = hexAt(0, 3);
    const column = here.x;
    for (let i = 0; i < 6; i++) here = hexAfterKey('ArrowUp', here, hexes, column)!;
    expect(here).toEqual(hexAt(3, -3));
    expect(hexAfterKey('ArrowUp', here, hexes, column)).toBeNull();
    expect(hexAfterKey('ArrowLeft', hexAt(0, 0), hexes, 0)?.cell).toBe('-1,0');
    expect(hexAfterKey('End', hexAt(0, 0), hexes, 0)?.cell).toBe('4,0');
    expect(hexAfterKey('x', hexAt(0, 0), hexes, 0)).toBeNull();
  });
});

describe('camera', () => {
  it('shows everything and leaves the corners free', () => {
    const hexes = Array.from({ length: 9 }, (_, i) => hexAt(i - 4, 0)).concat(
      Array.from({ length: 9 }, (_, i) => hexAt(0, i - 4)),
    );
    const corner = { left: 0, top: 0, right: 70, bottom: 70 };
    const view = fitAll(boxOf(hexes, PITCH / 2), hexes, 304, 304, [corner]);
    for (const hex of hexes) {
      const x = (hex.x - view.x) * view.scale + 152;
      const y = (hex.y - view.y) * view.scale + 152;
      expect(x > 0 && x < 304 && y > 0 && y < 304).toBe(true);
      expect(x < 70 && y < 70).toBe(false);
    }
  });
  it('begins with tiles that a finger can hit on the narrowest phone', () => {
    const hexes = [hexAt(0, 0), hexAt(1, 0)];
    expect(fitAll(boxOf(hexes, PITCH), hexes, 304, 304, []).scale * PITCH).toBeGreaterThan(TARGET_PX);
  });
  it('shows larger tiles where there is much room', () => {
    const hexes = [hexAt(0, 0), hexAt(1, 0)];
    const tileIn = (size: number) => fitAll(boxOf(hexes, PITCH), hexes, size, size, []).scale * PITCH;
    expect(tileIn(600)).toBeCloseTo(84);
    expect(tileIn(960)).toBeCloseTo(120);
    expect(tileIn(4000)).toBeCloseTo(150);
  });
});

describe('tiles', () => {
  const TILES = [
    { cell: '-1,0', side: 0 },
    { cell: '0,0', side: 0 },
    { cell: '1,0', side: 1 },
    { cell: '2,0', side: 1 },
  ];
  const from = standingOf({ tiles: TILES, hands: [0, 0] });
  const events: StoryEvent[] = [
    { kind: 'lift', cell: '0,0', count: 1, side: 0 },
    { kind: 'fall', cell: '1,0', count: 1, side: 1 },
    { kind: 'fall', cell: '2,0', count: 1, side: 1 },
    { kind: 'put', cell: '-2,0', count: 1, side: 0 },
  ];

  it('lays the tile down that was lifted', () => {
    const board = new TileBoard();
    board.settle(from);
    const tile = board.at('0,0')!;
    expect(board.settle(after(from, { kind: 'pick', cell: '0,0' }, 0))).toEqual([tile]);
    expect(tile.isLifted).toBe(true);
    const last = statesOf(from, events, 0).at(-1)!;
    const moved = board.settle(last);
    expect(tile.place).toBe('-2,0');
    expect(moved).toHaveLength(3);
    expect(board.tiles.filter((other) => other.side === 1 && other.place !== 'gone')).toHaveLength(0);
  });
  it('takes a new tile from the hand', () => {
    const start = standingOf({ tiles: TILES.slice(1, 3), hands: [20, 20] });
    const board = new TileBoard();
    board.settle(start);
    const [moved, ...others] = board.settle(after(start, { kind: 'put', cell: '0,1' }, 0));
    expect(others).toEqual([]);
    expect(moved!.place).toBe('0,1');
    expect(board.tiles.filter((tile) => tile.side === 0 && tile.place === 'hand')).toHaveLength(19);
  });
  it('lets tiles fall together, and tells only what was not seen', () => {
    expect(statesOf(from, events, 0)).toHaveLength(4);
    const lifted = after(from, { kind: 'pick', cell: '0,0' }, 0);
    expect(untold(from, events, 0, lifted).states).toHaveLength(2);
    const laid = after(lifted, { kind: 'put', cell: '-2,0' }, 0);
    const rest = untold(from, events, 0, laid);
    expect(rest.isKnown).toBe(true);
    expect(rest.states).toHaveLength(1);
    expect([...rest.states[0]!.cells.keys()]).toEqual(['-1,0', '-2,0']);
    expect(untold(from, events, 0, { ...laid, hands: [3, 3] }).isKnown).toBe(false);
  });
});
