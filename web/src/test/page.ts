// The little of a browser that modules of the page touch when they are loaded, for tests without one.

import 'fake-indexeddb/auto';

const page = globalThis as unknown as Record<string, unknown>;
const set = (name: string, value: unknown): void => {
  if (!(name in page)) Object.defineProperty(page, name, { value, writable: true, configurable: true });
};

const kept = new Map<string, string>();
set('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
set('addEventListener', () => {});
set('location', { hash: '' });
set('navigator', { language: 'es-ES', languages: ['es-ES'] });
set('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
