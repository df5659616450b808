// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Budget } from '#contract/workspace/budget.ts';
import { changeConnection } from '../platform/http/connection.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { ownConfig } from '../platform/http/testing-config.ts';
import { workspaceKey } from '../platform/http/workspace.ts';
import { getBudgetLeft } from './budget.ts';
import { CreditMeter } from './credit-meter.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const build = (part: Partial<Budget>): Budget => ({
  date: '2026-11-22',
  session_started_at: '2026-11-22T08:00:00Z',
  running: 0,
  session: { limit: 5000, used: 0, unconfirmed: 0 },
  day: { limit: null, used: 0, unconfirmed: 0 },
  balance: null,
  ...part,
});

function readMeter(budget: Budget): string {
  queryClient.setQueryData(workspaceKey('budget'), budget);
  changeConnection(queryClient, { ...ownConfig, account: false });
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <CreditMeter place="sidebar" />
    </QueryClientProvider>,
  );
  const text = screen.getByRole('region', { name: 'Credits' }).textContent;
  unmount();
  return text;
}

test('the meter shows what is used and left of the budget that allows least', () => {
  expect(readMeter(build({ session: { limit: 5000, used: 950, unconfirmed: 0 } }))).toContain(
    '95 used, 405 left this session',
  );
  const day = { limit: 100, used: 40, unconfirmed: 0 };
  expect(readMeter(build({ day, session: { limit: null, used: 40, unconfirmed: 0 } }))).toContain(
    '4 used this session, 6 left today',
  );
});

test('what is in progress or unconfirmed counts against both budgets', () => {
  const part = { limit: 1000, used: 100, unconfirmed: 50 };
  expect(getBudgetLeft(build({ running: 250, session: part, day: { ...part, limit: 500 } }))).toEqual({
    of: 'day',
    tenths: 100,
  });
  expect(getBudgetLeft(build({ session: { ...part, limit: null } }))).toBeUndefined();
});

test('a balance from before the page was loaded is shown with its time, as another program may have spent since', () => {
  const balance = { monthly: 0, purchased: 75, at: '2020-01-01T00:00:00Z' };
  expect(readMeter(build({ balance }))).toContain('75 credits left');
  expect(readMeter(build({ balance }))).toContain('2020');
  const now = new Date(Date.now() + 1000).toISOString();
  expect(readMeter(build({ balance: { ...balance, at: now } }))).not.toContain('UTC');
});

test('the meter of an account that is not metered mentions no credits', () => {
  queryClient.setQueryData(workspaceKey('budget'), build({}));
  changeConnection(queryClient, { ...ownConfig, account: false, metered: false });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <CreditMeter place="sidebar" />
    </QueryClientProvider>,
  );
  expect(view.container.textContent).toBe('Free on this machine');
});
