import { dealCatalogue } from '#contract/deal-filters.ts';
import { countDeals, searchDeals, readDealInvestors } from '#contract/deals.ts';
import { type Resource, createFigureOf, type Sort, type RowExtras } from '../kit/resource/resource.ts';
import { dealTemplates } from '../kit/resource/deal-templates.ts';
import { unlockedDeals } from '../../../records/records.ts';
import { sendFree } from '../../../spending/send-free.ts';
import { matchedKeys } from '../kit/record/company-match.ts';
import { dealChart, isDealMatch } from './rows.ts';
import { searchCompanies } from '#contract/companies.ts';
import { investorsPerDeal } from '../../../records/unlock.ts';
import { getExtent } from '../kit/fetch/extras.ts';
import type { Extent } from '../kit/query/search-query.ts';
import { chooseAffordable, findMissingParts, loadMissingParts } from '../kit/record/missing-parts.ts';
import { priceOf } from '../../../spending/price.ts';

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
  companies: extent === 'rows' || isNewest ? 0 : priceOf(searchCompanies.cost, rows),
  investors: extent === 'whole' ? priceOf(readDealInvestors.cost, rows * investorsPerDeal) : 0,
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
export const deals: Resource = {
  ...dealCatalogue,
  statusKind: 'deal',
  toCompanyId: (id) => unlockedDeals.read(id)?.company_id ?? undefined,
  sorts,
  templates: dealTemplates,
  unlocked: unlockedDeals,
  cost: searchDeals.cost,
  chart: dealChart,
  count: async (body) => (await sendFree(countDeals, { body })).data,
  extras: dealExtras,
  unlockedMatch: {
    isMatch: isDealMatch,
    keys: [...matchedKeys, 'investor', 'company'],
  },
  emptyMessage: 'Remove or broaden a filter. Deals with an undisclosed amount match no minimum and no maximum.',
};
