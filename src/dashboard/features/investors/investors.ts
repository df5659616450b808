import { investorCatalogue } from '#contract/investor-filters.ts';
import { countInvestors, searchInvestors } from '#contract/investors.ts';
import { unlockedInvestors } from '../../library/records/records.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { toDealMatches } from '../../search/record/deal-matches.ts';
import { type AnyResource, createFigureOf, type Sort } from '../../search/resource/resource.ts';
import { type Template, daysBefore } from '../../search/resource/template.ts';
import { fetchInvestors, investorChart } from './rows.ts';

const seed = [
  { type: 'SEED', pre: false, extension: false },
  { type: 'SEED', pre: true, extension: false },
];

/** Search templates for investors. */
const investorTemplates: readonly Template[] = [
  {
    title: 'Investors for a seed climate company in the Nordics',
    use: 'Fundraising',
    wanted: {
      company_location: { field: 'location', names: [{ name: 'Nordics', kind: 'REGION' }] },
      industry: { field: 'industry', names: [{ name: 'Climate tech', kind: 'SUPER_CATEGORY' }] },
    },
    values: (today) => ({
      round: seed,
      from: daysBefore(today, 3 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
      rows: 10,
    }),
  },
  {
    title: 'Investors that led two or more fintech rounds in the last two years',
    use: 'Fundraising',
    wanted: { industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: (today) => ({
      led: true,
      least: 2,
      from: daysBefore(today, 2 * 365),
      to: daysBefore(today, 0),
      sort: 'matching_deals',
    }),
  },
  {
    title: 'The most active investors of the last 12 months',
    use: 'Research',
    wanted: {},
    values: () => ({ sort: 'recent_deals' }),
  },
];

const figureOf = createFigureOf(unlockedInvestors.read);

const sorts: readonly Sort[] = [
  {
    value: 'most_recent_deal',
    column: 'latest',
    direction: 'descending',
    figure: figureOf(({ most_recent_deal_date: date }) => (date === null ? null : Date.parse(date))),
  },
  {
    value: 'recent_deals',
    column: 'recent',
    direction: 'descending',
    figure: figureOf((investor) => investor.deal_count_last_12_months),
  },
  {
    value: 'deals_led_ltm',
    column: 'recent-led',
    direction: 'descending',
    figure: figureOf((investor) => investor.lead_deal_count_last_12_months),
  },
  { value: 'total_deals', direction: 'descending', figure: figureOf((investor) => investor.total_deal_count) },
  {
    value: 'matching_deals',
    column: 'deals',
    direction: 'descending',
    figure: figureOf((investor, figures) => toDealMatches(figures).matching ?? investor.total_deal_count),
  },
];

/** Investors, as the search screen knows them. */
export const investors: AnyResource = {
  ...investorCatalogue,
  statusKind: 'investor',
  sorts,
  templates: investorTemplates,
  unlocked: unlockedInvestors,
  cost: searchInvestors.cost,
  chart: investorChart,
  find: fetchInvestors,
  count: async (body) => (await sendFree(countInvestors, { body })).data,
  emptyMessage: 'Remove or broaden a filter. The portfolio filters all describe one deal and its company.',
};
