import { formatNativeAmounts } from '../../../platform/rounds.ts';
import { useRef } from 'react';
import { useListsOf } from '../../../records/lists/list-badge.tsx';
import { RecordOrigin } from '../../../records/origin.tsx';
import { renderSource } from '../../../records/provenance.tsx';
import { type CompanyRecord, type DealRecord, freeNames, unlockedRoundInvestors } from '../../../records/records.ts';
import { formatCount, formatDayOf, formatEmployees } from '../../../platform/format.ts';
import { CopyId } from '../../../platform/ui/copy-and-save.tsx';
import { Monogram } from '../../../platform/ui/monogram.tsx';
import { SafeLink } from '../../../platform/ui/safe-link.tsx';
import { useKeepFocus } from '../../../platform/ui/use-browser.ts';
import { formatTotalRaised, formatValuation } from '../kit/record/amounts.ts';
import { MoneyCell, NameTag, RaisedCell, RoundBadge } from '../kit/record/cells.tsx';
import { Details, FactLinks, Facts, FactSection, formatPlace, type NamedFact } from '../kit/record/facts.tsx';
import { listParticipants, type Participant } from '../kit/record/participants.ts';
import { ProfileLink, RecordName } from '../kit/record/profile-link.tsx';
import { RoundPosition } from '../kit/record/round-position.tsx';
import { RoundInvestorsButton } from '../kit/record/unlock-buttons.tsx';
import { Articles } from '../kit/record/articles.tsx';
import { buildRound } from './columns.tsx';
import { buildDealRow } from './rows.ts';

/** What is unlocked about one deal, then what can be unlocked; showing it sends no request. */
export function DealDetail({ id }: { readonly id: string }) {
  const row = buildDealRow(id);
  const lists = useListsOf(row?.deal.company_id);
  if (!row) return <LockedDeal id={id} />;
  const { deal, company } = row;
  const source = renderSource();
  const text = deal.deal_descriptions?.long_description ?? deal.deal_descriptions?.short_description ?? '';
  return (
    <Details>
      <Facts
        facts={[
          [
            'Round',
            <span key="round" className="flex flex-wrap items-center gap-2">
              <RoundBadge round={buildRound(row)} />
              <RaisedCell deal={deal} />
            </span>,
          ],
          ['Announced', formatDayOf(deal.date)],
          ['Valuation', deal.valuation && formatValuation(deal)],
          ...(company ? listCompanyFacts(company) : []),
          ['In your lists', lists.join(', ')],
          ['Added', formatDayOf(deal.created_at)],
        ]}
      />
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <RoundPosition dealId={deal.id} raised={deal.total_round_raised} />
      <RoundInvestors deal={deal} />
      <Financings deal={deal} />
      <div className="border-t border-line pt-3">
        <Articles id={deal.id} label="Articles" />
      </div>
      <RecordOrigin kind="deal" id={deal.id} />
      <div className="flex flex-wrap items-center gap-x-3 border-t border-line pt-3 text-12 text-ink-3">
        <span className="grow">{source && <>Source: {source}</>}</span>
        <span className="flex flex-wrap gap-x-3">
          <CopyId id={deal.id} of="deal" />
          {deal.company_id !== null && <CopyId id={deal.company_id} of="company" />}
        </span>
      </div>
    </Details>
  );
}

/** What an alert said about a deal, and the button that unlocks it. */
function LockedDeal({ id }: { readonly id: string }) {
  freeNames.useVersion();
  const { remark = '', round, usd = null } = freeNames.read(id) ?? {};
  return (
    <Details>
      {round !== undefined && (
        <p className="flex flex-wrap items-center gap-2 tabular-nums">
          <RoundBadge round={round} />
          <MoneyCell usd={usd} native={undefined} />
        </p>
      )}
      {remark !== '' && <p className="text-ink-2">{remark}</p>}
      <RoundPosition dealId={id} raised={usd} />
      <p className="text-ink-2">You have not unlocked this deal yet.</p>
      <Articles id={id} label="Unlock this deal" />
    </Details>
  );
}

const industriesShown = 3;

