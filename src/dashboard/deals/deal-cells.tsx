import { toCount, toMoney, toShortId } from '../format.ts';
import type { Round } from '../rounds.ts';
import { Nothing } from '../search/cells.tsx';
import { toPostMoney, type DealRow } from './rows.ts';

export function CompanyCell({ row: { deal, companyName, companyUnknown } }: { readonly row: DealRow }) {
  if (companyName) return <span className="truncate font-semibold text-ink">{companyName}</span>;
  if (deal.company_id === null) return <Nothing words="no company" />;
  const why = companyUnknown
    ? 'The service knows no company with this id'
    : 'The name of this company is not bought yet';
  return (
    <span title={`${why}: ${deal.company_id}`} className="truncate font-mono text-[11.5px] text-ink-3">
      <span className="sr-only">{companyUnknown ? 'unknown company ' : 'unnamed company '}</span>
      {toShortId(deal.company_id)}
    </span>
  );
}

export function toRound({ deal }: DealRow): Round {
  return { type: deal.round_type, pre: deal.pre, extension: deal.extension, intermediate: deal.intermediate };
}

export function PostMoneyCell({ row }: { readonly row: DealRow }) {
  const usd = toPostMoney(row.deal);
  return usd === null ? <Nothing words="not disclosed" /> : <span>{toMoney(usd)}</span>;
}

const namesShown = 2;

/** The first names and the number of the rest; counts alone while no name is bought. */
export function InvestorsCell({ row: { deal, firmNames, unnamed } }: { readonly row: DealRow }) {
  const [firmCount, angelCount] = [deal.investor_ids?.length ?? 0, deal.angel_investor_ids?.length ?? 0];
  if (firmCount + angelCount === 0) return <Nothing words="none disclosed" />;
  if (firmNames.length === 0) {
    const counts = [
      ...(firmCount > 0 ? [toCount(firmCount, 'firm')] : []),
      ...(angelCount > 0 ? [toCount(angelCount, 'angel')] : []),
    ];
    return <span className="truncate text-ink-3">{counts.join(', ')}</span>;
  }
  const rest = firmNames.length - Math.min(firmNames.length, namesShown) + unnamed;
  return (
    <>
      <span className="truncate">{firmNames.slice(0, namesShown).join(', ')}</span>
      {rest > 0 && <span className="ml-1 shrink-0 text-ink-3">+{rest}</span>}
    </>
  );
}
