import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { calculatePrice } from '#contract/credits.ts';
import { readCompanyDeals, readInvestorDeals, readPersonDeals } from '#contract/deals.ts';
import { type DealRecord, unlockedDeals } from '../../library/records/records.ts';
import { buyStored, storedQuery, readArrivedResponse } from '../../library/records/stored-query.ts';
import { formatAll, formatCount, formatDayOf, formatGrouped, toDay } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { planPages } from '../../purchase/price.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { RaisedCell, RoundBadge } from './cells.tsx';
import { FactSection } from './facts.tsx';
import { RecordName } from './profile-link.tsx';

const endpoints = {
  'company deals': readCompanyDeals,
  'investor deals': readInvestorDeals,
  'person deals': readPersonDeals,
};

/** Whose deals: the name of the list and the id of the record. */
type DealHistoryKey = readonly [list: keyof typeof endpoints, id: string];

/** The highest price of a number of deals, in tenths. */
export const priceDeals = ([list]: DealHistoryKey, rows: number): number => calculatePrice(endpoints[list].cost, rows);

/** The ids of the unlocked deals of a record, newest first and without a gap; a query that sends no request. */
const storedHistory = (of: DealHistoryKey): ReturnType<typeof storedQuery<string[]>> =>
  storedQuery([...of], z.array(z.string()));

/**
 * Unlocks the next `rows` deals after those already listed, or all that are left; false where some did not arrive. A
 * failure is the error of the stored query.
 */
export async function unlockDeals(
  authorization: SpendAuthorization,
  client: QueryClient,
  of: DealHistoryKey,
  rows: number,
): Promise<boolean> {
  const options = storedHistory(of);
  const [list, id] = of;
  const read = () => client.getQueryData<string[]>(options.queryKey) ?? [];
  const planned = planPages(read().length, rows);
  await readArrivedResponse(options, 'deals');
  for (const request of planned) {
    const before = read();
    // A colleague has loaded it.
    if (before.length >= (request.page + 1) * request.size) continue;
    const queryFn = async () => {
      const query = { id, page: request.page, page_size: request.size };
      const { data } = await sendPaid(authorization, endpoints[list], { query });
      const deals = data.deals ?? [];
      unlockedDeals.add(deals);
      return appendPage(
        before,
        deals.map((deal) => deal.id),
      );
    };
    const after = await buyStored(client, options, queryFn).catch(() => undefined);
    if (after?.length !== before.length + request.size) return after !== undefined && after.length >= before.length;
  }
  return true;
}

/**
 * A list with its next page. A deal that repeats means that newer deals shifted the pages, so the newest ones are
 * unknown: then the list is empty, the deals stay unlocked, and the whole history is offered again.
 */
export function appendPage(before: readonly string[], page: readonly string[]): string[] {
  const known = new Set(before);
  return page.some((id) => known.has(id)) ? [] : [...before, ...page];
}

/** The unlocked deals of a record. */
export type DealHistory = {
  /** Newest first, without a date last: the list, and deals that other searches returned. */
  readonly deals: readonly DealRecord[];
  /** How many of them the list holds: the newest ones, without a gap. */
  readonly listed: number;
  /** How many deals the record counts; null where it does not say. */
  readonly total: number | null;
  readonly whole: boolean;
  /** All deals after this UTC day are unlocked; blank for all deals, undefined for no complete period. */
  readonly knownAfter: string | undefined;
};

/** Whether the deal itself names the record; deals of a person's employers do not. */
function belongsToHistory(
  { company_id, investor_ids, angel_investor_ids }: DealRecord,
  [list, id]: DealHistoryKey,
): boolean {
  if (list === 'company deals') return company_id === id;
  return (list === 'investor deals' ? investor_ids : angel_investor_ids)?.includes(id) === true;
}

/** The listed deals of a record together with the other unlocked ones. */
export function mergeHistory(
  listed: readonly string[],
  others: readonly DealRecord[],
  total: number | null,
): DealHistory {
  const list = listed.flatMap((id) => unlockedDeals.read(id) ?? []);
  const inList = new Set(listed);
  const deals = [...list, ...others.filter(({ id }) => !inList.has(id))].toSorted(byDate);
  const whole = total !== null && deals.length >= total;
  const last = list.at(-1);
  const reached = last && (toDay(last.date) ?? '');
  return { deals, listed: list.length, total, whole, knownAfter: whole ? '' : reached };
}

const byDate = (one: DealRecord, other: DealRecord): number =>
  (toDay(other.date) ?? '').localeCompare(toDay(one.date) ?? '') || one.id.localeCompare(other.id);

