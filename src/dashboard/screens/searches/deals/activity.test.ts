// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { buildActivityPeriods } from '../kit/results-chart/activity-chart.tsx';
import { activitySpans, buildBody, findAddress } from '../kit/query/search-query.ts';
import { deals } from './deals.ts';

const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const { blank } = findAddress(deals);
const findNext = (utcDay: string): string =>
  new Date(Date.parse(`${utcDay}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

test('periods count every day once, up to today, and none outside the days of the query', () => {
  fc.assert(
    fc.property(fc.constantFrom(...activitySpans), day, fc.option(day), fc.option(day), (span, today, one, other) => {
      const [from, to] = one !== null && other !== null && one > other ? [other, one] : [one, other];
      const query = { ...blank, from: from ?? undefined, to: to ?? undefined };
      const periods = buildActivityPeriods({ resource: deals, query }, span, today);
      const days = periods.map(({ search }) => [search.query['from'], search.query['to']] as [string, string]);
      expect(periods.length).toBeLessThanOrEqual(Number(span.split('-')[0]));
      for (const [at, [first, last]] of days.entries()) {
        expect(first <= last && first >= (from ?? first) && last <= (to ?? last) && first <= today).toBe(true);
        if (at > 0) expect(first).toBe(findNext(days[at - 1]![1]));
      }
      if (from === null && to === null) expect(periods).toHaveLength(Number(span.split('-')[0]));
    }),
  );
});

test('a period asks for one row of the query, in the usual order, so that it costs one credit at most', () => {
  const query = { ...blank, rows: 500, sort: 'largest_raise', min: 1e6, from: '2026-02-10', to: '2026-03-20' };
  const periods = buildActivityPeriods({ resource: deals, query }, '12-months', '2026-11-22');
  expect(periods.map(({ label }) => label)).toEqual(['Feb 2026', 'Mar 2026']);
  const bodies = periods.map(({ search }) => searchDeals.body.parse(buildBody(deals.filters, search.query, 0, 1)));
  expect(bodies).toMatchObject([
    { deal: { size_min: 1e6, date_start: '2026-02-10', date_end: '2026-02-28' }, page: 0, page_size: 1 },
    { deal: { size_min: 1e6, date_start: '2026-03-01', date_end: '2026-03-20' }, page: 0, page_size: 1 },
  ]);
});
