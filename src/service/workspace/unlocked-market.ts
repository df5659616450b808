import { searchDeals } from '#contract/deals.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { Market, marketBlocks } from '#contract/market.ts';
import type { readUnlockedMarket } from '#contract/workspace/market.ts';
import type { StoredSearch } from '#contract/workspace/searches.ts';
import type { Sql } from '../db/sql.ts';
import { computeMarket, type MarketFigures } from '../market/compute-market.ts';
import { type DealTable, formatDay, toDayNumber, unknownDay } from '../market/deal-table.ts';
import { buildQuestion, buildSelection, type MarketRequest } from '../market/market-question.ts';
import { nameFigures } from '../market/name-figures.ts';
import { readCounts } from './buy-counts.ts';
import type { CountPlan } from './count-market.ts';
import { canonicalJson } from './request-hash.ts';
import { listDealSearches, readSearchIds } from './stored-searches.ts';
import { readUnlockedDeals, type UnlockedDeals } from './unlocked-deals.ts';
import { readWorkspaceVersions } from './versions.ts';

type Block = (typeof marketBlocks)[number];
type DealsBody = MarketRequest['deals'];
/** A stored search for deals, with its body as the contract has it. */
type DealSearch = Omit<StoredSearch, 'body'> & { readonly body: DealsBody };

/** Figures about the unlocked deals of the stored search with the filters of a request. */
export async function findUnlockedMarket(
  sql: Sql,
  accountId: string,
  request: MarketRequest,
  now: Date,
): Promise<DataOf<typeof readUnlockedMarket>> {
  const search = await findDealSearch(sql, accountId, request.deals);
  const ids = search ? await readSearchIds(sql, accountId, search.id) : [];
  // What was added after the search was loaded is missing, so nothing later is known.
  const question = buildQuestion(request, search ? new Date(search.first_at) : now, undefined);
  const held = await readDealsOnce(sql, accountId, ids, { name: search?.id ?? '', seenOn: question.knownOn });
  const { table } = held;
  const loadedSince = search ? findLoadedSince(search, table) : Infinity;
  const since = Math.max(loadedSince, question.days.start ?? -Infinity);
  const selection =
    request.within &&
    buildSelection(request.within, {
      country: held.findCountry,
      industry: held.findIndustry,
      leads: (investors) => investors.map(held.findInvestor),
    });
  const answer = (rows: Int32Array, blocks: readonly Block[], completeSince: number): MarketFigures =>
    computeMarket(table, loadedSince === Infinity ? new Int32Array() : rows, {
      ...question,
      blocks: blocks.filter((block) => request.blocks.includes(block)),
      completeSince: Number.isFinite(completeSince) ? completeSince : undefined,
      selection,
    });

  const deals = table.day.length;
  const [hasCompanies, hasInvestors] = [held.withCompany.length === deals, held.withInvestors.length === deals];
  const hasHistories = loadedSince === -Infinity && hasAllRounds(request.deals);
  const isOfHistories = request.figure === 'step_up' || request.figure === 'months';
  const figures = answer(
    Int32Array.from(table.day.keys()),
    [
      'clock',
      'backtest',
      ...(isOfHistories && !hasHistories ? [] : (['sizes'] as const)),
      ...(hasHistories ? (['graduation'] as const) : []),
      ...(hasHistories && hasCompanies ? (['window'] as const) : []),
      ...(hasHistories && hasInvestors ? (['next_leads'] as const) : []),
    ],
    since,
  );
  // Where some are locked, a change against the year before would be one of what is unlocked.
  const recently = Math.max(since, toDayNumber(figures.recent.start));
  const { where } = answer(held.withCompany, ['where'], hasCompanies ? since : recently);
  const { leads } = answer(held.withInvestors, ['leads'], hasInvestors ? since : recently);
  const market = nameFigures({ ...figures, ...(where && { where }), ...(leads && { leads }) }, held.names);
  const plan = await readCounts(sql, accountId, request, { now });
  const counted = pickCounted(plan, request, market, since);
  return {
    market: { ...market, ...counted.market },
    from: {
      counted: counted.days,
      is_order_mixed: plan.isOrderMixed,
      unlocked: deals,
      total: search?.total ?? null,
      with_company: held.withCompany.length,
      with_investors: held.withInvestors.length,
      complete_since: Number.isFinite(loadedSince) ? formatDay(loadedSince) : null,
      has_histories: hasHistories,
    },
  };
}

