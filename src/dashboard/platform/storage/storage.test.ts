import { afterEach, expect, test, vi } from 'vitest';
import { joinTabs } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser without channels between tabs works with one tab', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const tabs = joinTabs<string>('test', () => undefined);
  expect(() => tabs.post('hello')).not.toThrow();
  tabs.close();
});
