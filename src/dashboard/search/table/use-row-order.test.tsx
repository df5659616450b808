// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSettledValue } from './use-row-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a text is written to the URL once it is drawn and 200 ms passed, and only the last one', async () => {
  const written: (string | undefined)[] = [];
  let draw = (): void => undefined;
  const slow = new Promise<void>((resolve) => (draw = resolve));
  const { result } = await act(async () =>
    renderHook(
      () => {
        const [now, drawn, onChange] = useSettledValue(undefined, (next) => written.push(next));
        if (drawn === 'slow') use(slow);
        return { now, drawn, onChange };
      },
      { wrapper: ({ children }) => <Suspense>{children}</Suspense> },
    ),
  );
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

  await act(async () => result.current.onChange('slow'));
  expect(result.current).toMatchObject({ now: 'slow', drawn: '' });
  await wait(1000);
  expect(written).toEqual([]);
  await act(async () => draw());
  expect(result.current.drawn).toBe('slow');
  await wait(150);
  await act(async () => result.current.onChange('last'));
  await wait(150);
  expect(written).toEqual([]);
  await wait(50);
  expect(written).toEqual(['last']);
});
