import { toCount, toDay, toMoney, toShortId } from '../format.ts';
import { toRoundName, toStageColour, type Round } from '../rounds.ts';
import { toPostMoney, type DealRow } from './rows.ts';

/** A dash for the eye, words for the ear. */
export function Nothing({ words }: { readonly words: string }) {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}

/** A fact as text; a dash where it is not known. */
export function TextCell({ text }: { readonly text: string | null | undefined }) {
  return text ? <span className="truncate">{text}</span> : <Nothing words="not known" />;
}

export function DayCell({ moment }: { readonly moment: string | null }) {
  const day = toDay(moment);
  return day === undefined ? <Nothing words="no date" /> : <span className="tabular-nums">{day}</span>;
}

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

/** A round's name with the square of its stage. */
export function RoundMark({ round }: { readonly round: Round }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-[7px] text-ink">
      <i aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: toStageColour(round) }} />
      <span className="truncate">{toRoundName(round)}</span>
    </span>
  );
}

export function toRound({ deal }: DealRow): Round {
  return { type: deal.round_type, pre: deal.pre, extension: deal.extension, intermediate: deal.intermediate };
}

export function RaisedCell({ row: { deal } }: { readonly row: DealRow }) {
  if (deal.total_round_raised === null) return <span className="text-ink-3">undisclosed</span>;
  return <span className="font-semibold text-ink tabular-nums">{toMoney(deal.total_round_raised)}</span>;
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
