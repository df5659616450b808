import { formatTotalRaised, formatExactNativeTotal } from '../kit/record/amounts.ts';
import { EmptyCell, MoneyCell, NameCell } from '../kit/record/cells.tsx';
import { NamedCell } from '../kit/record/named-cell.tsx';
import { RecordMark } from '../../../records/company-mark.tsx';
import { MarkedText, RelevanceCell } from '../kit/record/relevance.tsx';
import { InvestorNames } from '../kit/record/profile-link.tsx';
import { formatIndustries, formatPlaceName } from '../kit/record/facts.tsx';
import { buildColumns } from '../kit/record/column-kinds.tsx';
import type { GridColumn } from '../kit/table/grid-column.ts';
import type { CompanyRow } from './rows.ts';

const listInvestorNames = ({ investors }: CompanyRow): string => investors.map(({ name }) => name).join(', ');

/** The columns of the companies table. */
export const companyColumns = buildColumns<CompanyRow>({
  name: {
    header: 'Company',
    width: 200,
    grow: 1.1,
    cell: ({ id, company }) => <NamedCell name={company.name} of={{ kind: 'company', id }} companyId={id} />,
    key: ({ company }) => company.name,
  },
  similarity: {
    header: 'Relevance',
    width: 112,
    from: 900,
    cell: ({ similarity }) => <RelevanceCell relevance={similarity} />,
    key: ({ similarity }) => similarity,
    file: [['Relevance', ({ similarity }) => similarity, 'ratio']],
  },
  description: {
    header: 'What it does',
    width: 260,
    grow: 2,
    from: 760,
    cell: ({ company }) => (
      <span className="truncate">
        <MarkedText
          name={company.name}
          texts={[company.short_description, company.long_description]}
          empty={<EmptyCell words="not known" />}
        />
      </span>
    ),
    key: ({ company }) => company.short_description,
  },
  location: {
    header: 'Location',
    kind: 'text',
    read: ({ company }) => formatPlaceName(company.location),
    width: 116,
    from: 560,
    leaves: true,
  },
  round: { header: 'Latest round', kind: 'round', read: ({ company }) => company.latest_deal },
  announced: { header: 'Announced', kind: 'day', read: ({ company }) => company.latest_deal?.date },
  raised: {
    header: 'Total raised',
    width: 104,
    align: 'end',
    cell: ({ company }) => <MoneyCell usd={company.total_raised} native={formatTotalRaised(company)} />,
    key: ({ company }) => company.total_raised,
    file: [
      ['Total raised (USD)', ({ company }) => company.total_raised, 'usd'],
      ['Total raised (as paid)', ({ company }) => formatExactNativeTotal(company)],
    ],
  },
  valuation: { header: 'Valuation', kind: 'money', read: ({ company }) => company.latest_valuation_usd, from: 760 },
  rounds: { header: 'Rounds', kind: 'count', read: ({ company }) => company.num_funding_rounds, width: 76, from: 1080 },
  employees: { header: 'Employees', kind: 'employees', read: ({ company }) => company.num_employees, from: 1180 },
  industries: {
    header: 'Industries',
    kind: 'text',
    read: ({ company }) => formatIndustries(company),
    width: 150,
    grow: 1,
    from: 1000,
  },
  investors: {
    header: 'Investors',
    width: 150,
    off: true,
    cell: ({ investors }) =>
      investors.length === 0 ? (
        <EmptyCell words="names locked" />
      ) : (
        <span className="truncate">
          <InvestorNames names={investors} tabIndex={-1} />
        </span>
      ),
    key: (row) => listInvestorNames(row) || null,
  },
  domain: { header: 'Domain', kind: 'text', read: ({ company }) => company.domain, off: true },
});

const wide: GridColumn<CompanyRow> = {
  id: 'name',
  header: 'Company',
  display: { width: 260, grow: 4 },
  cell: ({ id, company }) => (
    <span className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <span className="row-span-2">
        {company.name && <RecordMark kind="company" id={id} name={company.name} size="medium" />}
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <NameCell name={company.name} of={{ kind: 'company', id }} companyId={id} />
        <span className="shrink-0 text-12 text-ink-3">{formatPlaceName(company.location)}</span>
      </span>
      <span className="truncate text-12.5">
        <MarkedText name={company.name} texts={[company.short_description, company.long_description]} />
      </span>
    </span>
  ),
  key: ({ company }) => company.name,
};

const buildMatchColumns = (off: readonly string[]): readonly GridColumn<CompanyRow>[] =>
  companyColumns.map((column) => {
    if (column.id === 'name') return { ...column, ...wide };
    return off.includes(column.id) ? { ...column, display: { ...column.display, off: true } } : column;
  });

/** What the sentence below the name says, or needs the width of; the columns can be shown all the same. */
const offByMeaning = ['description', 'location', 'industries', 'rounds', 'valuation'];

/** The columns after a search by meaning: the sentence that fits best is below the name. */
export const matchColumns: readonly GridColumn<CompanyRow>[] = buildMatchColumns(offByMeaning);
/** The same where the heads of groups say how well a row matches. */
export const bandColumns: readonly GridColumn<CompanyRow>[] = buildMatchColumns([...offByMeaning, 'similarity']);
