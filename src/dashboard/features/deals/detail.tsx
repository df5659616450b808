import { type Ref, useRef, useState } from 'react';
import { formatCount, formatMoney, toDay } from '../../platform/format.ts';
import { useListsOf } from '../../library/lists/list-badge.tsx';
import { type DealRecord, type RoundInvestorsRecord, unlockedRoundInvestors } from '../../library/records/records.ts';
import { SourceNames } from '../../library/records/provenance.tsx';
import { formatRoundType } from '../../platform/rounds.ts';
import { RoundBadge } from '../../search/record/cells.tsx';
import { Fact, FactLinks, formatValuation } from '../../search/record/facts.tsx';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { SafeLink } from '../../platform/ui/safe-link.tsx';
import { OpenProfile, ProfileLink, RecordName } from '../../search/record/profile-link.tsx';
import { useFocusAfter } from '../../platform/ui/use-browser.ts';
import { RoundInvestorsButton } from '../../search/record/unlock-buttons.tsx';
import { Articles } from './articles.tsx';
import { type DealRow, buildDealRow, readInvestorName } from './rows.ts';
import { buildRound } from './columns.tsx';

/** What is unlocked about one deal, then what can be unlocked; showing it sends no request. */
export function DealDetail({ id }: { readonly id: string }) {
  const row = buildDealRow(id);
  const lists = useListsOf(row?.deal.company_id);
  if (!row) {
    return (
      <div className="grid gap-3 p-4 text-ink-2">
        <p>You have not unlocked this deal yet.</p>
        <Articles id={id} label="Unlock this deal" />
      </div>
    );
  }
  const { deal, company } = row;
  const text = deal.deal_descriptions?.long_description ?? deal.deal_descriptions?.short_description ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      {deal.company_id !== null && (
        <OpenProfile kind="company" id={deal.company_id}>
          Open company profile
        </OpenProfile>
      )}
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        <Fact name="Round">
          <RoundBadge round={buildRound(row)} />
        </Fact>
        <Fact name="Announced">{toDay(deal.date) ?? 'no date'}, UTC</Fact>
        <Fact name="Raised">{getRaised(deal)}</Fact>
        <Fact name="Valuation">{formatValuation(deal)}</Fact>
        <Fact name="Added">{toDay(deal.created_at) ?? 'no date'}, UTC</Fact>
        {lists.length > 0 && <Fact name="In your lists">{lists.join(', ')}</Fact>}
        {company && <CompanyFacts row={row} />}
      </dl>
      <Financings deal={deal} />
      <DealInvestors row={row} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
        <UnlockedInvestors deal={deal} />
        <Articles id={deal.id} label="Articles" />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-0.5 border-t border-line pt-3">
        <Fact name="Source">
          <SourceNames />
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-x-3">
        <CopyId id={deal.id} of="deal" />
        {deal.company_id !== null && <CopyId id={deal.company_id} of="company" />}
      </div>
    </div>
  );
}

