import { formatEmployees, formatShortDay, toDay } from '../../../platform/format.ts';
import { formatCountedType } from '../../../platform/rounds.ts';
import { CompareButton } from '../kit/record/compare-button.tsx';
import { PartCell } from '../kit/record/cells.tsx';
import { Details, Facts, FactSection, formatPlace, InvestorLinks, TopList } from '../kit/record/facts.tsx';
import { RecordOrigin } from '../../../records/origin.tsx';
import { CopyId } from '../../../platform/ui/copy-and-save.tsx';
import { DealHistorySection } from '../kit/record/deal-history-section.tsx';
import { LockedRecord } from '../kit/record/unlock-buttons.tsx';
import { type InvestorRow, buildInvestorRow } from './investors.ts';

type InvestorDetailProps = { readonly id: string; readonly row: InvestorRow | undefined };

/** What is unlocked about one investor, then what can be unlocked; showing it sends no request. */
export function InvestorDetail({ id, row = buildInvestorRow(id) }: InvestorDetailProps) {
  if (!row) return <LockedRecord kind="investor" id={id} />;
  const { record: investor } = row;
  return (
    <Details>
      {investor.description && <p className="text-ink-2">{investor.description}</p>}
      <InvestorFacts row={row} />
      <InvestorLinks investor={investor} />
      <Tops row={row} />
      <DealHistorySection of={['investor_deals', id]} known={investor.total_deal_count} />
      <RecordOrigin kind="investor" id={id} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CompareButton of="investors" ids={[id]} />
        <CopyId id={id} of="investor" />
      </div>
    </Details>
  );
}

function InvestorFacts({ row: { record: investor, matching, matchingLed } }: { readonly row: InvestorRow }) {
  const latest = toDay(investor.most_recent_deal_date);
  return (
    <Facts
      facts={[
        ['Office', formatPlace(investor.location ?? {})],
        ['Employees', formatEmployees(investor.num_employees)],
        ['Stages', investor.investment_stage],
        ['Latest deal', latest && formatShortDay(latest)],
        [
          matching === null ? 'Deals' : 'Matching deals',
          <PartCell key="deals" part={matching} of={investor.total_deal_count} />,
        ],
        [
          matchingLed === null ? 'Led' : 'Matching, led',
          <PartCell key="led" part={matchingLed} of={investor.lead_deal_count} />,
        ],
        ['Deals, 12 months', investor.deal_count_last_12_months?.toLocaleString('en-US')],
        ['Led, 12 months', investor.lead_deal_count_last_12_months?.toLocaleString('en-US')],
        ['Email', investor.contact_email],
        ['Phone', investor.contact_phone],
        ['Legal name', investor.legal_name],
      ]}
    />
  );
}

/** What an investor invests in most; the service returns at most five of each. */
function Tops({ row: { record: investor } }: { readonly row: InvestorRow }) {
  const tops = [
    ['Industries', investor.top_industries],
    ['Locations', investor.top_locations],
    ['Rounds', investor.top_round_types?.map(({ type, count }) => ({ name: formatCountedType(type), count }))],
  ] as const;
  return tops.map(([title, rows]) =>
    rows && rows.length > 0 ? (
      <FactSection key={title} title={`${title}, by number of deals`}>
        <TopList rows={rows.map(({ name, count }) => ({ key: name ?? '', name, count: count ?? 0 }))} />
      </FactSection>
    ) : null,
  );
}
