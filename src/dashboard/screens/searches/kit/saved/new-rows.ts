import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countCompanies } from '#contract/companies.ts';
import { calculatePrice, perRow } from '#contract/credits.ts';
import { countDeals } from '#contract/deals.ts';
import { listMeta } from '#contract/envelope.ts';
import { parseTolerantly } from '#contract/record.ts';
import { sendFree } from '../../../../spending/send-free.ts';
import { buyResponse } from '../../../../spending/buy.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import { readNewRows, readViewedAt, type SearchDefinition, storeNewRows } from './searches.tsx';
import { formatUtcDay } from '../../../../platform/format.ts';
import { toError } from '../../../../platform/http/api-error.ts';

/** The maximum price of a check for new rows, in tenths of a credit. It requests one row to get the total. */
export const newRowsTenths: number = calculatePrice(perRow, 1);

/** The body section with the filter for the date added; the other screens have no such filter. */
const sections: Partial<Record<SearchDefinition['screen'], string>> = { deals: 'deal', companies: 'latest_deal' };
/** The same filter in the URL. */
const addressKeys: Partial<Record<SearchDefinition['screen'], string>> = {
  deals: 'added_from',
  companies: 'added_from',
};

/** Whether new rows of a search can be counted. */
export const canCountNewRows = ({ screen }: Pick<SavedSearch, 'screen'>): boolean => sections[screen] !== undefined;

/** The UTC day on which the search was last opened. Rows added earlier on that day count as new, too. */
export const getSince = (saved: SavedSearch): string => formatUtcDay(readViewedAt(saved) ?? Date.parse(saved.saved_at));

/** The body that requests one row added since a day, or since the search's own later day. */
export function buildNewBody(
  { screen, body }: Pick<SavedSearch, 'screen' | 'body'>,
  since: string,
): Readonly<Record<string, unknown>> {
  const section = sections[screen] ?? '';
  const members = (body[section] ?? {}) as { readonly created_start?: string };
  const from = members.created_start;
  const start = from !== undefined && from > since ? from : since;
  return { ...body, [section]: { ...members, created_start: start }, page: 0, page_size: 1 };
}

/** The search parameters for the rows added since a day. */
export function buildNewSearch({ screen, search }: Pick<SavedSearch, 'screen' | 'search'>, since: string): string {
  const parameters = new URLSearchParams(search);
  const key = addressKeys[screen] ?? '';
  if ((parameters.get(key) ?? '') < since) parameters.set(key, since);
  return `?${parameters.toString()}`;
}

/** Keeps the number of new rows of a search up to date where the service counts it for free. */
export function useFreeNewRows(saved: SavedSearch): void {
  const since = getSince(saved);
  const body = buildNewBody(saved, since);
  useQuery({
    queryKey: ['new rows', saved.id, body],
    queryFn: async () => {
      const total = await countFree(saved, body);
      const before = readNewRows(saved);
      if (before?.since !== since || before.total !== total) storeNewRows(saved.id, { since, total });
      return total;
    },
    enabled: useIsCounted() && canCountNewRows(saved),
    staleTime: 60_000,
  });
}

async function countFree({ screen }: SavedSearch, body: object): Promise<number | null> {
  const { data } =
    screen === 'deals'
      ? await sendFree(countDeals, { body: countDeals.body.parse(body) })
      : await sendFree(countCompanies, { body: countCompanies.body.parse(body) });
  return data.total;
}

/** Requests one row to get the number of rows added since the search was last opened, and stores both. */
async function countNewRows(authorization: SpendAuthorization, saved: SavedSearch): Promise<void> {
  const since = getSince(saved);
  const endpoint = saved.screen === 'deals' ? 'searchDeals' : 'searchCompanies';
  const { meta } = await buyResponse(authorization, { endpoint, input: buildNewBody(saved, since), refresh: true });
  const { total_count: total } = parseTolerantly(listMeta, meta, () => undefined);
  storeNewRows(saved.id, { since, total });
}

/** Counts the new rows of saved searches one by one. Stops at the first failure, without spending on the rest. */
export function useNewRows() {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Error>();
  const find = async (authorization: SpendAuthorization, searches: readonly SavedSearch[]) => {
    setFailure(undefined);
    try {
      for (const saved of searches) {
        setPending(new Set([saved.id]));
        await countNewRows(authorization, saved);
      }
    } catch (error) {
      setFailure(toError(error));
    }
    setPending(new Set());
  };
  return { pending, failure, find };
}
