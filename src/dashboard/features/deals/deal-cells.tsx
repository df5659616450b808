import { formatCount, formatMoney, shortenId } from '../../platform/format.ts';
import type { Round } from '../../platform/rounds.ts';
import { DayCell, MoneyCell, NameCell, EmptyCell, RoundBadge } from '../../search/record/cells.tsx';
import { NameLinks } from '../../search/record/profile-link.tsx';
import { type DealRow, getPostMoney } from './rows.ts';

type CellProps = {
  readonly row: DealRow;
  /** Whether names are links; a row that is a button must not contain one. */
  readonly linked?: boolean;
};

const buildProfile = (id: string) => ({ kind: 'company', id }) as const;

export function CompanyCell({ row: { deal, companyName, companyUnknown }, linked = false }: CellProps) {
  if (deal.company_id === null) return <EmptyCell words="no company" />;
  if (companyName) {
    return (
      <NameCell
        name={companyName}
        companyId={deal.company_id}
        {...(linked ? { of: buildProfile(deal.company_id) } : {})}
      />
    );
  }
  const why = companyUnknown ? 'The service has no company with this id' : 'Company name locked';
  return (
    <span title={`${why}: ${deal.company_id}`} className="truncate font-mono text-[11.5px] text-ink-3">
      <span className="sr-only">{companyUnknown ? 'unknown company ' : 'unnamed company '}</span>
      {shortenId(deal.company_id)}
    </span>
  );
}

export function buildRound({ deal }: DealRow): Round {
  return { type: deal.round_type, pre: deal.pre, extension: deal.extension, intermediate: deal.intermediate };
}

export function PostMoneyCell({ row }: { readonly row: DealRow }) {
  const usd = getPostMoney(row.deal);
  return usd === null ? <EmptyCell words="not disclosed" /> : <span>{formatMoney(usd)}</span>;
}

const namesShown = 2;

/** The first two names and the number of the rest; only counts while all names are locked. */
export function InvestorsCell({ row: { deal, investors, unnamed }, linked = false }: CellProps) {
  const [investorCount, angelCount] = [deal.investor_ids?.length ?? 0, deal.angel_investor_ids?.length ?? 0];
  if (investorCount + angelCount === 0) return <EmptyCell words="none disclosed" />;
  if (investors.length === 0) {
    const counts = [
      ...(investorCount > 0 ? [formatCount(investorCount, 'investor')] : []),
      ...(angelCount > 0 ? [formatCount(angelCount, 'angel')] : []),
    ];
    return <span className="truncate text-ink-3">{counts.join(', ')}</span>;
  }
  const shown = investors.slice(0, namesShown);
  const rest = investors.length - shown.length + unnamed;
  return (
    <>
      <span className="truncate">
        {linked ? <NameLinks kind="investor" names={shown} tabIndex={-1} /> : shown.map(({ name }) => name).join(', ')}
      </span>
      {rest > 0 && <span className="ml-1 shrink-0 text-ink-3">+{rest}</span>}
    </>
  );
}

/** A deal in two lines, for a narrow screen. */
export function DealItem({ row }: { readonly row: DealRow }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <CompanyCell row={row} />
        <MoneyCell usd={row.deal.total_round_raised} />
      </span>
      <span className="flex items-baseline gap-3 text-[12px] text-ink-3">
        <RoundBadge round={buildRound(row)} />
        <DayCell moment={row.deal.date} />
        <span className="ml-auto flex min-w-0 justify-end">
          <InvestorsCell row={row} />
        </span>
      </span>
    </>
  );
}