/** A screen asks for its blocks at once, and again with each selection. */
const mostTables = 4;
const tables = new WeakMap<Sql, Map<string, Promise<UnlockedDeals>>>();

/** The unlocked deals of a search, read once until anything of the account's records or searches changes. */
async function readDealsOnce(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  { name, seenOn }: { readonly name: string; readonly seenOn: number },
): Promise<UnlockedDeals> {
  const { records, searches } = await readWorkspaceVersions(sql, accountId);
  const key = [accountId, name, seenOn, records, searches].join(' ');
  const stored = tables.get(sql) ?? new Map<string, Promise<UnlockedDeals>>();
  tables.set(sql, stored);
  const deals = stored.get(key) ?? readUnlockedDeals(sql, accountId, ids, seenOn);
  // The newest are last; what failed is read again.
  stored.delete(key);
  stored.set(key, deals);
  for (const old of [...stored.keys()].slice(0, -mostTables)) stored.delete(old);
  return deals.catch((error: unknown) => {
    stored.delete(key);
    throw error;
  });
}

/**
 * Counts of the service in place of figures from unlocked deals, where they cover more days. What is selected is not
 * counted.
 */
function pickCounted(
  { clock, sizes, recent }: CountPlan,
  { measure, figure, within, blocks }: MarketRequest,
  market: Market,
  since: number,
) {
  const isAllUnlocked = (start: string | undefined) =>
    market.total > 0 && (start === undefined || toDayNumber(start) >= since);
  const hasClock =
    clock && !within && measure === 'deals' && !isAllUnlocked(clock.figures.periods[0]?.start) ? clock : undefined;
  const hasSizes =
    sizes && !within && figure === 'amount' && !isAllUnlocked(formatDay(recent.start)) ? sizes : undefined;
  const sum = (counted: readonly { readonly deals: number }[]) => counted.reduce((all, { deals }) => all + deals, 0);
  const total = Math.max(hasClock ? sum(hasClock.figures.periods) : market.total, sum(hasSizes?.figures.recent ?? []));
  return {
    days: { clock: hasClock?.day ?? null, sizes: hasSizes?.day ?? null },
    market: {
      ...((hasClock ?? hasSizes) && { total, within: total }),
      ...(hasClock && blocks.includes('clock') && { clock: hasClock.figures }),
      ...(hasSizes &&
        blocks.includes('sizes') && {
          recent: { start: formatDay(recent.start), end: formatDay(recent.end) },
          sizes: { periods: [], recent: hasSizes.figures.recent },
        }),
    },
  };
}

/** The stored search for deals with these filters, in any order, of which most is known. */
async function findDealSearch(sql: Sql, accountId: string, deals: DealsBody): Promise<DealSearch | undefined> {
  const wanted = formatFilters(deals);
  const same = (await listDealSearches(sql, accountId)).flatMap((search): DealSearch[] => {
    const body = searchDeals.body.safeParse(search.body);
    return body.success && formatFilters(body.data) === wanted ? [{ ...search, body: body.data }] : [];
  });
  return same.find(isLoaded) ?? same.filter(isByDate).toSorted((a, b) => b.loaded - a.loaded)[0] ?? same[0];
}

/** The filters of a search as text: without page and order, and without sections that filter nothing. */
function formatFilters({ page: _page, page_size: _size, sort_by: _order, ...filters }: DealsBody): string {
  return canonicalJson(Object.fromEntries(Object.entries(filters).filter(([, section]) => !isEmpty(section))));
}

const isEmpty = (section: object | undefined): boolean =>
  Object.values(section ?? {}).every((one) => one === undefined);

const isLoaded = ({ ended, loaded, total }: DealSearch): boolean => ended || (total !== null && loaded >= total);

const isByDate = ({ body }: DealSearch): boolean => body.sort_by === 'most_recent_deal';

/**
 * The first day of which all deals of a search are there: minus infinity for all days, infinity for none. Undated deals
 * are last, so with one of them all days are there.
 */
function findLoadedSince(search: DealSearch, { day }: DealTable): number {
  if (isLoaded(search)) return -Infinity;
  const last = day.at(-1);
  if (!isByDate(search) || last === undefined) return Infinity;
  return last === unknownDay ? -Infinity : last + 1;
}

/** Whether a search matches every round of its companies. */
const hasAllRounds = ({ deal, identifiers, investors }: DealsBody): boolean =>
  [deal, identifiers, investors].every(isEmpty);
