import { WithListBadge } from '../../../records/lists/list-badge.tsx';
import { EmptyCell } from '../kit/record/cells.tsx';
import { NamedCell } from '../kit/record/named-cell.tsx';
import { type NamedRecord, InvestorNames, ProfileLink } from '../kit/record/profile-link.tsx';
import { formatRoles } from '../kit/record/facts.tsx';
import { buildColumns } from '../kit/record/column-kinds.tsx';
import type { PersonRow } from './people.ts';

const listEmployers = ({ investment_firms: investors }: PersonRow['record']): NamedRecord[] =>
  (investors ?? []).flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
export const listEmployerNames = ({ record }: PersonRow) => listEmployers(record).map(({ name }) => name);
/** The columns of the people table; counts of matching deals are shown next to the totals. */
export const personColumns = buildColumns<PersonRow>({
  name: {
    header: 'Person',
    width: 180,
    grow: 1,
    cell: ({ id, record, matching }) => (
      <NamedCell name={record.name} isPerson of={{ kind: 'person', id, within: matching !== null }} />
    ),
    key: ({ record }) => record.name,
  },
  title: { header: 'Title', kind: 'text', read: ({ record }) => record.title, grow: 1 },
  company: {
    header: 'Employer',
    width: 130,
    grow: 1,
    from: 560,
    cell: ({ record: { current_company: company } }) =>
      company?.name ? (
        <WithListBadge companyId={company.id}>
          <ProfileLink kind="company" id={company.id} tabIndex={-1} className="truncate">
            {company.name}
          </ProfileLink>
        </WithListBadge>
      ) : (
        <EmptyCell words="not known" />
      ),
    key: ({ record }) => record.current_company?.name ?? null,
  },
  kinds: { header: 'Known as', kind: 'text', read: ({ record }) => formatRoles(record), width: 124, from: 640 },
  firms: {
    header: 'Invests for',
    width: 140,
    grow: 1,
    from: 960,
    cell: ({ record }) => {
      const employers = listEmployers(record);
      return employers.length === 0 ? (
        <EmptyCell words="none known" />
      ) : (
        <span className="truncate">
          <InvestorNames names={employers} tabIndex={-1} />
        </span>
      );
    },
    key: (row) => listEmployerNames(row).join(', ') || null,
  },
  deals: {
    header: 'Deals',
    kind: 'part',
    read: ({ matching, record }) => [matching, record.investor_highlights?.total_deal_count],
  },
  led: {
    header: 'Led, 12 months',
    kind: 'count',
    read: ({ record }) => record.investor_highlights?.lead_deal_count_last_12_months,
    width: 124,
    from: 1080,
  },
  latest: {
    header: 'Latest deal',
    kind: 'day',
    read: ({ record }) => record.investor_highlights?.most_recent_deal_date,
    from: 700,
  },
  location: { header: 'Location', kind: 'text', read: ({ record }) => record.location, off: true },
});
