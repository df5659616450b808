import type { ShownFigure } from '../../platform/ui/figure-list.tsx';
import { Link } from '@tanstack/react-router';
import { useListsOf } from '../../records/lists/list-badge.tsx';
import { useLibraryVersion } from '../../records/record-store.ts';
import { type CompanyRecord, unlockedCompanies } from '../../records/records.ts';
import { capitalize, formatCount, formatDayOf, formatEmployees, formatGrouped } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { unnamed } from '../searches/kit/lookups/known-names.ts';
import { permalinkText } from '../searches/kit/lookups/permalink.ts';
import { useDealHistory } from '../searches/kit/record/deal-history-section.tsx';
import { formatLatestValuation, formatTotalRaised, formatUsd } from '../searches/kit/record/amounts.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import { CompanyLinks, formatPlace } from '../searches/kit/record/facts.tsx';
import { MarkedName } from './marked-name.tsx';
import { buildTimeline, CompanyRounds, formatRoundsOf, rankBackers, type TimelineRound } from './company-rounds.tsx';
import { LockedProfile, ProfileAddress, ProfileFrame, type RenderAlert } from './profile-frame.tsx';
import { People } from './people-list.tsx';
import { BlockLines, OwnNotes, ProfileBlock, RecordBlock } from './profile-block.tsx';
import { RoundPosition } from '../searches/kit/record/round-position.tsx';
import { SimilarCompanies } from './similar-companies.tsx';
import { ProfileActions } from './profile-actions.tsx';

type CompanyProfilePageProps = { readonly renderAlert: RenderAlert };

/** The profile of the company in the address. */
export const CompanyProfilePage = (props: CompanyProfilePageProps) => (
  <ProfileAddress kind="company">{(id) => <CompanyProfile id={id} {...props} />}</ProfileAddress>
);

/** What is unlocked of a company, each part with what completes it; opening it sends no request. */
function CompanyProfile({ id, renderAlert }: CompanyProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const company = unlockedCompanies.read(id);
  const history = useDealHistory('company_deals', id, company?.num_funding_rounds ?? null);
  const rounds = buildTimeline(company ?? { id, latest_deal: null }, history.deals);
  const timeline = <CompanyRounds company={company} history={history} rounds={rounds} />;
  const actions = (
    <ProfileActions owner={{ kind: 'company', id, isLocked: company === undefined, history }}>
      {renderAlert({ kind: 'company', id, name: company?.name ?? 'this company' })}
    </ProfileActions>
  );
  // Rounds that searches returned are unlocked even where the company is not.
  if (!company)
    return (
      <LockedProfile kind="company" id={id} tools={actions}>
        {history.deals.length > 0 && timeline}
      </LockedProfile>
    );
  return (
    <ProfileFrame
      kind="company"
      id={id}
      name={company.name ?? unnamed.company}
      line={formatCompanyLine(company)}
      links={<CompanyLinks company={company} />}
      figures={buildCompanyFigures(company, rounds)}
      tools={actions}
      main={
        <>
          {timeline}
          <LatestRoundSize rounds={rounds} />
          <SimilarCompanies company={company} />
        </>
      }
      side={
        <>
          <BackersBlock company={company} rounds={rounds} />
          <ProfileBlock title="People">
            <People owner={{ kind: 'company', id }} />
          </ProfileBlock>
          <CompanyRecordBlock company={company} />
          <OwnNotes kind="company" id={id} />
        </>
      }
    />
  );
}

/** The size of the newest round with an amount among its peers. */
function LatestRoundSize({ rounds }: { readonly rounds: readonly TimelineRound[] }) {
  const deal = rounds.find((round) => round.deal.total_round_raised !== null)?.deal;
  return deal ? <RoundPosition dealId={deal.id} raised={deal.total_round_raised} Frame={ProfileBlock} /> : null;
}

