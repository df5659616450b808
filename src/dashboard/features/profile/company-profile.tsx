import { Link } from '../../platform/url/link.tsx';

import { useListsOf } from '../../library/lists/list-badge.tsx';
import { type CompanyRecord, unlockedCompanies, useLibraryVersion } from '../../library/records/records.ts';
import { renderSource } from '../../library/records/provenance.tsx';
import { capitalize, formatCount, formatDayOf, formatEmployees } from '../../platform/format.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { formatRoundType } from '../../platform/rounds.ts';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { permalinkText } from '../../search/lookups/permalink.ts';
import { useDealHistory } from '../../search/record/deal-history-section.tsx';
import { formatLatestValuation, formatTotalRaised, formatUsd } from '../../search/record/amounts.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import { CompanyLinks, Facts, formatPlace } from '../../search/record/facts.tsx';
import { RecordButton } from '../../search/record/unlock-buttons.tsx';
import { MarkedName } from './marked-name.tsx';
import {
  buildTimeline,
  CompanyRounds,
  formatRoundsOf,
  rankBackers,
  type RenderRound,
  type TimelineRound,
} from './company-rounds.tsx';
import {
  LockedProfile,
  ProfileAddress,
  type ProfileFigure,
  ProfileFigures,
  ProfileFrame,
  ProfileHead,
  type RenderAlert,
} from './profile-frame.tsx';
import { People } from './people-list.tsx';
import { OwnNotes, ProfileBlock } from './profile-block.tsx';
import { SimilarCompanies } from './similar-companies.tsx';

const ProfileActions = lazyPart(() => import('./profile-actions.tsx').then((module) => module.ProfileActions));

type CompanyProfilePageProps = { readonly renderRound: RenderRound; readonly renderAlert: RenderAlert };

/** The profile of the company in the address. */
export const CompanyProfilePage = (props: CompanyProfilePageProps) => (
  <ProfileAddress kind="company">{(id) => <CompanyProfile id={id} {...props} />}</ProfileAddress>
);

/** What is unlocked of a company, each part with what completes it; opening it sends no request. */
function CompanyProfile({ id, renderRound, renderAlert }: CompanyProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const company = unlockedCompanies.read(id);
  const history = useDealHistory('company deals', id, company?.num_funding_rounds ?? null);
  const rounds = buildTimeline(company ?? { id, latest_deal: null }, history.deals);
  const timeline = <CompanyRounds company={company} history={history} rounds={rounds} renderRound={renderRound} />;
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
  const at = unlockedCompanies.readTime(id);
  const name = company.name ?? 'Unnamed company';
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <ProfileHead
            kind="company"
            id={id}
            name={name}
            line={formatCompanyLine(company)}
            links={<CompanyLinks company={company} />}
            tools={actions}
          />
          <ProfileFigures figures={buildCompanyFigures(company, rounds)} />
        </>
      }
      main={
        <>
          {timeline}
          <SimilarCompanies company={company} />
        </>
      }
      side={
        <>
          <BackersBlock company={company} rounds={rounds} at={at} />
          <ProfileBlock title="People">
            <People owner={{ kind: 'company', id }} />
          </ProfileBlock>
          <CompanyFactsBlock company={company} at={at} />
          <OwnNotes kind="company" id={id} />
        </>
      }
    />
  );
}

type CompanyFactsBlockProps = { readonly company: CompanyRecord; readonly at: number | undefined };

function CompanyFactsBlock({ company, at }: CompanyFactsBlockProps) {
  const { id } = company;
  const description = company.long_description ?? company.short_description;
  return (
    <ProfileBlock
      title="Company"
      basis="From the company’s record"
      at={at}
      foot={
        <RecordButton kind="company" id={id}>
          Refresh this company
        </RecordButton>
      }
    >
      {description && <p className="text-ink-2">{description}</p>}
      <Facts
        facts={[
          ['Location', formatPlace(company.location ?? {})],
          ['Industries', <IndustryLinks key="industries" industries={company.industries ?? []} />],
          ['Employees', formatEmployees(company.num_employees)],
          ['IPO status', company.ipo_status && capitalize(company.ipo_status)],
          ['Valuation', formatLatestValuation(company)],
          ['In your lists', useListsOf(id).join(', ')],
          ['Legal name', company.legal_name],
          ['Address', company.address],
          ['Id', <CopyId key="id" id={id} of="company" />],
          ['Source', renderSource()],
        ]}
      />
    </ProfileBlock>
  );
}

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

type BackersBlockProps = CompanyFactsBlockProps & { readonly rounds: readonly TimelineRound[] };

/** The investors of all rounds, those with most rounds first. */
function BackersBlock({ company, rounds, at }: BackersBlockProps) {
  const backers = rankBackers(company.all_investor_ids ?? [], rounds);
  const total = company.num_investors ?? 0;
  const listed = backers.length;
  const count = listed + total === 0 ? 'No investors named' : formatCount(Math.max(listed, total), 'investor');
  return (
    <ProfileBlock
      title="Investors"
      basis={listed < total ? `${listed.toLocaleString('en-US')} of ${count}` : count}
      at={at}
    >
      {listed > 0 && (
        <ul className="grid">
          {backers.map((backer) => (
            <li key={backer.id} className="flex min-h-6.25 min-w-0 items-center justify-between gap-3">
              <MarkedName kind={backer.kind} id={backer.id} />
              <span className="shrink-0 text-11.5 text-ink-3 tabular-nums">
                {backer.kind === 'person' && 'angel, '}
                {formatRoundsOf(backer)}
              </span>
            </li>
          ))}
        </ul>
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

function buildCompanyFigures(company: CompanyRecord, rounds: readonly TimelineRound[]): ProfileFigure[] {
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
