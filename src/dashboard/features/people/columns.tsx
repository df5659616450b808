import { ListBadged } from '../../library/lists/list-badge.tsx';
import { type FreeName, type PersonRecord, unlockedPeople } from '../../library/records/records.ts';
import { EmptyCell } from '../../search/record/cells.tsx';
import { NamedCell } from '../../search/record/named-cell.tsx';
import { type NamedRecord, NameLinks, ProfileLink } from '../../search/record/profile-link.tsx';
import { formatRoles } from '../../search/record/facts.tsx';
import { buildColumns } from '../../search/record/column-kinds.tsx';
import type { Figures, ResultPage, ResourceChart } from '../../search/resource/resource.ts';
import { searchPeople } from '#contract/people.ts';
import { storeFreeNames } from '../../library/records/unlock.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { addResultPage } from '../../search/fetch/search-results.ts';
import type { Section } from '../../search/query/search-query.ts';
import { clearPersonMatches } from '../../search/record/load-person.ts';
import { collectDealMatches, type DealMatches, readDealMatches } from '../../search/record/deal-matches.ts';

const listEmployers = ({ investment_firms: investors }: PersonRow['person']): NamedRecord[] =>
  (investors ?? []).flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
export const joinEmployerNames = ({ person }: PersonRow): string =>
  listEmployers(person)
    .map(({ name }) => name)
    .join(', ');
/** The columns of the people table; counts of matching deals are shown next to the totals. */
export const personColumns = buildColumns<PersonRow>({
  name: {
    header: 'Person',
    width: 180,
    grow: 1,
    cell: ({ id, person, matching }) => (
      <NamedCell name={person.name} isPerson of={{ kind: 'person', id, within: matching !== null }} />
    ),
    key: ({ person }) => person.name,
  },
  title: { header: 'Title', kind: 'text', read: ({ person }) => person.title, grow: 1 },
  company: {
    header: 'Employer',
    width: 130,
    grow: 1,
    from: 560,
    cell: ({ person: { current_company: company } }) =>
      company?.name ? (
        <ListBadged companyId={company.id}>
          <ProfileLink kind="company" id={company.id} tabIndex={-1} className="truncate">
            {company.name}
          </ProfileLink>
        </ListBadged>
      ) : (
        <EmptyCell words="not known" />
      ),
    key: ({ person }) => person.current_company?.name ?? null,
  },
  kinds: { header: 'Known as', kind: 'text', read: ({ person }) => formatRoles(person), width: 124, from: 640 },
  firms: {
    header: 'Invests for',
    width: 140,
    grow: 1,
    from: 960,
    cell: ({ person }) => {
      const employers = listEmployers(person);
      return employers.length === 0 ? (
        <EmptyCell words="none known" />
      ) : (
        <span className="truncate">
          <NameLinks kind="investor" names={employers} tabIndex={-1} />
        </span>
      );
    },
    key: (row) => joinEmployerNames(row) || null,
  },
  deals: {
    header: 'Deals',
    kind: 'part',
    read: ({ matching, person }) => [matching, person.investor_highlights?.total_deal_count],
  },
  led: {
    header: 'Led, 12 months',
    kind: 'count',
    read: ({ person }) => person.investor_highlights?.lead_deal_count_last_12_months,
    width: 116,
    from: 1080,
  },
  latest: {
    header: 'Latest deal',
    kind: 'day',
    read: ({ person }) => person.investor_highlights?.most_recent_deal_date,
    from: 700,
  },
  location: { header: 'Location', kind: 'text', read: ({ person }) => person.location, off: true },
});

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its ISO code; null for anything else. */
function getCountryName(code: string | null): string | null {
  return code !== null && /^[a-z]{2}$/i.test(code) ? (countryNames.of(code.toUpperCase()) ?? null) : null;
}

/** How people are charted; only investors have deals, rounds and industries. */
export const personChart: ResourceChart = {
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

/** A person as a row of the table, with the deals that match the deal filters of the search, or null. */
export type PersonRow = DealMatches & {
  readonly id: string;
  readonly person: PersonRecord;
};

/** The row of one person; undefined where it is not unlocked. `figures` are those of the search. */
export function buildPersonRow(id: string, figures?: Figures): PersonRow | undefined {
  const person = unlockedPeople.read(id);
  return person && { id, person, ...readDealMatches(figures) };
}

/** The employer and the investors that a person's record names. */
const listNames = ({ current_company: company, investment_firms: investors }: PersonRecord): FreeName[] => [
  ...(company ? chooseFreeName('company', company) : []),
  ...(investors ?? []).flatMap((investor) => chooseFreeName('firm', investor)),
];

type NamedEntity = { readonly id: string; readonly name: string | null; readonly domain: string | null };
const chooseFreeName = (kind: FreeName['kind'], { id, name, domain }: NamedEntity): FreeName[] =>
  name === null ? [] : [{ id, kind, name, remark: domain ?? '' }];

/** Fetches one page of a search. Counts of matching deals are stored with the results, not with the person. */
export async function fetchPeople(authorization: SpendAuthorization, body: Section): Promise<ResultPage> {
  const response = await sendPaid(authorization, searchPeople, { body });
  const { people } = response.data;
  storeFreeNames((people ?? []).flatMap(listNames));
  const figures = collectDealMatches(people);
  return addResultPage(searchPeople, response, people?.map(clearPersonMatches), unlockedPeople, figures);
}