function CompanyFacts({ row: { company } }: { readonly row: DealRow }) {
  const { city, state, country } = company?.location ?? {};
  const facts = [
    ['Location', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
    [
      'Domain',
      company?.domain ? (
        <SafeLink key="domain" to={company.domain}>
          {company.domain}
        </SafeLink>
      ) : undefined,
    ],
    ['Employees', company?.num_employees],
    ['Total raised', typeof company?.total_raised === 'number' ? formatMoney(company.total_raised) : undefined],
  ] as const;
  return facts.map(([name, fact]) =>
    fact ? (
      <Fact key={name} name={name}>
        {fact}
      </Fact>
    ) : null,
  );
}

function Financings({ deal }: { readonly deal: DealRecord }) {
  const financings = deal.financings ?? [];
  if (financings.length === 0) return null;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-1.5 text-[12px] font-semibold">{formatCount(financings.length, 'financing')}</h3>
      <ul className="grid gap-1.5">
        {financings.map(({ id, type, size_usd: usd, size_native: native, currency }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="text-ink-2">{formatRoundType({ type })}</span>
            <span className="text-right tabular-nums">
              {usd === null ? 'undisclosed' : formatMoney(usd)}
              {native !== null && currency !== null && currency !== 'USD' && (
                <span className="block text-[11.5px] text-ink-3">{formatMoney(native, currency)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const getRaised = ({ total_round_raised: usd }: DealRecord) => (usd === null ? 'undisclosed' : formatMoney(usd));

/** The investors in this round with lead and partners, or the button that unlocks them. */
export function UnlockedInvestors({ deal }: { readonly deal: DealRecord }) {
  unlockedRoundInvestors.useVersion();
  const list = useRef<HTMLElement>(null);
  const round = unlockedRoundInvestors.read(deal.id);
  const [wasUnlocked] = useState(round !== undefined);
  useFocusAfter(round !== undefined && !wasUnlocked, list);
  return round ? (
    <InvestorList ref={list} round={round} />
  ) : (
    <RoundInvestorsButton deals={[deal]}>Lead and partners</RoundInvestorsButton>
  );
}

type Profiles = {
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
  readonly twitter?: string | null;
  readonly domain?: string | null;
};

type InvestorListProps = { readonly round: RoundInvestorsRecord; readonly ref: Ref<HTMLElement> };

function InvestorList({ round: { firms: investors, angels }, ref }: InvestorListProps) {
  return (
    <section ref={ref} tabIndex={-1} className="outline-none">
      <h3 className="mb-1.5 text-[12px] font-semibold">Lead and partners</h3>
      <ul className="grid gap-2">
        {investors.map((investor) => (
          <li key={investor.id}>
            <ProfileLink kind="investor" id={investor.id} className="font-medium">
              {investor.name ?? 'unnamed'}
            </ProfileLink>
            <span className="ml-1.5 text-[11.5px] text-ink-3">
              {investor.lead_investor === true ? 'lead' : investor.lead_investor === null ? 'lead not known' : ''}
            </span>
            <ProfileLinks profiles={investor} />
            {(investor.personnel ?? []).map((partner) => (
              <div key={partner.id} className="ml-3">
                <ProfileLink kind="person" id={partner.id} className="text-ink-2">
                  {partner.name ?? 'unnamed'}
                </ProfileLink>{' '}
                <span className="text-[11.5px] text-ink-3">partner</span>
                <ProfileLinks profiles={partner} />
              </div>
            ))}
          </li>
        ))}
        {angels.map((angel) => (
          <li key={angel.id}>
            <ProfileLink kind="person" id={angel.id} className="font-medium">
              {angel.name ?? 'unnamed'}
            </ProfileLink>{' '}
            <span className="text-[11.5px] text-ink-3">angel</span>
            <ProfileLinks profiles={angel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProfileLinks({ profiles: { domain, linkedin, crunchbase, twitter } }: { readonly profiles: Profiles }) {
  const links = [
    [domain ?? '', domain],
    ['LinkedIn', linkedin],
    ['Crunchbase', crunchbase],
    ['Twitter', twitter],
  ] as const;
  return <FactLinks links={links} />;
}

/** The investors that a deal names; nothing once leads and partners are unlocked. */
export function DealInvestors({ row: { deal } }: { readonly row: DealRow }) {
  const [investors, angels] = [deal.investor_ids ?? [], deal.angel_investor_ids ?? []];
  if (investors.length + angels.length === 0 || unlockedRoundInvestors.read(deal.id)) return null;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-1.5 text-[12px] font-semibold">
        {[
          ...(investors.length > 0 ? [formatCount(investors.length, 'investor')] : []),
          ...(angels.length > 0 ? [formatCount(angels.length, 'angel')] : []),
        ].join(', ')}
      </h3>
      <ul className="grid gap-0.5">
        {investors.map((id) => (
          <li key={id} className="flex min-h-6 items-center">
            <InvestorName id={id} />
          </li>
        ))}
        {angels.map((id) => (
          <li key={id} className="flex items-center gap-1.5">
            <RecordName kind="person" id={id} className="" /> <span className="text-ink-3">angel</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function InvestorName({ id }: { readonly id: string }) {
  const name = readInvestorName(id);
  if (name === undefined) return <RecordName kind="investor" id={id} className="" />;
  return (
    <ProfileLink kind="investor" id={id}>
      {name}
    </ProfileLink>
  );
}
