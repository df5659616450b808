import { formatCount, toDay, formatFullMoney, formatMoney } from '../../platform/format.ts';
import { useListsOf } from '../../library/lists/list-badge.tsx';
import type { DealRecord } from '../../library/records/records.ts';
import { SourceNames } from '../../library/records/provenance.tsx';
import { formatRoundType } from '../../platform/rounds.ts';
import { RoundBadge } from '../../search/record/cells.tsx';
import { Fact, formatValuation } from '../../search/record/facts.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { SafeLink } from '../../platform/ui/safe-link.tsx';
import { Articles } from './articles.tsx';
import { OpenProfile } from '../../search/record/profile-link.tsx';
import { type DealRow, buildDealRow } from './rows.ts';
import { buildRound } from './columns.tsx';
import { DealInvestors, UnlockedInvestors } from './round-investors.tsx';

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
        <Fact name="Deal id">
          <CopyButton text={deal.id} label="deal id" />
        </Fact>
        {deal.company_id !== null && (
          <Fact name="Company id">
            <CopyButton text={deal.company_id} label="company id" />
          </Fact>
        )}
        <Fact name="Source">
          <SourceNames />
        </Fact>
      </dl>
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
                <span className="block text-[11.5px] text-ink-3">{formatFullMoney(native, currency)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const getRaised = ({ total_round_raised: usd }: DealRecord) =>
  usd === null ? 'undisclosed' : formatFullMoney(usd, 'USD');
