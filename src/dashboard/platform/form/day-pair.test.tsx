// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { buildPresets, DayPair } from './day-pair.tsx';
import { readPeriod } from '#ask/periods.ts';

afterEach(() => void vi.useRealTimers());

test('each preset is the period that its name describes', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const today = date.toISOString().slice(0, 10);
      for (const [name, from] of buildPresets(today)) {
        const words = name === 'This year' ? 'this year to date' : `last ${name}`;
        expect(readPeriod(words, today), words).toEqual({ from, to: today });
      }
    }),
  );
});

test('a preset ends today, in a form that was opened yesterday', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:50:00Z') });
  const write = vi.fn();
  const register = { name: '', onChange: async () => undefined, onBlur: async () => undefined, ref: () => undefined };
  const [first, last] = ['First day', 'Last day'].map((label) => ({
    label,
    register,
    placeholder: '',
    error: undefined,
  }));
  render(<DayPair label="Date" aside="" parts={[first!, last!]} read={() => ['', '']} write={write} hasPresets />);
  act(() => void vi.advanceTimersByTime(15 * 60_000));
  fireEvent.click(screen.getByRole('button', { name: '7 days' }));
  expect(write).toHaveBeenCalledWith(['2026-11-17', '2026-11-23']);
});
