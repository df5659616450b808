import { readCompany } from '#contract/companies.ts';
import { readCompanyDeals } from '#contract/deals.ts';
import { toDay, toFullMoney, toMoney } from '../../platform/format.ts';
import { useListsOf } from '../../library/lists/membership.ts';
import { NameLinks } from '../../search/profile/name-links.tsx';
import { OpenProfile } from '../../search/profile/open-profile.tsx';
import { toRoundName } from '../../platform/rounds.ts';
import { RelevanceCell } from '../../search/record/cells.tsx';
import { CompareButton } from '../../search/record/compare-button.tsx';
import { DealHistory } from '../../search/profile/deal-history.tsx';
import { Details, Facts, FactSection } from '../../search/record/facts.tsx';
import { NotOwned } from '../../search/record/not-owned.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { CompanyLinks } from './company-links.tsx';
import { loadCompany, loadRounds } from './queries.ts';
import { toCompanyRow, toIndustryNames, type CompanyRow } from './rows.ts';

type CompanyDetailProps = { readonly id: string; readonly row: CompanyRow | undefined };

/** Everything that is owned about one company first, then what can be bought; showing it asks for nothing. */
export function CompanyDetail({ id, row = toCompanyRow(id) }: CompanyDetailProps) {
  if (!row) {
    const ask = (authorization: Parameters<typeof loadCompany>[0]) => loadCompany(authorization, id);
    return <NotOwned one="company" label="Load this company" tenths={readCompany.cost.tenths} ask={ask} />;
  }
  const { company } = row;
  return (
    <Details>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OpenProfile kind="company" id={id} />
        <CompareButton of="companies" ids={[id]} />
      </div>
      {(company.long_description ?? company.short_description) && (
        <p className="text-ink-2">{company.long_description ?? company.short_description}</p>
      )}
      <CompanyFacts row={row} />
      <CompanyLinks company={company} />
      <DealHistory
        of={['company deals', id]}
        known={company.num_funding_rounds}
        tenthsPerRow={readCompanyDeals.cost.tenths}
        ask={(authorization, page) => loadRounds(authorization, id, page)}
      />
      <Backers row={row} />
      <Facts facts={[['Company id', <CopyButton key="id" text={id} label="company id" />]]} />
    </Details>
  );
}

const toUsd = (usd: number | null | undefined): string =>
  typeof usd === 'number' ? toFullMoney(usd, 'USD') : 'undisclosed';

function CompanyFacts({ row }: { readonly row: CompanyRow }) {
  const { company, similarity } = row;
  const { city, state, country } = company.location ?? {};
  const latest = company.latest_deal;
  const valued = toDay(company.latest_valuation_date);
  return (
    <Facts
      facts={[
        ['Location', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
        ['Industries', toIndustryNames(row)],
        ['Employees', company.num_employees?.replace('-', '–')],
        ['Stock market', company.ipo_status],
        ['Raised in all', toUsd(company.total_raised)],
        ['Valuation', `${toUsd(company.latest_valuation_usd)}${valued ? `, ${valued} UTC` : ''}`],
        [
          'Latest round',
          latest &&
            [
              toRoundName(latest),
              latest.total_round_raised === null ? 'undisclosed' : toMoney(latest.total_round_raised),
              `${toDay(latest.date) ?? 'no date'} UTC`,
            ].join(', '),
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

function Backers({ row: { company, firms } }: { readonly row: CompanyRow }) {
  const ids = company.all_investor_ids ?? [];
  if (ids.length === 0) return null;
  return (
    <FactSection title="Investment firms, all rounds">
      <p className="text-ink-2">
        <NameLinks kind="firm" names={firms} />
        {firms.length > 0 && firms.length < ids.length && ', '}
        {firms.length < ids.length && `${ids.length - firms.length} without a name so far`}
      </p>
    </FactSection>
  );
}
