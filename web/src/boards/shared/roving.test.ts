import { expect, it } from 'vitest';
import { cellAfterKey, type Place } from './roving';

const grid: Place[] = [];
for (let y = 0; y < 2; y++) for (let x = 0; x < 6; x++) grid.push({ cell: `${x}${y}`, x: x * 10, y: y * 10 });

it('goes one cell in the direction of the arrow', () => {
  expect(cellAfterKey('ArrowRight', '20', grid)).toBe('30');
  expect(cellAfterKey('ArrowLeft', '20', grid)).toBe('10');
  expect(cellAfterKey('ArrowDown', '20', grid)).toBe('21');
  expect(cellAfterKey('ArrowUp', '21', grid)).toBe('20');
});

it('stays at the edge', () => {
  expect(cellAfterKey('ArrowUp', '20', grid)).toBeNull();
  expect(cellAfterKey('ArrowLeft', '00', grid)).toBeNull();
});

it('goes to the ends of a row', () => {
  expect(cellAfterKey('Home', '31', grid)).toBe('01');
  expect(cellAfterKey('End', '31', grid)).toBe('51');
  expect(cellAfterKey('End', '51', grid)).toBeNull();
});

it('reaches hexagons in rows that are shifted by half', () => {
  const hexes = [
    { cell: 'a', x: 0, y: 0 },
    { cell: 'b', x: 5, y: 8.66 },
    { cell: 'c', x: -5, y: 8.66 },
    { cell: 'd', x: 10, y: 0 },
  ];
  expect(['b', 'c']).toContain(cellAfterKey('ArrowDown', 'a', hexes));
  expect(cellAfterKey('ArrowRight', 'a', hexes)).toBe('d');
});

it('changes level with PageUp and PageDown only', () => {
  const levels = [
    { cell: 'low', x: 0, y: 0, layer: 1 },
    { cell: 'next', x: 10, y: 0, layer: 1 },
    { cell: 'top', x: 5, y: -5, layer: 3 },
  ];
  expect(cellAfterKey('ArrowRight', 'low', levels)).toBe('next');
  expect(cellAfterKey('PageUp', 'low', levels)).toBe('top');
  expect(cellAfterKey('PageDown', 'top', levels)).toBe('low');
  expect(cellAfterKey('PageUp', 'top', levels)).toBeNull();
});

it('ignores other keys and unknown cells', () => {
  expect(cellAfterKey('x', '20', grid)).toBeNull();
  expect(cellAfterKey('ArrowUp', 'nowhere', grid)).toBeNull();
});
