import { formatNativeAmounts } from '../../platform/rounds.ts';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useListsOf } from '../../library/lists/list-badge.tsx';
import { renderSource } from '../../library/records/provenance.tsx';
import {
  type CompanyRecord,
  type DealRecord,
  type RoundInvestorsRecord,
  freeNames,
  unlockedRoundInvestors,
} from '../../library/records/records.ts';
import { formatCount, formatDayOf, formatEmployees } from '../../platform/format.ts';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { SafeLink } from '../../platform/ui/safe-link.tsx';
import { useFocusAfter } from '../../platform/ui/use-browser.ts';
import { formatTotalRaised, formatValuation } from '../../search/record/amounts.ts';
import { MoneyCell, NameTag, RaisedCell, RoundBadge } from '../../search/record/cells.tsx';
import { Fact, FactLinks, formatPlace } from '../../search/record/facts.tsx';
import { ProfileLink, RecordName } from '../../search/record/profile-link.tsx';
import { RoundInvestorsButton } from '../../search/record/unlock-buttons.tsx';
import { Articles } from './articles.tsx';
import { buildRound } from './columns.tsx';
import { buildDealRow, type DealRow, readInvestorName } from './rows.ts';
import { readKnownName } from '../../search/lookups/known-names.ts';

/** What is unlocked about one deal, then what can be unlocked; showing it sends no request. */
export function DealDetail({ id }: { readonly id: string }) {
  const row = buildDealRow(id);
  const lists = useListsOf(row?.deal.company_id);
  if (!row) return <LockedDeal id={id} />;
  const { deal, company } = row;
  const source = renderSource();
  const text = deal.deal_descriptions?.long_description ?? deal.deal_descriptions?.short_description ?? '';
  return (
    <div className="grid grid-cols-1 px-5 pb-4">
      <dl className="grid grid-cols-[minmax(0,6.5rem)_minmax(50%,1fr)] items-baseline gap-x-3 border-t border-line py-2 *:min-h-7 *:content-center">
        <Fact name="Round">
          <span className="flex flex-wrap items-center gap-2">
            <RoundBadge round={buildRound(row)} />
            <RaisedCell deal={deal} />
          </span>
        </Fact>
        <Fact name="Announced">{formatDayOf(deal.date)}</Fact>
        {deal.valuation && <Fact name="Valuation">{formatValuation(deal)}</Fact>}
        {company && <CompanyFacts company={company} />}
        {lists.length > 0 && <Fact name="In your lists">{lists.join(', ')}</Fact>}
        <Fact name="Added">{formatDayOf(deal.created_at)}</Fact>
      </dl>
      {text !== '' && <p className="border-t border-line py-3 text-ink-2">{text}</p>}
      <RoundInvestors row={row} />
      <Financings deal={deal} />
      <section className="grid grid-cols-1 border-t border-line py-3">
        <Articles id={deal.id} label="Articles" />
      </section>
      <div className="flex flex-wrap items-center gap-x-3 border-t border-line pt-3 text-12 text-ink-3">
        <span className="grow">{source && <>Source: {source}</>}</span>
        <span className="flex flex-wrap gap-x-3">
          <CopyId id={deal.id} of="deal" />
          {deal.company_id !== null && <CopyId id={deal.company_id} of="company" />}
        </span>
      </div>
    </div>
  );
}

/** What an alert said about a deal, and the button that unlocks it. */
function LockedDeal({ id }: { readonly id: string }) {
  freeNames.useVersion();
  const { remark = '', round, usd = null } = freeNames.read(id) ?? {};
  return (
    <div className="grid grid-cols-1 gap-3 px-5 pb-4 text-ink-2">
      {round !== undefined && (
        <p className="flex flex-wrap items-center gap-2 tabular-nums">
          <RoundBadge round={round} />
          <MoneyCell usd={usd} native={undefined} />
        </p>
      )}
      {remark !== '' && <p>{remark}</p>}
      <p>You have not unlocked this deal yet.</p>
      <Articles id={id} label="Unlock this deal" />
    </div>
  );
}

const industriesShown = 3;

function CompanyFacts({ company }: { readonly company: CompanyRecord }) {
  const { num_funding_rounds: rounds, num_employees: employees, domain } = company;
  const raised = formatTotalRaised(company);
  const place = formatPlace(company.location ?? {});
  const industries = (company.industries ?? []).flatMap(({ name }) => name ?? []);
  return (
    <>
      {raised && (
        <Fact name="Total raised">
          {raised}
          {typeof rounds === 'number' && <span className="text-ink-3"> in {formatCount(rounds, 'round')}</span>}
        </Fact>
      )}
      {employees && <Fact name="Employees">{formatEmployees(employees)}</Fact>}
      {place !== '' && <Fact name="Location">{place}</Fact>}
      {industries.length > 0 && (
        <Fact name="Industries">
          <span title={industries.join(', ')} className="flex flex-wrap gap-1.5 py-0.5">
            {industries.slice(0, industriesShown).map((name) => (
              <span key={name} className="rounded-[5px] bg-sunken px-2 text-12 leading-6 font-medium">
                {name}
              </span>
            ))}
            {industries.length > industriesShown && (
              <span className="leading-6 text-ink-3">+{industries.length - industriesShown}</span>
            )}
          </span>
        </Fact>
      )}
      {domain && (
        <Fact name="Website">
          <SafeLink to={domain}>{domain}</SafeLink>
        </Fact>
      )}
    </>
  );
}

