import { calculatePrice } from '#contract/credits.ts';
import { searchCompanies } from '#contract/companies.ts';
import { readDealInvestors } from '#contract/deals.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { investorsPerDeal } from '../../library/records/unlock.ts';
import { getExtent } from '../../search/fetch/extras.ts';
import type { Extent } from '../../search/query/search-query.ts';
import type { RowExtras } from '../../search/resource/resource.ts';

/** How much of the price of a search is for companies and for investors, in tenths. */
const divide = (extent: Extent, isNewest: boolean, rows: number) => ({
  // The newest round of a company comes with the company.
  companies: extent === 'rows' || isNewest ? 0 : calculatePrice(searchCompanies.cost, rows),
  investors: extent === 'whole' ? calculatePrice(readDealInvestors.cost, rows * investorsPerDeal) : 0,
});

/** What a search for deals loads for its rows. */
export const dealExtras: RowExtras = {
  price(query, rows) {
    const { companies, investors } = divide(getExtent(query), query.rounds === 'newest', rows);
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
    const { investors } = divide(extent, query.rounds === 'newest', ids.length);
    const affordable = { ...missing, rounds: chooseAffordable(missing.rounds, investors) };
    await loadMissingParts(authorization, affordable, onProgress);
  },
};
