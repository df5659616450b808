import { investorCatalogue } from '#contract/investor-filters.ts';
import { listStageRounds } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { countInvestors, countEachInvestors, searchInvestors } from '#contract/investors.ts';
import { type InvestorRecord, unlockedInvestors } from '../../../records/records.ts';
import { sendFree } from '../../../spending/send-free.ts';
import { createRowBuilder, type MatchedRow, toDealMatches } from '../kit/record/deal-matches.ts';
import { type Resource, createFigureOf, type ResourceChart, type Sort } from '../kit/resource/resource.ts';
import { type Template, daysBefore } from '../kit/resource/template.ts';

const seed: readonly FinancingFilter[] = [...listStageRounds('PRE_SEED'), ...listStageRounds('SEED')];

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

/** How investors are charted; they have no amounts. */
const investorChart: ResourceChart = {
  read(id) {
    const investor = unlockedInvestors.read(id);
    return (
      investor && {
        moment: investor.most_recent_deal_date,
        rounds: investor.top_round_types,
        industries: investor.top_industries,
        place: investor.location?.country?.name ?? null,
        employees: investor.num_employees,
      }
    );
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC.', none: 'No date' },
    {
      by: 'round',
      basis: 'An investor counts in each of its most frequent round types, five at most.',
      none: 'Not known',
    },
    {
      by: 'industry',
      basis: 'An investor counts in each of its most frequent industries, five at most.',
      none: 'Not known',
    },
    { by: 'place', basis: 'By the country of the office.', none: 'Not known' },
    { by: 'employees', basis: 'By the number of people at the investor.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['from', 'to'],
    basis: 'Investors with a matching deal in each period, in UTC, counted by the service.',
  },
};

/** An investor as a row of the table, with the deals that match the portfolio filters of the search. */
export type InvestorRow = MatchedRow<InvestorRecord>;
export const buildInvestorRow = createRowBuilder(unlockedInvestors.read);

/** Investors, as the search screen knows them. */
export const investors: Resource = {
  ...investorCatalogue,
  statusKind: 'investor',
  sorts,
  templates: investorTemplates,
  unlocked: unlockedInvestors,
  cost: searchInvestors.cost,
  chart: investorChart,
  count: async (body) => (await sendFree(countInvestors, { body })).data,
  facets: {
    keys: ['location', 'industry', 'round', 'company_location', 'from', 'employees'],
    count: async (searches) =>
      (await sendFree(countEachInvestors, { body: countEachInvestors.body.parse({ searches }) })).data.totals ?? [],
  },
  emptyMessage: 'Remove or broaden a filter. The portfolio filters all describe one deal and its company.',
};