const CompanyRecordBlock = ({ company }: { readonly company: CompanyRecord }) => (
  <RecordBlock
    kind="company"
    id={company.id}
    title="Company"
    text={company.long_description ?? company.short_description}
    facts={[
      ['Location', formatPlace(company.location ?? {})],
      ['Industries', <IndustryLinks key="industries" industries={company.industries ?? []} />],
      ['Employees', formatEmployees(company.num_employees)],
      ['IPO status', company.ipo_status && capitalize(company.ipo_status)],
      ['Valuation', formatLatestValuation(company)],
      ['In your lists', useListsOf(company.id).join(', ')],
      ['Legal name', company.legal_name],
      ['Address', company.address],
    ]}
  />
);

type IndustryLinksProps = { readonly industries: NonNullable<CompanyRecord['industries']> };

/** Each industry leads to a search for its companies. */
function IndustryLinks({ industries }: IndustryLinksProps) {
  if (industries.length === 0) return 'not known';
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-0.5">
      {industries.map(({ name, permalink }) =>
        permalink === null ? (
          <span key={name}>{name}</span>
        ) : (
          <Link
            key={permalink}
            to="/companies"
            search={{ industry: [permalinkText.encode({ permalink, kind: 'INDUSTRY', name: name ?? permalink })] }}
            title="Companies in this industry"
            className="inline-flex min-h-6 items-center decoration-line underline-offset-2 hover:underline hover:decoration-current"
          >
            {name ?? permalink}
          </Link>
        ),
      )}
    </span>
  );
}

type BackersBlockProps = { readonly company: CompanyRecord; readonly rounds: readonly TimelineRound[] };

/** The investors of all rounds, those with most rounds first. */
function BackersBlock({ company, rounds }: BackersBlockProps) {
  const backers = rankBackers(company.all_investor_ids ?? [], rounds);
  const total = company.num_investors ?? 0;
  const listed = backers.length;
  const count = listed + total === 0 ? 'No investors named' : formatCount(Math.max(listed, total), 'investor');
  return (
    <ProfileBlock
      title="Investors"
      basis={listed < total ? `${formatGrouped(listed)} of ${count}` : count}
      at={unlockedCompanies.readTime(company.id)}
    >
      {listed > 0 && (
        <BlockLines
          lines={backers.map((backer) => ({
            key: backer.id,
            what: <MarkedName kind={backer.kind} id={backer.id} />,
            remark: `${backer.kind === 'person' ? 'angel, ' : ''}${formatRoundsOf(backer)}`,
          }))}
        />
      )}
    </ProfileBlock>
  );
}

/** "Payments for clinics. Berlin, Germany", below the company's name. */
export function formatCompanyLine({ name, location, short_description: text }: CompanyRecord): string {
  const about = describeBusiness(name ?? '', text).replace(/\.$/, '') || 'Company';
  const place = [location?.city, location?.country].flatMap((part) => part?.name ?? []).join(', ');
  return [about, ...(place === '' ? [] : [place])].join('. ');
}

/** What a company raised in total, by its record and its unlocked rounds. */
export const formatTotalOf = (company: CompanyRecord, rounds: readonly TimelineRound[]): string =>
  formatTotalRaised(
    company,
    rounds.map(({ deal }) => deal),
  ) || 'Undisclosed';

function buildCompanyFigures(company: CompanyRecord, rounds: readonly TimelineRound[]): ShownFigure[] {
  const latest = company.latest_deal;
  return [
    { label: 'Total raised', value: formatTotalOf(company, rounds) },
    { label: 'Latest valuation', value: formatUsd(company.latest_valuation_usd) },
    { label: 'Funding rounds', value: company.num_funding_rounds?.toLocaleString('en-US') },
    { label: 'Investors', value: company.num_investors?.toLocaleString('en-US') },
    {
      label: latest === null ? 'Latest round' : `Latest round, ${formatDayOf(latest.date)}`,
      value: latest === null ? 'None known' : formatRoundType(latest),
    },
  ];
}
