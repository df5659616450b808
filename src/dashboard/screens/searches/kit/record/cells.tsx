import type { ReactNode } from 'react';
import { formatGrouped, formatMoney, formatShortDay, toDay } from '../../../../platform/format.ts';
import type { DealRecord } from '../../../../records/records.ts';
import { WithListBadge } from '../../../../records/lists/list-badge.tsx';
import { ProfileLink, type ProfileKind } from './profile-link.tsx';
import {
  formatNativeAmounts,
  findStage,
  formatRoundType,
  formatShortRound,
  type Round,
} from '../../../../platform/rounds.ts';

/** A dash, with words for screen readers. */
export function EmptyCell({ words }: { readonly words: string }) {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{words}</span>
    </>
  );
}

/** A short fact next to a name: "Lead", "Angel". */
export const NameTag = ({ children }: { readonly children: string }) => (
  <span className="shrink-0 rounded-sm border border-line bg-sunken px-[5px] text-11 leading-4 font-medium text-ink-2">
    {children}
  </span>
);

/** A fact as text; a dash when unknown. */
export function TextCell({ text }: { readonly text: string | null | undefined }) {
  return text ? <span className="truncate">{text}</span> : <EmptyCell words="not known" />;
}

export type NameCellProps = {
  readonly name: string | null;
  /** The record whose profile the name links to; omitted in rows that are one button. */
  readonly of?: { readonly kind: ProfileKind; readonly id: string; readonly within?: boolean };
  /** The company that it names, which may be in the user's lists. */
  readonly companyId?: string | null | undefined;
};

/** The name of a row, with a badge if it is in one of the user's lists. */
export function NameCell({ name, of, companyId }: NameCellProps) {
  if (!name) return <EmptyCell words="no name" />;
  return (
    <WithListBadge companyId={companyId}>
      {of ? (
        <ProfileLink {...of} tabIndex={-1} className="truncate font-[550] text-ink">
          {name}
        </ProfileLink>
      ) : (
        <span className="truncate font-[550] text-ink">{name}</span>
      )}
    </WithListBadge>
  );
}

export function DayCell({ moment }: { readonly moment: string | null | undefined }) {
  const day = toDay(moment ?? null);
  return day === undefined ? (
    <EmptyCell words="no date" />
  ) : (
    <span className="whitespace-nowrap tabular-nums">{alignDay(formatShortDay(day))}</span>
  );
}

/** With a figure space before a single digit, so that the months of a column align. */
const alignDay = (day: string): string => day.padStart(11, '\u2007');

/** A whole number; a dash when it does not apply. */
export function CountCell({ count }: { readonly count: number | null | undefined }) {
  return typeof count === 'number' ? <span>{formatGrouped(count)}</span> : <EmptyCell words="not known" />;
}

type MoneyCellProps = {
  readonly usd: number | null | undefined;
  /** The amount in other currencies, for when its US dollars are not known; undefined where these are not known. */
  readonly native: string | undefined;
};

/** An amount in US dollars; undisclosed is never 0. */
export function MoneyCell({ usd, native }: MoneyCellProps) {
  const amount = typeof usd === 'number' ? formatMoney(usd) : native;
  if (!amount) {
    return <span className="text-12 text-ink-3">{amount === undefined ? 'No dollar amount' : 'Undisclosed'}</span>;
  }
  return <span className="font-[550] text-ink tabular-nums">{amount}</span>;
}

/** What a round raised: as it was paid where its US dollars are not known. */
export const RaisedCell = ({ deal }: { readonly deal: Pick<DealRecord, 'total_round_raised' | 'financings'> }) => (
  <MoneyCell usd={deal.total_round_raised} native={formatNativeAmounts(deal)} />
);

/** The name of a round on the color of its stage; shortened on screen, so that it is never cut. */
export function RoundBadge({ round }: { readonly round: Round }) {
  const name = formatRoundType(round);
  const short = formatShortRound(round);
  const stage = findStage(round);
  return (
    <span
      title={name}
      className={`stage-tint-${stage} inline-flex h-5 shrink-0 items-center gap-1.5 rounded-[5px] pr-1.75 pl-1.5 text-12 font-medium whitespace-nowrap text-ink`}
    >
      <i aria-hidden className={`stage-${stage} size-[7px] shrink-0 rounded-xs`} />
      {short === name ? (
        name
      ) : (
        <>
          <span aria-hidden>{short}</span>
          <span className="sr-only">{name}</span>
        </>
      )}
    </span>
  );
}

/** A count with its total: "3 of 41". */
export function PartCell({ part, of }: { readonly part: number | null | undefined; readonly of: number | null }) {
  if (typeof part !== 'number') return <CountCell count={of} />;
  return (
    <span className="tabular-nums">
      <b className="font-semibold text-ink">{formatGrouped(part)}</b>
      <span className="sr-only"> matching</span>
      {of !== null && <span className="text-ink-3"> of {formatGrouped(of)}</span>}
    </span>
  );
}

/** A row of two lines for a narrow screen: name and figure, then details. */
export function TwoLines({ first, figure, second }: Record<'first' | 'figure' | 'second', ReactNode>) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        {first}
        {figure}
      </span>
      <span className="flex min-w-0 items-baseline gap-3 text-12 text-ink-3">{second}</span>
    </>
  );
}
