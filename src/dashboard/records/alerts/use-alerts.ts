import { z } from 'zod';
import { dayParameter } from '../../platform/url/url.ts';
import {
  type AlertItem,
  type AlertRecord,
  type DayRange,
  buildDateParameters,
  buildItems,
  filterByAlerts,
  findRangeProblem,
  getPeriodDays,
  getPreviousDays,
  isReviewed,
  periods,
  useToday,
} from './items.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type AlertConfiguration, readAlertConfigurations, readAlerts } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { sendFree } from '../../spending/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { collectAlertNames } from '../alert-names.ts';
import { collectFilterNames, storeFreeNames } from '../free-names.ts';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { unlockedDeals } from '../records.ts';
import { useStatuses } from '../status/statuses.ts';
import { connection, readConnected } from '../../platform/http/connection.ts';
import { storeReviewEnd, selectNew, useReviews } from './review-state.ts';
import { emptyStatus } from '../status/record-status.ts';

/** The search parameters of the alerts screen. */
export const alertsUrl = z.object({
  period: z.enum(periods).default('week'),
  /** The ends of a custom range. */
  from: dayParameter.optional(),
  to: dayParameter.optional(),
  /** Only these alerts; none means all. */
  alert: z.array(z.guid().toLowerCase()),
  view: z.enum(['review', 'digest', 'alerts']).default('review'),
  open: z.guid().toLowerCase().optional(),
  /** The form of a new alert, in the view of the saved ones. */
  form: z.literal('new').optional(),
});
export type AlertsUrl = z.output<typeof alertsUrl>;

export type SavedAlert = Tolerant<AlertConfiguration>;

/** The saved alerts of the account. Free. `surprises` counts values that could not be parsed. */
export const configurations = queryOptions({
  queryKey: ['alerts', 'configurations'],
  queryFn: async ({ signal }) => {
    const { data, surprises } = await sendFree(readAlertConfigurations, { query: undefined, signal });
    storeFreeNames((data.configurations ?? []).flatMap(({ filters }) => collectFilterNames(filters ?? {})));
    return { configurations: data.configurations ?? [], surprises: surprises.length };
  },
});

/** The maximum number of alerts in one request (specification 8). */
const batchSize = 10;

/** The deals that matched in a period. */
type AlertMatches = {
  readonly alerts: readonly AlertRecord[];
  /** Ids of alerts that no longer exist. */
  readonly deletedIds: readonly string[];
  readonly surprises: number;
};

/** The deals that all alerts matched in a period. Free. */
const alertMatches = (days: DayRange, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['alerts', 'matches', days.from, days.to, ids.join(',')],
    queryFn: async ({ signal }): Promise<AlertMatches> => {
      const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, batch) =>
        fetchBatch(ids.slice(batch * batchSize, (batch + 1) * batchSize), days, signal),
      );
      const responses = await Promise.all(batches);
      return mergeMatches(responses);
    },
  });

/** One deleted alert makes the request fail; then each alert is requested alone to find it. */
async function fetchBatch(ids: readonly string[], days: DayRange, signal: AbortSignal): Promise<AlertMatches> {
  try {
    const query = { alert_ids: ids.join(','), ...buildDateParameters(days) };
    const { data, surprises } = await sendFree(readAlerts, { query, signal });
    const deals = (data.alerts ?? []).flatMap((alert) => alert.deals ?? []);
    storeFreeNames(collectAlertNames(deals, readConnected()?.alertAmounts));
    return { alerts: data.alerts ?? [], deletedIds: [], surprises: surprises.length };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'missing') throw error;
    if (ids.length === 1) return { alerts: [], deletedIds: ids, surprises: 0 };
    const single = await Promise.all(ids.map((id) => fetchBatch([id], days, signal)));
    return mergeMatches(single);
  }
}

const mergeMatches = (responses: readonly AlertMatches[]): AlertMatches => ({
  alerts: responses.flatMap(({ alerts }) => alerts),
  deletedIds: responses.flatMap(({ deletedIds }) => deletedIds),
  surprises: responses.reduce((sum, { surprises }) => sum + surprises, 0),
});

const listIds = (all: readonly SavedAlert[]): string[] => all.flatMap(({ configuration_id: id }) => id ?? []);

/** Reloads everything on the screen. Free. */
export const refreshAlerts = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['alerts'] });

