import { capitalize, formatDayOf, formatEmployees } from '../../../platform/format.ts';
import { useListsOf } from '../../../records/lists/list-badge.tsx';
import { formatRoundType } from '../../../platform/rounds.ts';
import { MarkedText, RelevanceCell } from '../kit/record/relevance.tsx';
import { CompareButton } from '../kit/record/compare-button.tsx';
import { formatLatestValuation, formatRaised, formatTotalRaised } from '../kit/record/amounts.ts';
import { CompanyLinks, Details, Facts, FactSection, formatIndustries, formatPlace } from '../kit/record/facts.tsx';
import { RecordOrigin } from '../../../records/origin.tsx';
import { CopyId } from '../../../platform/ui/copy-and-save.tsx';
import { DealHistorySection } from '../kit/record/deal-history-section.tsx';
import { InvestorNames } from '../kit/record/profile-link.tsx';
import { LockedRecord } from '../kit/record/unlock-buttons.tsx';
import { buildCompanyRow, type CompanyRow } from './rows.ts';

type CompanyDetailProps = { readonly id: string; readonly row: CompanyRow | undefined };

/** What is unlocked about one company, then what can be unlocked; showing it sends no request. */
export function CompanyDetail({ id, row = buildCompanyRow(id) }: CompanyDetailProps) {
  if (!row) return <LockedRecord kind="company" id={id} />;
  const { company } = row;
  return (
    <Details>
      {(company.long_description ?? company.short_description) && (
        <p className="text-ink-2">
          <MarkedText whole texts={[company.long_description, company.short_description]} />
        </p>
      )}
      <CompanyFacts row={row} />
      <CompanyLinks company={company} />
      <DealHistorySection of={['company_deals', id]} known={company.num_funding_rounds} />
      <Backers row={row} />
      <RecordOrigin kind="company" id={id} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CompareButton of="companies" ids={[id]} />
        <CopyId id={id} of="company" />
      </div>
    </Details>
  );
}

function CompanyFacts({ row }: { readonly row: CompanyRow }) {
  const { company, similarity } = row;
  const latest = company.latest_deal;
  return (
    <Facts
      facts={[
        ['Location', formatPlace(company.location ?? {})],
        ['Industries', formatIndustries(company)],
        ['Employees', formatEmployees(company.num_employees)],
        ['IPO status', company.ipo_status && capitalize(company.ipo_status)],
        ['Total raised', formatTotalRaised(company) || 'Undisclosed'],
        ['Valuation', formatLatestValuation(company)],
        [
          'Latest round',
          latest && [formatRoundType(latest), formatRaised(latest), formatDayOf(latest.date)].join(', '),
        ],
        ['Funding rounds', company.num_funding_rounds?.toLocaleString('en-US')],
        ['Investors', company.num_investors?.toLocaleString('en-US')],
        ['Relevance', similarity !== null && <RelevanceCell key="relevance" relevance={similarity} />],
        ['In your lists', useListsOf(row.id).join(', ')],
        ['Legal name', company.legal_name],
        ['Address', company.address],
      ]}
    />
  );
}

function Backers({ row: { company, investors } }: { readonly row: CompanyRow }) {
  const ids = company.all_investor_ids ?? [];
  if (ids.length === 0) return null;
  return (
    <FactSection title="Investors of all rounds">
      <p className="text-ink-2">
        <InvestorNames names={investors} />
        {investors.length > 0 && investors.length < ids.length && ', '}
        {investors.length < ids.length && `${ids.length - investors.length} with a locked name`}
      </p>
    </FactSection>
  );
}
