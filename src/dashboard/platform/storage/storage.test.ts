// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const closed = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['that throws when it is named', { get: closed }],
  ['that throws when it is used', { value: { getItem: closed, setItem: closed, removeItem: closed } }],
  ['that is null', { value: null }],
])('storage %s is storage that is absent, also while modules load', async (_, property) => {
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, undefined);
    Object.defineProperty(globalThis, name, { configurable: true, ...property });
  }
  const { readStored, writeStored } = await import('./storage.ts');
  expect(readStored('theme')).toBeUndefined();
  expect(writeStored('theme', 'dark')).toBe(false);
  const [{ chooseTheme }, key, draft, views, price] = await Promise.all([
    import('./preferences.ts'),
    import('../http/key.ts'),
    import('../form/kept-draft.ts'),
    import('../../records/recent-views.ts'),
    import('../../spending/price.ts'),
  ]);
  chooseTheme('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(key.storeKey('secret', true)).toBe(false);
  expect(key.readKey()).toBe('secret');
  draft.keepDraft('form', { name: 'a' });
  expect(draft.readDraft('form')).toBeUndefined();
  draft.forgetDrafts();
  views.recordView('company', 'a');
  price.storeCreditPrice('0.5');
});
