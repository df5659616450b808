// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { PointerEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsPointed, watchPointer } from './pointed-row.ts';
import { markScrolling } from './slices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pointAt(id: string): void {
  const target = document.createElement('div');
  target.dataset['row'] = id;
  act(() => watchPointer.onPointerOver({ target } as unknown as PointerEvent));
}

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('a row is pointed at once, and while rows scroll only when they rest', () => {
  const { result } = renderHook(() => ['one', 'two', 'three'].filter((id) => useIsPointed(id)));
  pointAt('one');
  expect(result.current).toEqual(['one']);

  markScrolling();
  pointAt('two');
  expect(result.current).toEqual([]);
  wait(50);
  markScrolling();
  pointAt('three');
  wait(90);
  expect(result.current).toEqual([]);
  wait(10);
  expect(result.current).toEqual(['three']);

  markScrolling();
  pointAt('two');
  act(() => watchPointer.onPointerLeave());
  wait(200);
  expect(result.current).toEqual([]);
});
