import { NamedCell } from '../../search/record/named-cell.tsx';
import { formatPlaceName } from '../../search/record/facts.tsx';
import { buildColumns } from '../../search/record/column-kinds.tsx';
import type { InvestorRow } from './rows.ts';

export const formatTopNames = (top: readonly { readonly name: string | null }[] | null): string =>
  (top ?? []).flatMap(({ name }) => name ?? []).join(', ');
export const formatIndustryNames = ({ investor }: InvestorRow): string => formatTopNames(investor.top_industries);

/** The columns of the investors table; counts of matching deals are shown next to the totals. */
export const investorColumns = buildColumns<InvestorRow>({
  name: {
    header: 'Investor',
    width: 200,
    grow: 1.2,
    cell: ({ id, investor, matching }) => (
      <NamedCell name={investor.name} of={{ kind: 'investor', id, within: matching !== null }} />
    ),
    key: ({ investor }) => investor.name,
  },
  location: {
    header: 'Office',
    kind: 'text',
    read: ({ investor }) => formatPlaceName(investor.location),
    width: 116,
    from: 600,
  },
  latest: { header: 'Latest deal', kind: 'day', read: ({ investor }) => investor.most_recent_deal_date },
  deals: { header: 'Deals', kind: 'part', read: ({ matching, investor }) => [matching, investor.total_deal_count] },
  led: {
    header: 'Led',
    kind: 'part',
    read: ({ matchingLed, investor }) => [matchingLed, investor.lead_deal_count],
    width: 112,
    from: 700,
  },
  recent: {
    header: 'Last 12 months',
    kind: 'count',
    read: ({ investor }) => investor.deal_count_last_12_months,
    width: 128,
    from: 760,
  },
  'recent-led': {
    header: 'Led, 12 months',
    kind: 'count',
    read: ({ investor }) => investor.lead_deal_count_last_12_months,
    width: 124,
    from: 1030,
  },
  industries: { header: 'Top industries', kind: 'text', read: formatIndustryNames, width: 150, grow: 1.2, from: 640 },
  stage: { header: 'Stages', kind: 'text', read: ({ investor }) => investor.investment_stage, width: 150, off: true },
  employees: { header: 'Employees', kind: 'employees', read: ({ investor }) => investor.num_employees, off: true },
  domain: { header: 'Domain', kind: 'text', read: ({ investor }) => investor.domain, off: true },
});
