import { useQuery } from '@tanstack/react-query';
import { ownedDeals } from '../records/records.ts';
import { connection } from '../session/config.ts';
import { findRangeProblem, toDays, toDaysBefore, toToday } from './days.ts';
import { chooseAlerts, toItems, type Item } from './items.ts';
import { configurations, matchesIn, type Matches } from './queries.ts';
import type { AlertsUrl } from './question.ts';
import { useMemory, type Memory } from './shown.ts';
import { useToday } from './use-today.ts';

/** The screen's data without its looks: which days are meant, which alerts there are, and what they found in them. */
export function useAlerts(url: AlertsUrl) {
  const today = useToday();
  const days = toDays(url.period, today, url);
  const problem = findRangeProblem(days, today);
  const list = useQuery(configurations);
  const { data: connected } = useQuery(connection);
  const memory = useMemory();
  ownedDeals.useVersion();
  const all = list.data?.configurations ?? [];
  const ids = all.flatMap(({ configuration_id: id }) => id ?? []);
  const asks = ids.length > 0 && connected !== undefined && problem === undefined;
  const matches = useQuery({ ...matchesIn(days, ids), enabled: asks });
  const before = useQuery({ ...matchesIn(toDaysBefore(days), ids), enabled: asks && url.view === 'digest' });

  const readRounds = (id: string) =>
    all.find(({ configuration_id: one }) => one === id)?.filters?.financing_types ?? [];
  const toList = (found: Matches | undefined): readonly Item[] =>
    toItems(found?.alerts ?? [], connected?.alertAmounts ?? 'usd', ownedDeals.read, readRounds);
  const found = matches.data;
  const listed = url.period === 'review' ? toUnshown(toList(found), memory) : toList(found);
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
    before: before.data && chooseAlerts(toList(before.data), url.alert),
    failure: list.error ?? matches.error,
    pending: list.isFetching || matches.isFetching,
    isAnswered: found !== undefined || (list.data !== undefined && ids.length === 0),
  };
}
export type Alerts = ReturnType<typeof useAlerts>;

const toUnshown = (items: readonly Item[], { wasShown }: Memory): readonly Item[] =>
  items.filter(({ id }) => !wasShown(id));

/** Whether a deal of a review is dated before the last review, which therefore could not show it. */
export const isLate = ({ day }: Item, { finishedAt }: Memory): boolean =>
  day !== null && finishedAt > 0 && day < toToday(finishedAt);

/** The spans in words, for heading and digest. */
export const periodNames: Record<AlertsUrl['period'], string> = {
  week: 'This week',
  'last-week': 'Last week',
  review: 'Since my last review',
  range: 'Own range',
};
