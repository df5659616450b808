import { personCatalogue } from '#contract/person-filters.ts';
import { countPeople, searchPeople } from '#contract/people.ts';
import { unlockedPeople } from '../../library/records/records.ts';
import { sendFree } from '../../purchase/send-free.ts';
import { type AnyResource, createFigureOf, type Sort } from '../../search/resource/resource.ts';
import { type Template, daysBefore } from '../../search/resource/template.ts';
import { fetchPeople, personChart } from './rows.ts';

/** Search templates for people. */
const peopleTemplates: readonly Template[] = [
  {
    title: 'Founders in Europe whose company raised a seed round in the last 12 months',
    use: 'Deal sourcing',
    wanted: { location: { field: 'location', names: [{ name: 'Europe', kind: 'REGION' }] } },
    values: (today) => ({
      roles: ['founder'],
      round: [{ type: 'SEED', pre: false, extension: false }],
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

/** People, as the search screen knows them. */
export const people: AnyResource = {
  ...personCatalogue,
  statusKind: 'person',
  sorts,
  templates: peopleTemplates,
  unlocked: unlockedPeople,
  cost: searchPeople.cost,
  chart: personChart,
  find: fetchPeople,
  count: async (body) => (await sendFree(countPeople, { body })).data,
  emptyMessage:
    'Remove or broaden a filter. Employer filters exclude people without a current employer; the deal filters all describe one deal.',
};
