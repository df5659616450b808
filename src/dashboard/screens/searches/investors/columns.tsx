import { NamedCell } from '../kit/record/named-cell.tsx';
import { formatPlaceName } from '../kit/record/facts.tsx';
import { buildColumns } from '../kit/record/column-kinds.tsx';
import type { InvestorRow } from './investors.ts';

export const formatIndustryNames = ({ top_industries: industries }: InvestorRow['record']): string =>
  (industries ?? []).flatMap(({ name }) => name ?? []).join(', ');

/** The columns of the investors table; counts of matching deals are shown next to the totals. */
export const investorColumns = buildColumns<InvestorRow>({
  name: {
    header: 'Investor',
    width: 200,
    grow: 1.2,
    cell: ({ id, record, matching }) => (
      <NamedCell name={record.name} of={{ kind: 'investor', id, within: matching !== null }} />
    ),
    key: ({ record }) => record.name,
  },
  location: {
    header: 'Office',
    kind: 'text',
    read: ({ record }) => formatPlaceName(record.location),
    width: 116,
    from: 600,
  },
  latest: { header: 'Latest deal', kind: 'day', read: ({ record }) => record.most_recent_deal_date },
  deals: { header: 'Deals', kind: 'part', read: ({ matching, record }) => [matching, record.total_deal_count] },
  led: {
    header: 'Led',
    kind: 'part',
    read: ({ matchingLed, record }) => [matchingLed, record.lead_deal_count],
    width: 112,
    from: 700,
  },
  recent: {
    header: 'Last 12 months',
    kind: 'count',
    read: ({ record }) => record.deal_count_last_12_months,
    width: 128,
    from: 760,
  },
  'recent-led': {
    header: 'Led, 12 months',
    kind: 'count',
    read: ({ record }) => record.lead_deal_count_last_12_months,
    width: 124,
    from: 1030,
  },
  industries: {
    header: 'Top industries',
    kind: 'text',
    read: ({ record }) => formatIndustryNames(record),
    width: 150,
    grow: 1.2,
    from: 640,
  },
  stage: { header: 'Stages', kind: 'text', read: ({ record }) => record.investment_stage, width: 150, off: true },
  employees: { header: 'Employees', kind: 'employees', read: ({ record }) => record.num_employees, off: true },
  domain: { header: 'Domain', kind: 'text', read: ({ record }) => record.domain, off: true },
});