/** The data of the alerts screen: its period, the saved alerts, and the deals they matched. */
export function useAlerts(url: AlertsUrl) {
  const today = useToday();
  const days = getPeriodDays(url.period, today, url);
  const problem = findRangeProblem(days, today);
  const list = useQuery(configurations);
  const { data: connected } = useQuery(connection);
  const { memory, leftAt, isLoading: isReviewLoading } = useReviews();
  const version = unlockedDeals.useVersion();
  const all = list.data?.configurations ?? none;
  const ids = listIds(all);
  const canFetch = ids.length > 0 && connected !== undefined && problem === undefined;
  const matches = useQuery({ ...alertMatches(days, ids), enabled: canFetch });
  const before = useQuery({ ...alertMatches(getPreviousDays(days), ids), enabled: canFetch && url.view === 'digest' });

  const unit = connected?.alertAmounts ?? 'usd';
  const found = matches.data;
  // Memoized: sorting a thousand deals was the slowest part of a key press.
  const current = useMemo(() => collectItems(found, unit, all, version), [found, unit, all, version]);
  const earlier = useMemo(() => collectItems(before.data, unit, all, version), [before.data, unit, all, version]);
  const listed = url.period === 'review' ? selectNew(current, memory) : current;
  return {
    today,
    days,
    problem,
    memory,
    leftAt,
    configurations: all,
    deletedIds: found?.deletedIds ?? [],
    surprises: (list.data?.surprises ?? 0) + (found?.surprises ?? 0),
    /** The deals of all alerts, before filtering by chosen alerts. */
    listed,
    items: filterByAlerts(listed, url.alert),
    /** The deals of the previous period; undefined while it loads. */
    before: before.data && filterByAlerts(earlier, url.alert),
    failure: list.error ?? matches.error,
    pending: list.isFetching || matches.isFetching,
    isLoaded: !isReviewLoading && (found !== undefined || (list.data !== undefined && ids.length === 0)),
  };
}
export type AlertsState = ReturnType<typeof useAlerts>;

/** The deals of the last seven days that wait for a review, as far as they were read before; sends nothing. */
export function useUnreviewedCount(): number {
  const days = getPeriodDays('week', useToday());
  const list = useQuery({ ...configurations, enabled: false });
  const ids = listIds(list.data?.configurations ?? none);
  const matches = useQuery({ ...alertMatches(days, ids), enabled: false });
  const statuses = useStatuses('deal');
  const deals = (matches.data?.alerts ?? []).flatMap(({ deals: found }) => (found ?? []).map(({ id }) => id));
  return [...new Set(deals)].filter((id) => !isReviewed(statuses.get(id) ?? emptyStatus)).length;
}

const none: readonly SavedAlert[] = [];

/** Builds the items; `_version` changes when deals are unlocked. */
function collectItems(
  found: AlertMatches | undefined,
  unit: Config['alertAmounts'],
  all: readonly SavedAlert[],
  _version: number,
): readonly AlertItem[] {
  const hints = new Map(
    all.map(({ configuration_id: id, filters }) => {
      const named = [...(filters?.investors ?? []), ...(filters?.companies ?? [])];
      return [id, { rounds: filters?.financing_types ?? [], names: named.flatMap(({ name }) => name ?? []) }];
    }),
  );
  return buildItems(found?.alerts ?? [], unit, unlockedDeals.read, (id) => hints.get(id));
}

/**
 * Ends the review of what the screen shows. Alerts that no review included yet are asked for all their deals, which
 * become known too. Where that fails, the next end of a review does it.
 * Returns what undoes this.
 */
export async function endReview(
  client: QueryClient,
  { items, configurations: all, memory, today }: AlertsState,
): Promise<() => void> {
  const ids = listIds(all).filter((id) => !memory.hasBaseline(id));
  const found =
    ids.length === 0
      ? undefined
      : await client.query(alertMatches(getPeriodDays('review', today), ids)).catch(() => undefined);
  const before = (found?.alerts ?? []).flatMap(({ deals }) => (deals ?? []).map(({ id }) => id));
  return storeReviewEnd([...items.map(({ id }) => id), ...before], found ? ids : []);
}

/** Names of the periods. */
export const periodNames: Record<AlertsUrl['period'], string> = {
  week: 'Last seven days',
  'last-week': 'Last week',
  review: 'Since my last review',
  range: 'Custom range',
};
