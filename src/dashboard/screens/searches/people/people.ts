import { listStageRounds } from '#contract/facets.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { countPeople, countEachPeople, searchPeople } from '#contract/people.ts';
import { type PersonRecord, unlockedPeople } from '../../../records/records.ts';
import { sendFree } from '../../../spending/send-free.ts';
import { type Resource, createFigureOf, type ResourceChart, type Sort } from '../kit/resource/resource.ts';
import { type Template, daysBefore } from '../kit/resource/template.ts';
import { createRowBuilder, type MatchedRow } from '../kit/record/deal-matches.ts';

/** Search templates for people. */
const peopleTemplates: readonly Template[] = [
  {
    title: 'Founders in Europe whose company raised a seed round in the last 12 months',
    use: 'Deal sourcing',
    wanted: { location: { field: 'location', names: [{ name: 'Europe', kind: 'REGION' }] } },
    values: (today) => ({
      roles: ['founder'],
      round: listStageRounds('SEED'),
      from: daysBefore(today, 364),
      to: daysBefore(today, 0),
    }),
  },
  {
    title: 'Angels who made two or more investments in fintech',
    use: 'Fundraising',
    wanted: { deal_industry: { field: 'industry', names: [{ name: 'Financial technology', kind: 'INDUSTRY' }] } },
    values: () => ({ type: 'investor', investment: 'angel', least: 2, sort: 'filtered_deal_count' }),
  },
  {
    title: 'The people who led the most deals in the last 12 months',
    use: 'Research',
    wanted: {},
    values: () => ({ type: 'investor', sort: 'lead_deal_count_last_12_months' }),
  },
];

const figureOf = createFigureOf((id) => unlockedPeople.read(id)?.investor_highlights);

type Highlights = NonNullable<NonNullable<ReturnType<typeof unlockedPeople.read>>['investor_highlights']>;
type Count = { [K in keyof Highlights]: Highlights[K] extends number | null ? K : never }[keyof Highlights];

const byCount = (value: Count): Sort => ({
  value,
  direction: 'descending',
  figure: figureOf((highlights) => highlights[value]),
});

// Only the service can sort by employer amounts, which no record has, and by names, which it folds.
const sorts: readonly Sort[] = [
  {
    value: 'most_recent_deal_date',
    column: 'latest',
    direction: 'descending',
    figure: figureOf(({ most_recent_deal_date: date }) => (date === null ? null : Date.parse(date))),
  },
  { value: 'total_raised', direction: 'descending' },
  { value: 'latest_deal_size', direction: 'descending' },
  { value: 'name', column: 'name', direction: 'ascending' },
  byCount('total_deal_count'),
  byCount('deal_count_last_12_months'),
  byCount('lead_deal_count'),
  { ...byCount('lead_deal_count_last_12_months'), column: 'led' },
  { value: 'filtered_deal_count', column: 'deals', direction: 'descending' },
];

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its ISO code; null for anything else. */
function getCountryName(code: string | null): string | null {
  return code !== null && /^[a-z]{2}$/i.test(code) ? (countryNames.of(code.toUpperCase()) ?? null) : null;
}

/** How people are charted; only investors have deals, rounds and industries. */
const personChart: ResourceChart = {
  read(id) {
    const person = unlockedPeople.read(id);
    if (!person) return undefined;
    const { investor_highlights: highlights } = person;
    return {
      moment: highlights?.most_recent_deal_date ?? null,
      rounds: highlights?.top_round_types ?? null,
      industries: highlights?.top_industries ?? null,
      place: getCountryName(person.country_code),
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of the latest deal, in UTC; only investors have one.', none: 'No deal' },
    { by: 'quarter', basis: 'By the day of the latest deal, in UTC; only investors have one.', none: 'No deal' },
    { by: 'round', basis: 'An investor counts in each most frequent round type, five at most.', none: 'No deals' },
    { by: 'industry', basis: 'An investor counts in each most frequent industry, five at most.', none: 'No deals' },
    { by: 'place', basis: 'By country.', none: 'Not known' },
  ],
  dayColumn: 'latest',
  activity: {
    keys: ['deal_from', 'deal_to'],
    basis: 'People with a matching deal in each period, in UTC, counted by the service.',
  },
};

/** A person as a row of the table, with the deals that match the deal filters of the search. */
export type PersonRow = MatchedRow<PersonRecord>;
export const buildPersonRow = createRowBuilder(unlockedPeople.read);

/** People, as the search screen knows them. */
export const people: Resource = {
  ...personCatalogue,
  statusKind: 'person',
  sorts,
  templates: peopleTemplates,
  unlocked: unlockedPeople,
  cost: searchPeople.cost,
  chart: personChart,
  count: async (body) => (await sendFree(countPeople, { body })).data,
  facets: {
    keys: ['type', 'roles', 'location', 'industry', 'round', 'company_employees'],
    count: async (searches) =>
      (await sendFree(countEachPeople, { body: countEachPeople.body.parse({ searches }) })).data.totals ?? [],
  },
  emptyMessage:
    'Remove or broaden a filter. Employer filters exclude people without a current employer; the deal filters all describe one deal.',
};
