import { expect, it } from 'vitest';
import { percentText } from './percent';

it('writes per cents as each language does', () => {
  expect(percentText(0.41, 'en')).toBe('41%');
  expect(percentText(0.41, 'es')).toBe('41\u00a0%');
  expect(percentText(0.8764, 'en', 1)).toBe('87.6%');
  expect(percentText(0.8764, 'es', 1)).toBe('87,6\u00a0%');
});
