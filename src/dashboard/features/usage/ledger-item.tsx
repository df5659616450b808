import { formatCredits } from '../../purchase/price.ts';
import { MomentCell, OutcomeCell, QuestionCell } from './cells.tsx';
import type { LedgerRow } from './ledger-rows.ts';
import { toScreenName } from './questions.ts';

/** A row of the ledger in two lines, for a narrow screen. */
export function LedgerItem({ row }: { readonly row: LedgerRow }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline justify-between gap-3">
        <QuestionCell row={row} />
        <span className="shrink-0 font-[550] tabular-nums">{formatCredits(row.totals.billedTenths)}</span>
      </span>
      <span className={`flex items-baseline gap-3 text-[12px] text-ink-3 ${row.inner === true ? 'pl-5.5' : ''}`}>
        <MomentCell row={row} />
        {row.call && <span>{toScreenName(row.call)}</span>}
        <span className="ml-auto">
          <OutcomeCell row={row} />
        </span>
      </span>
    </>
  );
}
