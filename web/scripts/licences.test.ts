import { expect, test } from 'vitest';

import { licenceOf, packageOf } from './licences';

test('modules are known by their packages', () => {
  expect(packageOf('/home/x/web/src/main.ts')).toBeNull();
  expect(packageOf('/home/x/web/node_modules/svelte/src/index.js')).toBe('svelte');
  expect(packageOf('/x/node_modules/a/node_modules/@b/c/d.js?e')).toBe('@b/c');
  expect(packageOf('\0vite/preload-helper.js')).toBe('vite');
  expect(() => packageOf('\0something else')).toThrow('something else');
});

test('a licence is the text that comes with the package, and nothing more', () => {
  expect(licenceOf('svelte')).toMatch(/^svelte \d+\.\d+[^]*Permission is hereby granted/);
  expect(licenceOf('vite')).toContain('Permission is hereby granted');
  expect(licenceOf('vite')).not.toContain('undled');
});
