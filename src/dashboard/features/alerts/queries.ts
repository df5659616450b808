import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { readAlertConfigurations, readAlerts, type AlertConfiguration } from '#contract/alerts.ts';
import type { Tolerant } from '#contract/record.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { toMoments, type Days } from './days.ts';
import { keepFreeNames, toAlertNames, toFilterNames } from '../../library/records/free-names.ts';
import type { FoundAlert } from './items.ts';

export type Configuration = Tolerant<AlertConfiguration>;

/** The saved alerts of the account, free; `surprises` counts members that could not be understood. */
export const configurations = queryOptions({
  queryKey: ['alerts', 'configurations'],
  queryFn: async ({ signal }) => {
    const { data, surprises } = await sendFree(readAlertConfigurations, { query: undefined, signal });
    keepFreeNames((data.configurations ?? []).flatMap(({ filters }) => toFilterNames(filters ?? {})));
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
export const matchesIn = (days: Days, ids: readonly string[]) =>
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
    const query = { alert_ids: ids.join(','), ...toMoments(days) };
    const { data, surprises } = await sendFree(readAlerts, { query, signal });
    keepFreeNames(toAlertNames((data.alerts ?? []).flatMap(({ deals }) => deals ?? [])));
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
