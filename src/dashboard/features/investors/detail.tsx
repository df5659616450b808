import { readInvestorDeals } from '#contract/deals.ts';
import { readInvestor } from '#contract/investors.ts';
import { toDay } from '../../platform/format.ts';
import { OpenProfile } from '../../search/profile/open-profile.tsx';
import { toRoundName } from '../../platform/rounds.ts';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { PartCell } from '../../search/record/cells.tsx';
import { DealHistory } from '../../search/profile/deal-history.tsx';
import { Details, Facts, FactSection, TopList } from '../../search/record/facts.tsx';
import { NotOwned } from '../../search/record/not-owned.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { InvestorLinks } from './investor-links.tsx';
import { loadDeals, loadInvestor } from './queries.ts';
import { toInvestorRow, type InvestorRow } from './rows.ts';

type InvestorDetailProps = { readonly id: string; readonly row: InvestorRow | undefined };

/** Everything that is owned about one firm first, then what can be bought; showing it asks for nothing. */
export function InvestorDetail({ id, row = toInvestorRow(id) }: InvestorDetailProps) {
  if (!row) {
    const ask = (authorization: Parameters<typeof loadInvestor>[0]) => loadInvestor(authorization, id);
    return <NotOwned one="firm" label="Load this firm" tenths={readInvestor.cost.tenths} ask={ask} />;
  }
  const { investor } = row;
  return (
    <Details>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OpenProfile kind="firm" id={id} within={row.matching !== null} />
        <CompareButton of="investors" ids={[id]} />
      </div>
      {investor.description && <p className="text-ink-2">{investor.description}</p>}
      <InvestorFacts row={row} />
      <InvestorLinks investor={investor} />
      <Tops row={row} />
      <DealHistory
        of={['investor deals', id]}
        known={investor.total_deal_count}
        tenthsPerRow={readInvestorDeals.cost.tenths}
        ask={(authorization, page) => loadDeals(authorization, id, page)}
      />
      <Facts facts={[['Firm id', <CopyButton key="id" text={id} label="firm id" />]]} />
    </Details>
  );
}

function InvestorFacts({ row: { investor, matching, matchingLed } }: { readonly row: InvestorRow }) {
  const { city, state, country } = investor.location ?? {};
  const latest = toDay(investor.most_recent_deal_date);
  return (
    <Facts
      facts={[
        ['Office', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
        ['Employees', investor.num_employees?.replace('-', '–')],
        ['Stages', investor.investment_stage],
        ['Latest deal', latest && `${latest} UTC`],
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

/** What a firm invests in most; the service names at most five of each. */
function Tops({ row: { investor } }: { readonly row: InvestorRow }) {
  const tops = [
    ['Industries', (investor.top_industries ?? []).map(({ name, count }) => [name ?? '', count ?? 0] as const)],
    ['Locations', (investor.top_locations ?? []).map(({ name, count }) => [name ?? '', count ?? 0] as const)],
    ['Rounds', (investor.top_round_types ?? []).map(({ type, count }) => [toRoundName({ type }), count ?? 0] as const)],
  ] as const;
  return tops.map(([title, rows]) =>
    rows.length === 0 ? null : (
      <FactSection key={title} title={`${title}, by number of deals`}>
        <TopList rows={rows} />
      </FactSection>
    ),
  );
}
