import { dealCatalogue } from '#contract/deal-filters.ts';
import { countDeals, searchDeals, readDealInvestors } from '#contract/deals.ts';
import { type AnyResource, createFigureOf, type Sort, type RowExtras } from '../../search/resource/resource.ts';
import { dealTemplates } from './deal-templates.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { newestRounds } from './newest-rounds.ts';
import { matchedKeys } from '../../search/record/company-match.ts';
import { countUnlockedNames, dealChart, fetchDeals, isDealMatch } from './rows.ts';
import { calculatePrice } from '#contract/credits.ts';
import { searchCompanies } from '#contract/companies.ts';
import { investorsPerDeal } from '../../library/records/unlock.ts';
import { getExtent } from '../../search/fetch/extras.ts';
import type { Extent } from '../../search/query/search-query.ts';

const figureOf = createFigureOf(unlockedDeals.read);
const announced = figureOf(({ date }) => (date === null ? null : Date.parse(date)));
const raised = figureOf((deal) => deal.total_round_raised);

const sorts: readonly Sort[] = [
  { value: 'most_recent_deal', column: 'announced', direction: 'descending', figure: announced },
  { value: 'oldest_deal', column: 'announced', direction: 'ascending', figure: announced },
  { value: 'largest_raise', column: 'raised', direction: 'descending', figure: raised },
  { value: 'smallest_raise', column: 'raised', direction: 'ascending', figure: raised },
];

/** How much of the price of a search is for companies and for investors, in tenths. */
const dividePrice = (extent: Extent, isNewest: boolean, rows: number) => ({
  // The newest round of a company comes with the company.
  companies: extent === 'rows' || isNewest ? 0 : calculatePrice(searchCompanies.cost, rows),
  investors: extent === 'whole' ? calculatePrice(readDealInvestors.cost, rows * investorsPerDeal) : 0,
});

/** What a search for deals loads for its rows. */
const dealExtras: RowExtras = {
  price(query, rows) {
    const { companies, investors } = dividePrice(getExtent(query), query.rounds === 'newest', rows);
    return companies + investors;
  },
  describe(query, rows) {
    const extent = getExtent(query);
    const investors = extent === 'whole' ? `, ${rows * investorsPerDeal} investors with leads` : '';
    if (query.rounds === 'newest') return `At most ${rows} companies with their newest round${investors}`;
    return `At most ${rows} deals${extent === 'rows' ? '' : `, ${rows} companies`}${investors}`;
  },
  async load(authorization, query, ids, onProgress) {
    const { chooseAffordable, findMissingParts, loadMissingParts } =
      await import('../../search/record/missing-parts.ts');
    const extent = getExtent(query);
    const missing = findMissingParts(
      ids.flatMap((id) => unlockedDeals.read(id) ?? []),
      extent,
    );
    const { investors } = dividePrice(extent, query.rounds === 'newest', ids.length);
    const affordable = { ...missing, rounds: chooseAffordable(missing.rounds, investors) };
    await loadMissingParts(authorization, affordable, onProgress);
  },
};

/** Funding rounds, as the search screen knows them. */
export const deals: AnyResource = {
  ...dealCatalogue,
  statusKind: 'deal',
  toCompanyId: (id) => unlockedDeals.read(id)?.company_id ?? undefined,
  sorts,
  templates: dealTemplates,
  unlocked: unlockedDeals,
  cost: searchDeals.cost,
  countNames: countUnlockedNames,
  chart: dealChart,
  find: fetchDeals,
  count: async (body) => (await sendFree(countDeals, { body })).data,
  extras: dealExtras,
  cheaper: newestRounds,
  unlockedMatches: {
    rows: unlockedDeals.rows,
    count: unlockedDeals.count,
    isMatch: isDealMatch,
    keys: [...matchedKeys, 'firm', 'company'],
  },
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
