import { expect, it } from 'vitest';
import { readBlocks, readInlines, readSections } from './markdown';

it('reads words with emphasis and code', () => {
  expect(readInlines('a **b** *c* `d*e`')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'em', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd*e' },
  ]);
});

it('leaves lone marks as they are', () => {
  expect(readInlines('4 * 4 and 2 ** 3 `')).toEqual([{ kind: 'text', text: '4 * 4 and 2 ** 3 `' }]);
});

it('never makes anything of tags', () => {
  expect(readInlines('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
});

it('reads lists whose items go on', () => {
  expect(readBlocks('- one\n  goes on\n- two\n\n1. first\n2. second\n   more')).toEqual([
    {
      kind: 'list',
      isOrdered: false,
      items: [[{ kind: 'text', text: 'one goes on' }], [{ kind: 'text', text: 'two' }]],
    },
    {
      kind: 'list',
      isOrdered: true,
      items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second more' }]],
    },
  ]);
});

it('keeps drawings, fenced or indented', () => {
  expect(readBlocks('```\n a\n  b\n```\nafter\n\n     x\n    y')).toEqual([
    { kind: 'code', text: ' a\n  b' },
    { kind: 'paragraph', inlines: [{ kind: 'text', text: 'after' }] },
    { kind: 'code', text: ' x\ny' },
  ]);
});

it('divides a text by its headings', () => {
  expect(
    readSections('# T\n\nintro\n\n## A\n\nx').map(({ title, level, blocks }) => [title, level, blocks.length]),
  ).toEqual([
    ['T', 1, 1],
    ['A', 2, 1],
  ]);
});
