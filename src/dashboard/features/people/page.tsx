import { personCatalogue } from '#contract/person-filters.ts';
import { searchPeople } from '#contract/people.ts';
import { type Resource, type ScreenParts, type Sort, createFigureOf } from '../../search/resource/resource.ts';
import { SearchPage } from '../../search/search-page.tsx';
import { type Template, daysBefore } from '../../search/resource/templates.tsx';
import { unlockedPeople } from '../../library/records/records.ts';
import { NameCell, PartCell, TwoLines } from '../../search/record/cells.tsx';
import { formatRoles } from '../../search/record/facts.tsx';
import { type PersonRow, buildPersonRow, fetchPeople, personChart, personColumns } from './columns.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// Most visits never open a record.
const PersonDetail = lazyPart(() => import('./detail.tsx').then((module) => ({ default: module.PersonDetail })));

const parts: ScreenParts<PersonRow> = { detail: (id, row) => <PersonDetail id={id} row={row} /> };

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} parts={parts} />;
}

/** Search templates for people. */
export const peopleTemplates: readonly Template[] = [
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
export const people: Resource<PersonRow> = {
  ...personCatalogue,
  statusKind: 'person',
  sorts,
  templates: peopleTemplates,
  unlocked: unlockedPeople,
  cost: searchPeople.cost,
  chart: personChart,
  find: fetchPeople,
  toRow: buildPersonRow,
  columns: personColumns,
  loadExported: async () => (await import('./export-columns.ts')).personExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.person.name} />}
      figure={<PartCell part={row.matching} of={row.person.investor_highlights?.total_deal_count ?? null} />}
      second={
        <>
          <span className="truncate">
            {[row.person.title, row.person.current_company?.name].filter(Boolean).join(', ')}
          </span>
          <span className="ml-auto shrink-0">{formatRoles(row.person)}</span>
        </>
      }
    />
  ),
  formatTitle: ({ person }) => person.name ?? 'Person',
  describe: ({ id, person, matching }) => ({
    about: [person.title, person.current_company?.name].filter((part) => part).join(', '),
    profile: { kind: 'person', id, within: matching !== null },
  }),
  emptyMessage:
    'Remove or broaden a filter. Employer filters exclude people without a current employer; the deal filters all describe one deal.',
};
