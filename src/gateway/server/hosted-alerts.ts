import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { parseJson } from '#contract/json.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { type AlertSource, type DeliveryDeal, lookBackDays } from '../../service/alerts/deliveries/saved-deliveries.ts';
import { formatUpstreamUrl, type Upstream } from '../environment.ts';
import type { AccountKind } from './local-account.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** After a rejected request or an unreadable response, unless the service says how long; after no response. */
const [pauseMs, unreachableMs] = [300_000, 10_000];
/** The maximum number of alert ids per request (specification 4.14). */
const maxIds = 10;

const text = z.string().nullable().catch(null);
const configurations = z.object({
  data: z.object({ configurations: z.array(z.object({ configuration_id: z.string(), configuration_name: text })) }),
});
const matches = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        alertId: z.string(),
        alertName: text,
        deals: z.array(
          z.object({
            id: z.string(),
            company_name: text,
            round_type: text,
            total_round_raised: z.number().nullable().catch(null),
            date: z.string(),
            location: z.object({ city: text, country: text }).nullable().catch(null),
            deal_short_description: text,
            company_website: text,
            reasoning: text,
          }),
        ),
      }),
    ),
  }),
});

type HostedAlerts = {
  readonly upstream: Upstream & { readonly key: string };
  /** Distinguishes this service and key from others. */
  readonly name: string;
  readonly dispatcher: Dispatcher;
};

/** The name of the account in our database that stores the deliveries and the workspace of a hosted account. */
export const nameHostedAccount = ({ url }: Pick<Upstream, 'url'>, accountId: string): string =>
  `${url.host} ${accountId.slice(0, 8)}`;

/** That account, and the file in the data folder that marks that it exists. */
export const describeHostedAccount = (upstream: Pick<Upstream, 'url'>, accountId: string): AccountKind => ({
  name: nameHostedAccount(upstream, accountId),
  file: nameKeyFile(accountId.slice(0, 8)),
  hasDemoAlerts: false,
});

const nameKeyFile = (accountStart: string): string => `deliveries-key-${accountStart.replaceAll(/[^\w]/g, '-')}`;

/** Whether a name is that of such an account, whose gateway uses this data folder. */
export const isHostedAccount = (name: string, dataDir: string): boolean =>
  existsSync(join(dataDir, nameKeyFile(name.slice(-8))));

/**
 * The alerts of a hosted service, where they are free. A response is cached for an hour; after a rejected request or an
 * unreadable response nothing is sent for five minutes, or for as long as the service says.
 */
export function createHostedAlerts({ upstream, name, dispatcher }: HostedAlerts): AlertSource {
  const fetchJson = createFetch(upstream, dispatcher);
  const readCached = createHourlyCache();
  const readAll = (signal?: AbortSignal) =>
    readCached('alerts', async () => {
      const { data } = await fetchJson('/alerts/configurations', configurations, signal);
      return data.configurations.map((one) => ({ id: one.configuration_id, name: one.configuration_name ?? 'Alert' }));
    });
  const readMatches = async (now: Date, signal?: AbortSignal) => {
    const ids = (await readAll(signal)).map(({ id }) => id);
    const found = new Map<string, DeliveryDeal[]>();
    for (let at = 0; at < ids.length; at += maxIds) {
      const query = new URLSearchParams({
        alert_ids: ids.slice(at, at + maxIds).join(','),
        start_date: formatSecond(new Date(now.getTime() - lookBackDays * dayMs)),
        end_date: formatSecond(now),
      });
      const { data } = await fetchJson(`/alerts?${query.toString()}`, matches, signal);
      for (const alert of data.alerts) found.set(alert.alertId, listDeals(alert, upstream.alertAmounts));
    }
    return found;
  };
  return {
    name,
    async readAlerts(_sql, _account, ids, signal) {
      const all = await readAll(signal);
      return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
    },
    findDeals: async (_sql, { id }, now, signal) =>
      (await readCached('matches', () => readMatches(now, signal))).get(id) ?? [],
  };
}

/** Sends requests to the service; after one that failed it throws the same error for a while instead. */
function createFetch(upstream: HostedAlerts['upstream'], dispatcher: Dispatcher) {
  let failure: { readonly until: number; readonly error: Error } | undefined;
  return async <T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> => {
    if (failure && failure.until > Date.now()) throw failure.error;
    const fail = (error: Error, waitMs: number): never => {
      failure = { until: Date.now() + waitMs, error };
      throw error;
    };
    const response = await request(formatUpstreamUrl(upstream, path), {
      headers: { authorization: `Bearer ${upstream.key}`, accept: 'application/json' },
      dispatcher,
      signal: AbortSignal.any([AbortSignal.timeout(30_000), ...(signal ? [signal] : [])]),
    }).catch((error: Error) => fail(error, unreachableMs));
    const content = await response.body.text().catch((error: Error) => fail(error, unreachableMs));
    const [endpoint] = path.split('?');
    if (response.statusCode === 200) {
      const read = schema.safeParse(parseJson(content));
      if (read.success) return read.data;
      return fail(new Error(`The response of the hosted service to ${endpoint} could not be read.`), pauseMs);
    }
    const waitMs = Number(response.headers['retry-after'] ?? 0) * 1000 || pauseMs;
    return fail(new Error(`The hosted service answered ${endpoint} with status ${response.statusCode}.`), waitMs);
  };
}

/** Caches what was loaded for an hour, but not a failure. */
function createHourlyCache() {
  const held = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();
  return <T>(id: string, load: () => Promise<T>): Promise<T> => {
    const before = held.get(id);
    if (before && before.until > Date.now()) return before.value as Promise<T>;
    const value = load();
    held.set(id, { until: Date.now() + hourMs, value });
    value.catch(() => held.delete(id));
    return value;
  };
}

type HostedAlert = z.output<typeof matches>['data']['alerts'][number];

const listDeals = ({ alertId, alertName, deals }: HostedAlert, unit: Upstream['alertAmounts']): DeliveryDeal[] =>
  deals.map(({ location, reasoning, round_type: type, ...deal }) => ({
    ...deal,
    company_name: deal.company_name ?? 'Unnamed company',
    round_type: type ?? '',
    round_name: type ? formatRoundName({ type: type as never, pre: false, extension: false }) : 'Unknown round',
    total_round_raised: toUsd(deal.total_round_raised, unit),
    location: { city: location?.city ?? null, country: location?.country ?? null },
    alerts: [{ id: alertId, name: alertName ?? 'Alert', reasoning: reasoning ?? '' }],
  }));

const toUsd = (amount: number | null, unit: Upstream['alertAmounts']): number | null =>
  amount !== null && unit === 'millions' ? amount * 1e6 : amount;

const formatSecond = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
