// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CreditMeter } from './credit-meter.tsx';
import { appendToJournal } from './journal.ts';

afterEach(() => void vi.useRealTimers());

const purchase = { tab: 'here', fingerprint: '', summary: 'Search deals', place: '/deals' };

/** Buys something for this many tenths now. */
const buy = (id: string, tenths: number) =>
  appendToJournal((_, at) => [
    { type: 'reserved', ...purchase, id, at, tenths },
    { type: 'billed', id, at, tenths, listedTenths: 0, rows: 1, unlockedRows: 0, reply: { status: 200, ms: 1 } },
  ]);

test('after midnight UTC the meter counts the purchases of the new day, in a page that stayed open', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:50:00Z'), toFake: ['Date', 'setInterval', 'clearInterval'] });
  await appendToJournal((_, at) => [{ type: 'day-budget-set', at, budgetTenths: 100 }]);
  await buy('one', 40);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CreditMeter place="sidebar" />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('region', { name: 'Credits' }).textContent).toContain('6 left today');
  await act(async () => {
    vi.setSystemTime(Date.parse('2026-11-23T00:05:00Z'));
    await buy('two', 30);
    vi.advanceTimersByTime(30_000);
  });
  expect(screen.getByRole('region', { name: 'Credits' }).textContent).toContain('7 left today');
});
