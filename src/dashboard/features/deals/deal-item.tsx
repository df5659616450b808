import { DayCell, MoneyCell, RoundMark } from '../../search/record/cells.tsx';
import { CompanyCell, InvestorsCell, toRound } from './deal-cells.tsx';
import type { DealRow } from './rows.ts';

/** A deal in two lines, for a narrow screen. */
export function DealItem({ row }: { readonly row: DealRow }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <CompanyCell row={row} />
        <MoneyCell usd={row.deal.total_round_raised} />
      </span>
      <span className="flex items-baseline gap-3 text-[12px] text-ink-3">
        <RoundMark round={toRound(row)} />
        <DayCell moment={row.deal.date} />
        <span className="ml-auto flex min-w-0 justify-end">
          <InvestorsCell row={row} />
        </span>
      </span>
    </>
  );
}
