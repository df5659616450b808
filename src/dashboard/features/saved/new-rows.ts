import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice, perRow } from '#contract/credits.ts';
import { searchDeals } from '#contract/deals.ts';
import { unlockedCompanies, unlockedDeals } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { formatUtcDay } from '../../purchase/logged-call.ts';
import { storeFoundRows, readViewedAt, type SavedSearch, type Search } from '../../search/saved/searches.ts';
import { useState } from 'react';

/** What a look for new rows costs at most, in tenths: it asks for one row, for the sake of the total with it. */
export const newRowsTenths: number = calculatePrice(perRow, 1);

/** Where a screen's body says from which day on a row was added; the others have no such filter. */
const sections: Partial<Record<Search['screen'], string>> = { deals: 'deal', companies: 'latest_deal' };
/** The same in the address of the screen. */
const addressKeys: Partial<Record<Search['screen'], string>> = { deals: 'added_from', companies: 'added_from' };

/** Whether the service can say what is new of a search. */
export const canFindNew = ({ screen }: Search): boolean => sections[screen] !== undefined;

/** The UTC day of the last look; a row that was added earlier on that day counts as new too. */
export const getSince = (saved: SavedSearch): string => formatUtcDay(readViewedAt(saved) ?? saved.savedAt);

/** The body that asks for rows added since a day, one row of them; a later day of the search's own stands. */
export function buildNewBody({ screen, body }: Search, since: string): Readonly<Record<string, unknown>> {
  const section = sections[screen] ?? '';
  const members = (body[section] ?? {}) as { readonly created_start?: string };
  const from = members.created_start;
  const start = from !== undefined && from > since ? from : since;
  return { ...body, [section]: { ...members, created_start: start }, page: 0, page_size: 1 };
}

/** The address of the rows added since a day; opening it asks for nothing. */
export function buildNewSearch({ screen, search }: Search, since: string): string {
  const parameters = new URLSearchParams(search);
  const key = addressKeys[screen] ?? '';
  if ((parameters.get(key) ?? '') < since) parameters.set(key, since);
  return `?${parameters.toString()}`;
}

/** Buys one row for the sake of the number of rows added since the last look, and keeps both. */
export async function findNew(authorization: SpendAuthorization, saved: SavedSearch): Promise<void> {
  const since = getSince(saved);
  const body = buildNewBody(saved, since);
  const total =
    saved.screen === 'deals' ? await askDeals(authorization, body) : await askCompanies(authorization, body);
  storeFoundRows(saved.id, { since, total, at: Date.now() });
}

async function askDeals(authorization: SpendAuthorization, body: object): Promise<number | null> {
  const { data, meta } = await sendPaid(authorization, searchDeals, { body: searchDeals.body.parse(body) });
  unlockedDeals.keep(data.deals ?? []);
  return meta.total_count;
}

async function askCompanies(authorization: SpendAuthorization, body: object): Promise<number | null> {
  const { data, meta } = await sendPaid(authorization, searchCompanies, { body: searchCompanies.body.parse(body) });
  unlockedCompanies.keep(data.companies ?? []);
  return meta.total_count;
}

/** Asks what is new of saved searches, one after the other; it stops at the first failure, and the rest is not spent. */
export function useFindNew() {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Error>();
  const find = async (authorization: SpendAuthorization, searches: readonly SavedSearch[]) => {
    setFailure(undefined);
    try {
      for (const saved of searches) {
        setPending(new Set([saved.id]));
        await findNew(authorization, saved);
      }
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    setPending(new Set());
  };
  return { pending, failure, find };
}
