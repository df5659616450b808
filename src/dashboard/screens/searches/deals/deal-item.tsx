import { RecordMark } from '../../../records/company-mark.tsx';
import { DayCell, NameCell, RaisedCell, RoundBadge } from '../kit/record/cells.tsx';
import { buildRound, CompanyCell, InvestorsCell, toPlace } from './columns.tsx';
import { ResultCard } from '../kit/record/result-card.tsx';
import type { DealRow } from './rows.ts';

/** A deal in four lines, for a narrow screen. */
export function DealItem({ row }: { readonly row: DealRow }) {
  const { deal, companyName, about } = row;
  const place = toPlace(row);
  return (
    <span className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      {companyName ? (
        <RecordMark kind="company" id={deal.company_id} name={companyName} size="medium" />
      ) : (
        <span className="size-8" />
      )}
      <span className="grid min-w-0 grid-cols-1 gap-0.5">
        <span className="flex items-baseline justify-between gap-3 text-15">
          {companyName ? <NameCell name={companyName} companyId={deal.company_id} /> : <CompanyCell row={row} />}
          <RaisedCell deal={deal} />
        </span>
        <span className="h-5 truncate text-ink-3">{about}</span>
        <span className="flex h-5.5 items-center gap-2.5 text-ink-3">
          <RoundBadge round={buildRound(row)} />
          <DayCell moment={deal.date} />
          {place !== null && <span className="truncate">{place}</span>}
        </span>
        <span className="flex h-5 items-center">
          <InvestorsCell row={row} />
        </span>
      </span>
    </span>
  );
}

/** A deal on the board: company, amount, round, day and who led. */
export const DealCard = ({ row }: { readonly row: DealRow }) => (
  <ResultCard
    id={row.deal.company_id}
    name={row.companyName}
    unnamed={<CompanyCell row={row} />}
    figure={<RaisedCell deal={row.deal} />}
    second={
      <>
        <RoundBadge round={buildRound(row)} />
        <span className="ml-auto">
          <DayCell moment={row.deal.date} />
        </span>
      </>
    }
    third={<InvestorsCell row={row} />}
  />
);
