import { z } from 'zod';
import { dayParameter } from '../../platform/url/codec.ts';
import {
  type Days,
  findRangeProblem,
  periods,
  listDays,
  subtractDays,
  parseMoments,
  readToday,
  useToday,
} from './days.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type AlertConfiguration, readAlertConfigurations, readAlerts } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { storeFreeNames, collectAlertNames, collectFilterNames } from '../../library/records/free-names.ts';
import { chooseAlerts, type FoundAlert, type Item, buildItems } from './items.ts';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { connection } from '../../platform/http/config.ts';
import { type Memory, useMemory } from './review-state.ts';

/** The address of the alerts screen: which days, which alerts, and what of it is shown. */
export const alertsUrl = z.object({
  period: z.enum(periods).default('week'),
  /** The ends of a range of one's own. */
  from: dayParameter.optional(),
  to: dayParameter.optional(),
  /** Only these alerts; none means all. */
  alert: z.array(z.guid().toLowerCase()),
  view: z.enum(['review', 'digest', 'alerts']).default('review'),
  open: z.guid().toLowerCase().optional(),
});
export type AlertsUrl = z.output<typeof alertsUrl>;

export type Configuration = Tolerant<AlertConfiguration>;

/** The saved alerts of the account, free; `surprises` counts members that could not be understood. */
export const configurations = queryOptions({
  queryKey: ['alerts', 'configurations'],
  queryFn: async ({ signal }) => {
    const { data, surprises } = await sendFree(readAlertConfigurations, { query: undefined, signal });
    storeFreeNames((data.configurations ?? []).flatMap(({ filters }) => collectFilterNames(filters ?? {})));
    return { configurations: data.configurations ?? [], surprises: surprises.length };
  },
});

/** Most alerts that one request may name (specification 8). */
const batchSize = 10;

/** What the alerts found in some days. */
export type Matches = {
  readonly alerts: readonly FoundAlert[];
  /** Alerts that the service no longer knew, by id. */
  readonly gone: readonly string[];
  readonly surprises: number;
};

/** What all alerts found in some days, free; asked for in tens. */
export const matchesInPeriod = (days: Days, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['alerts', 'matches', days.from, days.to, ids.join(',')],
    queryFn: async ({ signal }): Promise<Matches> => {
      const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, batch) =>
        readBatch(ids.slice(batch * batchSize, (batch + 1) * batchSize), days, signal),
      );
      const answers = await Promise.all(batches);
      return join(answers);
    },
  });

/** One deleted alert makes the service refuse all ten: then each is asked for alone, and the deleted one is named. */
async function readBatch(ids: readonly string[], days: Days, signal: AbortSignal): Promise<Matches> {
  try {
    const query = { alert_ids: ids.join(','), ...parseMoments(days) };
    const { data, surprises } = await sendFree(readAlerts, { query, signal });
    storeFreeNames(collectAlertNames((data.alerts ?? []).flatMap(({ deals }) => deals ?? [])));
    return { alerts: data.alerts ?? [], gone: [], surprises: surprises.length };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'missing') throw error;
    if (ids.length === 1) return { alerts: [], gone: ids, surprises: 0 };
    const single = await Promise.all(ids.map((id) => readBatch([id], days, signal)));
    return join(single);
  }
}

const join = (answers: readonly Matches[]): Matches => ({
  alerts: answers.flatMap(({ alerts }) => alerts),
  gone: answers.flatMap(({ gone }) => gone),
  surprises: answers.reduce((sum, { surprises }) => sum + surprises, 0),
});

/** Asks for everything on the screen again, free. */
export const refreshAlerts = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['alerts'] });

/** The screen's data without its looks: which days are meant, which alerts there are, and what they found in them. */
export function useAlerts(url: AlertsUrl) {
  const today = useToday();
  const days = listDays(url.period, today, url);
  const problem = findRangeProblem(days, today);
  const list = useQuery(configurations);
  const { data: connected } = useQuery(connection);
  const memory = useMemory();
  const version = unlockedDeals.useVersion();
  const all = list.data?.configurations ?? none;
  const ids = all.flatMap(({ configuration_id: id }) => id ?? []);
  const asks = ids.length > 0 && connected !== undefined && problem === undefined;
  const matches = useQuery({ ...matchesInPeriod(days, ids), enabled: asks });
  const before = useQuery({ ...matchesInPeriod(subtractDays(days), ids), enabled: asks && url.view === 'digest' });

  const unit = connected?.alertAmounts ?? 'usd';
  const found = matches.data;
  // Measured: putting a thousand deals in order took longer than all else that a key press does.
  const current = useMemo(() => parseList(found, unit, all, version), [found, unit, all, version]);
  const earlier = useMemo(() => parseList(before.data, unit, all, version), [before.data, unit, all, version]);
  const listed = url.period === 'review' ? dropUnshown(current, memory) : current;
  return {
    today,
    days,
    problem,
    memory,
    configurations: all,
    gone: found?.gone ?? [],
    surprises: (list.data?.surprises ?? 0) + (found?.surprises ?? 0),
    /** What all alerts found, before some of them were chosen. */
    listed,
    items: chooseAlerts(listed, url.alert),
    /** What was found in as many days before; undefined until it is known. */
    before: before.data && chooseAlerts(earlier, url.alert),
    failure: list.error ?? matches.error,
    pending: list.isFetching || matches.isFetching,
    isAnswered: found !== undefined || (list.data !== undefined && ids.length === 0),
  };
}
export type Alerts = ReturnType<typeof useAlerts>;

const none: readonly Configuration[] = [];

/** The deals that were found, with what is owned of them; the version says when that changes. */
function parseList(
  found: Matches | undefined,
  unit: Config['alertAmounts'],
  all: readonly Configuration[],
  _version: number,
): readonly Item[] {
  const rounds = new Map(all.map(({ configuration_id: id, filters }) => [id, filters?.financing_types ?? []]));
  return buildItems(found?.alerts ?? [], unit, unlockedDeals.read, (id) => rounds.get(id) ?? []);
}

const dropUnshown = (items: readonly Item[], { wasShown }: Memory): readonly Item[] =>
  items.filter(({ id }) => !wasShown(id));

/** Whether a deal of a review is dated before the last review, which therefore could not show it. */
export const isLate = ({ day }: Item, { finishedAt }: Memory): boolean =>
  day !== null && finishedAt > 0 && day < readToday(finishedAt);

/** The spans in words, for heading and digest. */
export const periodNames: Record<AlertsUrl['period'], string> = {
  week: 'This week',
  'last-week': 'Last week',
  review: 'Since my last review',
  range: 'Custom range',
};