/** Which deals a block is based on: "All 214 deals", "The newest 25 of 214 deals". */
export function describeCoverage({ deals, listed, total, whole }: DealHistory, one = 'deal'): string {
  if (whole) return formatAll(deals.length, one);
  const of = total === null ? '' : ` of ${formatGrouped(total)}`;
  const many = (count: number) => ((total ?? count) === 1 ? one : `${one}s`);
  if (listed === 0) return `${formatGrouped(deals.length)}${of} ${many(deals.length)}, the ones your searches returned`;
  const others = deals.length - listed;
  return `The newest ${formatGrouped(listed)}${of} ${many(listed)}${others > 0 ? ` and ${formatGrouped(others)} more that your searches returned` : ''}`;
}

/** The deals of a record with the state of their query. */
export type DealHistoryState = DealHistory & {
  readonly of: DealHistoryKey;
  /** When the list was fetched, else the oldest of the other deals; in milliseconds, undefined without deals. */
  readonly at: number | undefined;
  readonly pending: boolean;
  readonly failure: Error | null;
};

/** The unlocked deals of a record, updated as more are unlocked; sends no request. `total` is the record's count. */
export function useDealHistory(name: DealHistoryKey[0], id: string, total: number | null): DealHistoryState {
  const version = unlockedDeals.useVersion();
  const of = useMemo((): DealHistoryKey => [name, id], [name, id]);
  const list = useQuery(storedHistory(of));
  const others = useMemo(() => (version < 0 ? [] : findUnlockedDeals(of)), [version, of]);
  const history = mergeHistory(list.data ?? [], others, total);
  const times = history.deals.flatMap((deal) => unlockedDeals.readTime(deal.id) ?? []);
  const oldest = times.length > 0 ? Math.min(...times) : undefined;
  return {
    ...history,
    of,
    at: history.listed > 0 ? list.dataUpdatedAt : oldest,
    pending: list.isFetching,
    failure: list.error,
  };
}

/** The unlocked deals of a record now, outside React. */
export const readUnlockedHistory = (client: QueryClient, of: DealHistoryKey, total: number | null): DealHistory =>
  mergeHistory(client.getQueryData<string[]>(storedHistory(of).queryKey) ?? [], findUnlockedDeals(of), total);

/** Reads row by row, because 100,000 deals as objects take over 200 MB. */
function findUnlockedDeals(of: DealHistoryKey): DealRecord[] {
  const deals: DealRecord[] = [];
  for (const { row } of unlockedDeals.rows()) if (belongsToHistory(row, of)) deals.push(row);
  return deals;
}

type DealHistorySectionProps = {
  readonly of: DealHistoryKey;
  /** How many deals the record counts. */
  readonly known: number | null;
};

/** The newest deals that one click unlocks. */
const maxRows = 25;

/** The unlocked deals of a record, newest first, or the button that unlocks them. */
export function DealHistorySection({ of, known }: DealHistorySectionProps) {
  const client = useQueryClient();
  const list = useQuery(storedHistory(of));
  if (list.data && list.data.length > 0) return <DealList of={of} ids={list.data} known={known} />;
  if (known === 0) return null;
  const rows = Math.min(known ?? maxRows, maxRows);
  const load = (authorization: SpendAuthorization) => void unlockDeals(authorization, client, of, rows);
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-3">
      <PricedButton upTo tenths={priceDeals(of, rows)} pending={list.isFetching} onConfirm={load}>
        {known !== null && known > rows ? `The newest ${rows} of ${known} deals` : `All ${formatCount(rows, 'deal')}`}
      </PricedButton>
      {list.error && <FailureNotice key={list.error.message} failure={list.error} />}
    </div>
  );
}

type DealListProps = Pick<DealHistorySectionProps, 'of' | 'known'> & { readonly ids: readonly string[] };

function DealList({ of, ids, known }: DealListProps) {
  const deals = ids.flatMap((id) => unlockedDeals.read(id) ?? []);
  return (
    <FactSection
      title={
        known !== null && known > ids.length
          ? `The newest ${ids.length} of ${known} deals`
          : formatCount(ids.length, 'deal')
      }
    >
      <ul className="grid">
        {deals.map((deal) => (
          <li key={deal.id} className="grid gap-0.5 border-b border-line py-1.5 last:border-0">
            <span className="flex justify-between gap-3">
              <span className="flex min-w-0 gap-2">
                <RoundBadge round={{ ...deal, type: deal.round_type }} />
                {of[0] !== 'company deals' && <RecordName kind="company" id={deal.company_id} className="text-ink-2" />}
              </span>
              <RaisedCell deal={deal} />
            </span>
            <span className="text-11.5 text-ink-3 tabular-nums">{formatDayOf(deal.date)}</span>
          </li>
        ))}
      </ul>
    </FactSection>
  );
}