type DetailSectionProps = {
  readonly title: string;
  readonly count?: number | undefined;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
};

function DetailSection({ title, count, ref, children }: DetailSectionProps) {
  return (
    <section ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-1 border-t border-line py-3 outline-none">
      <h3 className="mb-1 flex gap-2 text-13 font-semibold">
        {title}
        {count !== undefined && <span className="font-normal text-ink-3 tabular-nums">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

function Financings({ deal }: { readonly deal: DealRecord }) {
  const financings = deal.financings ?? [];
  // A single financing repeats the round, unless it adds an amount in another currency.
  if (financings.length < 2 && (deal.total_round_raised === null || formatNativeAmounts(deal) === '')) return null;
  return (
    <DetailSection title="Financings" count={financings.length}>
      <ul>
        {financings.map((financing) => {
          const { id, type, size_usd: usd } = financing;
          const native = formatNativeAmounts({ financings: [financing] });
          return (
            <li key={id} className="flex min-h-8 items-center justify-between gap-3">
              <RoundBadge round={{ type }} />
              <span className="text-right tabular-nums">
                {usd !== null && <span className="mr-2 text-12 text-ink-3 empty:hidden">{native}</span>}
                <MoneyCell usd={usd} native={native} />
              </span>
            </li>
          );
        })}
      </ul>
    </DetailSection>
  );
}

/** The investors of a deal: with leads and partners where they are unlocked, else the known names and the price. */
function RoundInvestors({ row: { deal } }: { readonly row: DealRow }) {
  unlockedRoundInvestors.useVersion();
  const list = useRef<HTMLElement>(null);
  const round = unlockedRoundInvestors.read(deal.id);
  const [wasUnlocked] = useState(round !== undefined);
  useFocusAfter(round !== undefined && !wasUnlocked, list);
  const count = (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);
  if (count === 0 && !round) return null;
  return (
    <DetailSection
      ref={list}
      title="Investors in this round"
      count={round ? round.firms.length + round.angels.length : count}
    >
      {round ? <InvestorList round={round} /> : <NamedInvestors deal={deal} />}
      {!round && (
        <span className="pt-1">
          <RoundInvestorsButton deals={[deal]}>Lead and partners</RoundInvestorsButton>
        </span>
      )}
    </DetailSection>
  );
}

type Profiles = {
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
  readonly twitter?: string | null;
  readonly domain?: string | null;
};

function InvestorList({ round: { firms: investors, angels } }: { readonly round: RoundInvestorsRecord }) {
  return (
    <ul>
      {investors.map((investor) => (
        <InvestorLine
          key={investor.id}
          kind="investor"
          id={investor.id}
          name={investor.name}
          tag={investor.lead_investor === true ? 'Lead' : undefined}
          profiles={investor}
        >
          {(investor.personnel ?? []).map((partner) => (
            <span key={partner.id} className="flex min-h-6 flex-wrap items-center gap-x-2.5">
              <ProfileLink kind="person" id={partner.id} className="text-ink-2">
                {partner.name ?? 'Unnamed partner'}
              </ProfileLink>
              <ProfileLinks profiles={partner} />
            </span>
          ))}
        </InvestorLine>
      ))}
      {angels.map((angel) => (
        <InvestorLine key={angel.id} kind="person" id={angel.id} name={angel.name} tag="Angel" profiles={angel} />
      ))}
    </ul>
  );
}

type InvestorLineProps = {
  readonly kind: 'investor' | 'person';
  readonly id: string | null;
  readonly name: string | null;
  readonly tag: string | undefined;
  readonly profiles: Profiles;
  /** Its partners in this deal. */
  readonly children?: ReactNode;
};

function InvestorLine({ kind, id, name, tag, profiles, children }: InvestorLineProps) {
  const shown = name ?? (kind === 'investor' ? 'Unnamed investor' : 'Unnamed angel');
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 py-1">
      <Monogram name={shown} isPerson={kind === 'person'} />
      <span className="flex min-h-6 flex-wrap items-center gap-x-2">
        <ProfileLink kind={kind} id={id} className="font-medium">
          {shown}
        </ProfileLink>
        {tag !== undefined && <NameTag>{tag}</NameTag>}
      </span>
      <div className="col-start-2 grid gap-0.5">
        <ProfileLinks profiles={profiles} />
        {children}
      </div>
    </li>
  );
}

function ProfileLinks({ profiles: { domain, linkedin, crunchbase, twitter } }: { readonly profiles: Profiles }) {
  const links = [
    ['Website', domain],
    ['LinkedIn', linkedin],
    ['Crunchbase', crunchbase],
    ['Twitter', twitter],
  ] as const;
  return <FactLinks links={links} />;
}

/** The investors that a deal names. */
function NamedInvestors({
  deal: { investor_ids: investors, angel_investor_ids: angels },
}: {
  readonly deal: DealRecord;
}) {
  return (
    <ul>
      {(investors ?? []).map((id) => (
        <li key={id} className="flex min-h-8 items-center gap-2">
          <Monogram name={readInvestorName(id) ?? '?'} />
          <RecordName kind="investor" id={id} className="font-medium" />
        </li>
      ))}
      {(angels ?? []).map((id) => (
        <li key={id} className="flex min-h-8 items-center gap-2">
          <Monogram name={readKnownName('person', id) ?? '?'} isPerson />
          <RecordName kind="person" id={id} className="font-medium" />
          <NameTag>Angel</NameTag>
        </li>
      ))}
    </ul>
  );
}
