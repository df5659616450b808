import { listStageRounds } from '#contract/facets.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { countCompanies, countEachCompanies, searchCompanies } from '#contract/companies.ts';
import { unlockedCompanies } from '../../../records/records.ts';
import { sendFree } from '../../../spending/send-free.ts';
import { matchedKeys } from '../kit/record/company-match.ts';
import { type Resource, createFigureOf, type Sort } from '../kit/resource/resource.ts';
import { type Template, daysBefore } from '../kit/resource/template.ts';
import { companyChart, isUnlockedMatch } from './rows.ts';

/** Search templates for companies. */
const companyTemplates: readonly Template[] = [
  {
    title: 'Seed climate companies in the Nordics, funded in the last 12 months',
    use: 'Deal sourcing',
    wanted: {
      location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: listStageRounds('SEED'),
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Companies with up to 50 people that raised more than $10M',
    use: 'Deal sourcing',
    wanted: {},
    values: () => ({ employees: ['1-10', '11-50'], raised_min: 10_000_000, sort: 'largest_total_raise' }),
  },
  {
    title: 'The most valuable private companies in the United States',
    use: 'Research',
    wanted: { location: { field: 'location', names: [{ name: 'United States', kind: 'COUNTRY' }] } },
    values: () => ({ ipo: ['private'], sort: 'largest_valuation' }),
  },
];

const figureOf = createFigureOf(unlockedCompanies.read);
const latestRaise = figureOf(({ latest_deal: deal }) => (deal?.date ? Date.parse(deal.date) : null));
const valuation = figureOf((company) => company.latest_valuation_usd);
const totalRaised = figureOf((company) => company.total_raised);

// A record has no founding date, so only the service can sort by it.
const sorts: readonly Sort[] = [
  { value: 'most_recent_raise', column: 'announced', direction: 'descending', figure: latestRaise },
  { value: 'oldest_raise', column: 'announced', direction: 'ascending', figure: latestRaise },
  { value: 'most_recent_founded', direction: 'descending' },
  { value: 'oldest_founded', direction: 'ascending' },
  { value: 'largest_valuation', column: 'valuation', direction: 'descending', figure: valuation },
  { value: 'smallest_valuation', column: 'valuation', direction: 'ascending', figure: valuation },
  { value: 'largest_total_raise', column: 'raised', direction: 'descending', figure: totalRaised },
  { value: 'smallest_total_raise', column: 'raised', direction: 'ascending', figure: totalRaised },
  {
    value: 'most_funding_rounds',
    column: 'rounds',
    direction: 'descending',
    figure: figureOf((company) => company.num_funding_rounds),
  },
  { value: 'most_investors', direction: 'descending', figure: figureOf((company) => company.num_investors) },
];

/** Companies, as the search screen knows them. */
export const companies: Resource = {
  ...companyCatalogue,
  statusKind: 'company',
  sorts,
  templates: companyTemplates,
  unlocked: unlockedCompanies,
  unlockedMatch: {
    isMatch: isUnlockedMatch,
    keys: [...matchedKeys, 'latest_investor', 'investor'],
  },
  cost: searchCompanies.cost,
  chart: companyChart,
  count: async (body) => (await sendFree(countCompanies, { body })).data,
  facets: {
    keys: ['round', 'location', 'industry', 'employees', 'raised_min', 'from', 'ipo'],
    count: async (searches) =>
      (await sendFree(countEachCompanies, { body: countEachCompanies.body.parse({ searches }) })).data.totals ?? [],
  },
  emptyMessage:
    'Remove or broaden a filter. The filters of the latest round all describe that one round; an undisclosed amount matches no minimum.',
};
