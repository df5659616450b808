import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readCompanyDeals, readInvestorDeals, readPersonDeals } from '#contract/deals.ts';
import { largestPage } from '#contract/quote.ts';
import type { SearchRequest, StoredSearch } from '#contract/workspace/searches.ts';
import { type DealRecord, unlockedDeals } from '../../../../records/records.ts';
import { formatAll, formatCount, formatDayOf, formatGrouped, toDay } from '../../../../platform/format.ts';
import { formatNativeAmounts, toRound } from '../../../../platform/rounds.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { buyMoreRows, buySearch } from '../../../../spending/buy.ts';
import { LoadButton } from '../../../../spending/load-button.tsx';
import {
  readStoredRows,
  type SearchResults,
  showStoredSearch,
  storedSearchQuery,
  useStoredRequest,
} from '../fetch/stored-results.ts';
import { RaisedCell, RoundBadge, TwoLines } from './cells.tsx';
import { FactSection } from './facts.tsx';
import { RecordName } from './profile-link.tsx';
import { priceOf } from '../../../../spending/price.ts';

const endpoints = {
  company_deals: readCompanyDeals,
  investor_deals: readInvestorDeals,
  person_deals: readPersonDeals,
};

/** Whose deals: the history and the id of the record. */
type DealHistoryKey = readonly [resource: keyof typeof endpoints, id: string];

/** The highest price of a number of deals, in tenths. */
export const priceDeals = ([resource]: DealHistoryKey, rows: number): number => priceOf(endpoints[resource].cost, rows);

const buildHistoryRequest = ([resource, id]: DealHistoryKey): SearchRequest => ({ resource, body: { id }, via: null });

/** Whether newer deals shifted the pages of a history, so that the newest ones are unknown: it is offered again. */
const isShifted = ({ duplicates, moved_from: movedFrom }: StoredSearch): boolean =>
  duplicates > 0 || movedFrom !== null;

/**
 * Unlocks the next `rows` deals after those already listed, or all that are left, and returns the ids of the whole list;
 * undefined where newer deals have shifted it. Throws the first failure; what arrived before stays unlocked.
 */
export async function unlockDeals(
  authorization: SpendAuthorization,
  client: QueryClient,
  of: DealHistoryKey,
  rows: number,
): Promise<readonly string[] | undefined> {
  const request = buildHistoryRequest(of);
  const before = await client.query(storedSearchQuery(request));
  const isContinued = before && !isShifted(before);
  const end = (isContinued ? before.loaded : 0) + rows;
  const buyNext = (now: StoredSearch | undefined) =>
    now
      ? buyMoreRows(authorization, now.id, Math.min(largestPage, end - now.loaded))
      : buySearch(authorization, { ...request, rows: Math.min(largestPage, end), refresh: before !== null });
  let now = isContinued ? before : undefined;
  while (!now || (now.loaded < end && !now.ended)) {
    const loaded: number = now?.loaded ?? 0;
    now = await buyNext(now);
    showStoredSearch(client, request, now);
    if (isShifted(now)) return undefined;
    if (now.loaded === loaded) break;
  }
  return (await readStoredRows(now, { from: 0, count: Math.max(1, now.rows) })).ids;
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
  [resource, id]: DealHistoryKey,
): boolean {
  if (resource === 'company_deals') return company_id === id;
  return (resource === 'investor_deals' ? investor_ids : angel_investor_ids)?.includes(id) === true;
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

/** The deals of a record, and whose they are. */
export type DealHistoryState = DealHistory & {
  readonly of: DealHistoryKey;
  /** When the list was fetched, else the oldest of the other deals; in milliseconds, undefined without deals. */
  readonly at: number | undefined;
};

/** The unlocked deals of a record, updated as more are unlocked; sends no request. `total` is the record's count. */
export function useDealHistory(name: DealHistoryKey[0], id: string, total: number | null): DealHistoryState {
  const version = unlockedDeals.useVersion();
  const of = useMemo((): DealHistoryKey => [name, id], [name, id]);
  const list = useListedDeals(of);
  const others = useMemo(() => (version < 0 ? [] : findUnlockedDeals(of)), [version, of]);
  const history = mergeHistory(list?.ids ?? [], others, total);
  const times = history.deals.flatMap((deal) => unlockedDeals.readTime(deal.id) ?? []);
  const oldest = times.length > 0 ? Math.min(...times) : undefined;
  return { ...history, of, at: list && history.listed > 0 ? Date.parse(list.loaded_at) : oldest };
}

/** The unlocked deals of a record, newest first and without a gap; undefined where there is no such list. */
function useListedDeals(of: DealHistoryKey): SearchResults | undefined {
  const list = useStoredRequest(buildHistoryRequest(of));
  return list && !isShifted(list) ? list : undefined;
}

/** The history with this list now, outside React. */
export const readUnlockedHistory = (of: DealHistoryKey, listed: readonly string[], total: number | null): DealHistory =>
  mergeHistory(listed, findUnlockedDeals(of), total);

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
  const list = useListedDeals(of);
  const rows = Math.min(known ?? maxRows, maxRows);
  if (list && list.ids.length > 0) return <DealList of={of} ids={list.ids} known={known} />;
  if (known === 0) return null;
  return (
    <div className="border-t border-line pt-3">
      <LoadButton
        upTo
        tenths={priceDeals(of, rows)}
        onLoad={(authorization) => unlockDeals(authorization, client, of, rows)}
      >
        {known !== null && known > rows ? `The newest ${rows} of ${known} deals` : `All ${formatCount(rows, 'deal')}`}
      </LoadButton>
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
      <DealLines deals={deals} hasCompany={of[0] !== 'company_deals'} />
    </FactSection>
  );
}

type DealLinesProps = {
  readonly deals: readonly DealRecord[];
  /** Whether they name their company. */
  readonly hasCompany: boolean;
};

/** Deals in two lines each, in the given order. */
export const DealLines = ({ deals, hasCompany }: DealLinesProps) => (
  <ul className="grid">
    {deals.map((deal) => {
      const round = <RoundBadge round={toRound(deal)} />;
      return (
        <li key={deal.id} className="grid gap-0.5 border-b border-line py-1.5 first:pt-0 last:border-0 last:pb-0">
          <TwoLines
            first={hasCompany ? <RecordName kind="company" id={deal.company_id} /> : round}
            figure={<RaisedCell deal={deal} />}
            second={
              <>
                {hasCompany && round}
                <span className="tabular-nums">{formatDayOf(deal.date)}</span>
                <span className="ml-auto tabular-nums empty:hidden">
                  {deal.total_round_raised !== null && formatNativeAmounts(deal)}
                </span>
              </>
            }
          />
        </li>
      );
    })}
  </ul>
);
