import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { connection } from '../../platform/http/config.ts';
import { findRangeProblem, toDays, toDaysBefore, toToday } from './days.ts';
import { chooseAlerts, toItems, type Item } from './items.ts';
import { configurations, matchesIn, type Configuration, type Matches } from './queries.ts';
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
  const version = unlockedDeals.useVersion();
  const all = list.data?.configurations ?? none;
  const ids = all.flatMap(({ configuration_id: id }) => id ?? []);
  const asks = ids.length > 0 && connected !== undefined && problem === undefined;
  const matches = useQuery({ ...matchesIn(days, ids), enabled: asks });
  const before = useQuery({ ...matchesIn(toDaysBefore(days), ids), enabled: asks && url.view === 'digest' });

  const unit = connected?.alertAmounts ?? 'usd';
  const found = matches.data;
  // Measured: putting a thousand deals in order took longer than all else that a key press does.
  const current = useMemo(() => toList(found, unit, all, version), [found, unit, all, version]);
  const earlier = useMemo(() => toList(before.data, unit, all, version), [before.data, unit, all, version]);
  const listed = url.period === 'review' ? toUnshown(current, memory) : current;
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
function toList(
  found: Matches | undefined,
  unit: Config['alertAmounts'],
  all: readonly Configuration[],
  _version: number,
): readonly Item[] {
  const rounds = new Map(all.map(({ configuration_id: id, filters }) => [id, filters?.financing_types ?? []]));
  return toItems(found?.alerts ?? [], unit, unlockedDeals.read, (id) => rounds.get(id) ?? []);
}

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
