import type { Market } from '#contract/market.ts';
import type { MarketFigures } from './compute-market.ts';
import type { RecordNames } from './name-records.ts';

/** The figures with the names of what they count, by row of the tables. */
export function nameFigures(
  { window, leads, next_leads, where, ...figures }: MarketFigures,
  names: RecordNames,
): Market {
  const nameInvestor = <T extends { readonly investor: number }>({ investor, ...rest }: T) => ({
    ...rest,
    investor: names.investor(investor),
  });
  return {
    ...figures,
    ...(window && {
      window: {
        months: window.months,
        curve: window.curve,
        total: window.total,
        companies: window.deals.map(({ deal, months }) => ({ ...names.deal(deal), months })),
      },
    }),
    ...(leads && {
      leads: { ...leads, investors: leads.investors.map(nameInvestor), newcomers: leads.newcomers.map(nameInvestor) },
    }),
    ...(next_leads && { next_leads: { ...next_leads, investors: next_leads.investors.map(nameInvestor) } }),
    ...(where && {
      where: {
        ...where,
        industries: where.industries.map(names.industry),
        countries: where.countries.map(({ country, ...row }) => ({ country: names.location(country), ...row })),
      },
    }),
  };
}
