import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { storedQuery } from '../../library/records/stored-query.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { ActivitySpan } from '../query/chart-place.ts';
import { askTotal, formatQueryKey } from '../fetch/search-pages.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { type PeriodKind, toPeriod, toPeriodDays, toPeriodKey, toPeriodName } from '../charts/classes.ts';

/** One period of an activity chart, and the query that counts it. */
export type Period = { readonly key: string; readonly label: string; readonly asked: ResourceQuery };

const spans: Record<ActivitySpan, { readonly kind: PeriodKind; readonly periods: number }> = {
  '12-months': { kind: 'month', periods: 12 },
  '24-months': { kind: 'month', periods: 24 },
  '8-quarters': { kind: 'quarter', periods: 8 },
  '20-quarters': { kind: 'quarter', periods: 20 },
};

/**
 * The periods of a query, oldest first: the last ones up to today, or up to the last day that it asks for, and none
 * before its first day. The days of each lie within those of the query.
 */
export function toPeriods({ resource, query }: ResourceQuery, span: ActivitySpan, today: string): Period[] {
  const { kind, periods } = spans[span];
  const [fromKey, toKey] = resource.chart.activity.keys;
  const [from, to] = [query[fromKey] as string | undefined, query[toKey] as string | undefined];
  const end = to !== undefined && to < today ? to : today;
  if (from !== undefined && from > end) return [];
  const last = toPeriod(end, kind);
  const first = Math.max(last - periods + 1, from === undefined ? 0 : toPeriod(from, kind), 12);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const period = first + at;
    const [begins, ends] = toPeriodDays(period, kind);
    const days = {
      [fromKey]: from !== undefined && from > begins ? from : begins,
      [toKey]: to !== undefined && to < ends ? to : ends,
    };
    const counted: SearchQuery = { ...query, ...days, rows: 1, sort: resource.sorts[0]?.value ?? query.sort };
    return {
      key: toPeriodKey(period, kind),
      label: toPeriodName(period, kind),
      asked: { resource, query: counted },
    };
  });
}

const periodCount = z.object({ total: z.number().nullable() });
type PeriodCount = z.infer<typeof periodCount>;

/** How many records match in a period, as far as it was counted: watching it never asks. */
export const countedIn = ({ asked }: Period): ReturnType<typeof storedQuery<PeriodCount>> =>
  storedQuery<PeriodCount>([`${asked.resource.name} activity`, formatQueryKey(asked)], periodCount);

/**
 * Counts periods one after the other, one row each, and keeps every count as it comes. It stops where it is told to and
 * at the first failure, which it throws; the rest of the act is not spent.
 */
export async function buyCounts(
  authorization: SpendAuthorization,
  client: QueryClient,
  periods: readonly Period[],
  isStopped: () => boolean,
): Promise<void> {
  for (const period of periods) {
    if (isStopped()) return;
    const queryFn = async () => ({ total: await askTotal(authorization, period.asked) });
    await client.query({ ...countedIn(period), queryFn, staleTime: 0 });
  }
}
