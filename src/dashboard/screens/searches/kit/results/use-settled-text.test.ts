// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettledText } from './use-settled-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a text shows at once and is written to the address once typing pauses, and only the last one', () => {
  const written: (string | undefined)[] = [];
  const { result, rerender } = renderHook(({ address }) => useSettledText(address, (next) => written.push(next)), {
    initialProps: { address: undefined as string | undefined },
  });
  const type = (text: string) => act(() => result.current[1](text));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  type('fir');
  expect(result.current[0]).toBe('fir');
  wait(150);
  type('first');
  wait(150);
  expect(written).toEqual([]);
  wait(50);
  expect(written).toEqual(['first']);
  rerender({ address: 'first' });
  type('');
  wait(200);
  expect(written).toEqual(['first', undefined]);
  // As Back does.
  rerender({ address: 'before' });
  expect(result.current[0]).toBe('before');
});
