import { WithListBadge } from '../../library/lists/list-badge.tsx';
import { EmptyCell } from '../../search/record/cells.tsx';
import { NamedCell } from '../../search/record/named-cell.tsx';
import { type NamedRecord, InvestorNames, ProfileLink } from '../../search/record/profile-link.tsx';
import { formatRoles } from '../../search/record/facts.tsx';
import { buildColumns } from '../../search/record/column-kinds.tsx';
import type { PersonRow } from './rows.ts';

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
        <WithListBadge companyId={company.id}>
          <ProfileLink kind="company" id={company.id} tabIndex={-1} className="truncate">
            {company.name}
          </ProfileLink>
        </WithListBadge>
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
          <InvestorNames names={employers} tabIndex={-1} />
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
    width: 124,
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