/** What is unlocked of the company of a deal. */
function listCompanyFacts(company: CompanyRecord): NamedFact[] {
  const { num_funding_rounds: rounds, num_employees: employees, domain } = company;
  const raised = formatTotalRaised(company);
  const industries = (company.industries ?? []).flatMap(({ name }) => name ?? []);
  return [
    [
      'Total raised',
      raised && (
        <span key="raised">
          {raised}
          {typeof rounds === 'number' && <span className="text-ink-3"> in {formatCount(rounds, 'round')}</span>}
        </span>
      ),
    ],
    ['Employees', formatEmployees(employees)],
    ['Location', formatPlace(company.location ?? {})],
    [
      'Industries',
      industries.length > 0 && (
        <span key="industries" title={industries.join(', ')} className="flex flex-wrap gap-1.5">
          {industries.slice(0, industriesShown).map((name) => (
            <span key={name} className="rounded-[5px] bg-sunken px-2 text-12 leading-6 font-medium">
              {name}
            </span>
          ))}
          {industries.length > industriesShown && (
            <span className="leading-6 text-ink-3">+{industries.length - industriesShown}</span>
          )}
        </span>
      ),
    ],
    [
      'Website',
      domain && (
        <SafeLink key="website" to={domain}>
          {domain}
        </SafeLink>
      ),
    ],
  ];
}

function Financings({ deal }: { readonly deal: DealRecord }) {
  const financings = deal.financings ?? [];
  // A single financing repeats the round, unless it adds an amount in another currency.
  if (financings.length < 2 && (deal.total_round_raised === null || formatNativeAmounts(deal) === '')) return null;
  return (
    <FactSection title="Financings" count={financings.length}>
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
    </FactSection>
  );
}

/** The investors of a deal: with leads and partners where they are unlocked, else the known names and the price. */
function RoundInvestors({ deal }: { readonly deal: DealRecord }) {
  unlockedRoundInvestors.useVersion();
  const list = useRef<HTMLElement>(null);
  const round = unlockedRoundInvestors.read(deal.id);
  useKeepFocus(list, round !== undefined);
  const participants = listParticipants(deal);
  if (participants.length === 0 && !round) return null;
  return (
    <FactSection ref={list} title="Investors in this round" count={participants.length}>
      <ul>
        {participants.map((one) => (
          <ParticipantLine key={one.id} participant={one} />
        ))}
      </ul>
      {!round && (
        <span className="pt-1">
          <RoundInvestorsButton deals={[deal]}>Lead and partners</RoundInvestorsButton>
        </span>
      )}
    </FactSection>
  );
}

function ParticipantLine({ participant }: { readonly participant: Participant }) {
  const { kind, id, name, isLead, partners, pages } = participant;
  const tag = kind === 'person' ? 'Angel' : isLead ? 'Lead' : undefined;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 py-1">
      <Monogram name={name ?? '?'} isPerson={kind === 'person'} />
      <span className="flex min-h-6 flex-wrap items-center gap-x-2">
        {name === undefined ? (
          <RecordName kind={kind} id={id} className="font-medium" />
        ) : (
          <ProfileLink kind={kind} id={id} className="font-medium">
            {name}
          </ProfileLink>
        )}
        {tag !== undefined && <NameTag>{tag}</NameTag>}
      </span>
      <div className="col-start-2 grid gap-0.5">
        {pages && <PageLinks pages={pages} />}
        {partners.map((partner) => (
          <span key={partner.id} className="flex min-h-6 flex-wrap items-center gap-x-2.5">
            <ProfileLink kind="person" id={partner.id} className="text-ink-2">
              {partner.name ?? 'Unnamed partner'}
            </ProfileLink>
            <PageLinks pages={partner} />
          </span>
        ))}
      </div>
    </li>
  );
}

type Pages = {
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
  readonly twitter?: string | null;
  readonly domain?: string | null;
};

const PageLinks = ({ pages: { domain, linkedin, crunchbase, twitter } }: { readonly pages: Pages }) => (
  <FactLinks
    links={[
      ['Website', domain],
      ['LinkedIn', linkedin],
      ['Crunchbase', crunchbase],
      ['Twitter', twitter],
    ]}
  />
);
