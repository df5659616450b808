import { companyCatalogue } from '#contract/company-filters.ts';
import { searchCompanies } from '#contract/companies.ts';
import { unlockedCompanies, type CompanyRecord } from '../../library/records/records.ts';
import { MoneyCell, NameCell, RoundBadge, TwoLines } from '../../search/record/cells.tsx';
import type { Resource, Sort } from '../../search/resource/resource.ts';
import { companyTemplates } from './templates.ts';
import { type CompanyRow, findCompanies, buildCompanyRow } from './rows.ts';
import { companyChart, companyColumns, companyExport, formatPlaceName } from './columns.tsx';

const figureOf = (read: (company: CompanyRecord) => number | null) => (id: string) => {
  const company = unlockedCompanies.read(id);
  return company ? read(company) : null;
};
const parseMoment = figureOf(({ latest_deal: deal }) => (deal?.date ? Date.parse(deal.date) : null));
const buildValuation = figureOf((company) => company.latest_valuation_usd);
const getRaised = figureOf((company) => company.total_raised);

// When a company was founded is not in its record: that order is the service's alone.
const sorts: readonly Sort[] = [
  {
    value: 'most_recent_raise',
    column: 'announced',
    direction: 'descending',
    figure: parseMoment,
  },
  {
    value: 'oldest_raise',
    column: 'announced',
    direction: 'ascending',
    figure: parseMoment,
  },
  { value: 'most_recent_founded', direction: 'descending' },
  { value: 'oldest_founded', direction: 'ascending' },
  {
    value: 'largest_valuation',
    column: 'valuation',
    direction: 'descending',
    figure: buildValuation,
  },
  {
    value: 'smallest_valuation',
    column: 'valuation',
    direction: 'ascending',
    figure: buildValuation,
  },
  {
    value: 'largest_total_raise',
    column: 'raised',
    direction: 'descending',
    figure: getRaised,
  },
  {
    value: 'smallest_total_raise',
    column: 'raised',
    direction: 'ascending',
    figure: getRaised,
  },
  {
    value: 'most_funding_rounds',
    column: 'rounds',
    direction: 'descending',
    figure: figureOf((company) => company.num_funding_rounds),
  },
  {
    value: 'most_investors',
    direction: 'descending',
    figure: figureOf((company) => company.num_investors),
  },
];

/** Companies, as the search screen knows them. */
export const companies: Resource<CompanyRow> = {
  ...companyCatalogue,
  marked: 'company',
  sorts,
  templates: companyTemplates,
  owned: unlockedCompanies,
  cost: searchCompanies.cost,
  chart: companyChart,
  find: findCompanies,
  toRow: buildCompanyRow,
  columns: companyColumns,
  exported: companyExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.company.name} companyId={row.id} />}
      figure={<MoneyCell usd={row.company.total_raised} />}
      second={
        <>
          {row.company.latest_deal && <RoundBadge round={row.company.latest_deal} />}
          <span className="truncate">{formatPlaceName(row)}</span>
        </>
      }
    />
  ),
  formatTitle: ({ company }) => company.name ?? 'Company',
  emptyWords:
    'Remove or broaden a filter. The filters of the latest round all describe that one round; an undisclosed amount matches no minimum.',
};
