import type { ReactNode } from 'react';
import { toDay, formatMoney } from '../../platform/format.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { ListBadged } from '../../library/lists/list-badge.tsx';
import { ProfileLink, type ProfileKind } from './profile-link.tsx';
import { formatRoundType, getStageColour, type Round } from '../../platform/rounds.ts';

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

/** In the place of a name: that it is on its way, or locked. */
export function UnnamedCell({ one }: { readonly one: string }) {
  return areNamesFree() ? (
    <span className="h-2.5 w-24 rounded bg-line motion-safe:animate-pulse">
      <span className="sr-only">Loading the name</span>
    </span>
  ) : (
    <span title="Unlock names above the table, or open the row" className="truncate text-ink-3">
      {one} locked
    </span>
  );
}

/** A fact as text; a dash when unknown. */
export function TextCell({ text }: { readonly text: string | null | undefined }) {
  return text ? <span className="truncate">{text}</span> : <EmptyCell words="not known" />;
}

type NameCellProps = {
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
    <ListBadged companyId={companyId}>
      {of ? (
        <ProfileLink {...of} tabIndex={-1} className="truncate font-semibold text-ink">
          {name}
        </ProfileLink>
      ) : (
        <span className="truncate font-semibold text-ink">{name}</span>
      )}
    </ListBadged>
  );
}

export function DayCell({ moment }: { readonly moment: string | null | undefined }) {
  const day = toDay(moment ?? null);
  return day === undefined ? (
    <EmptyCell words="no date" />
  ) : (
    <span className="whitespace-nowrap tabular-nums">{day}</span>
  );
}

/** A whole number; a dash when it does not apply. */
export function CountCell({ count }: { readonly count: number | null | undefined }) {
  return typeof count === 'number' ? <span>{count.toLocaleString('en-US')}</span> : <EmptyCell words="not known" />;
}

/** An amount in US dollars; undisclosed is never 0. */
export function MoneyCell({ usd }: { readonly usd: number | null | undefined }) {
  if (typeof usd !== 'number') return <span className="text-ink-3">undisclosed</span>;
  return <span className="font-semibold text-ink tabular-nums">{formatMoney(usd)}</span>;
}

/** The name of a round with the color of its stage. */
export function RoundBadge({ round }: { readonly round: Round }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-[7px] text-ink">
      <i aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: getStageColour(round) }} />
      <span className="truncate">{formatRoundType(round)}</span>
    </span>
  );
}

/** A count with its total: "3 of 41". */
export function PartCell({ part, of }: { readonly part: number | null | undefined; readonly of: number | null }) {
  if (typeof part !== 'number') return <CountCell count={of} />;
  return (
    <span className="tabular-nums">
      <b className="font-semibold text-ink">{part.toLocaleString('en-US')}</b>
      <span className="sr-only"> matching</span>
      {of !== null && <span className="text-ink-3"> of {of.toLocaleString('en-US')}</span>}
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
      <span className="flex min-w-0 items-baseline gap-3 text-[12px] text-ink-3">{second}</span>
    </>
  );
}
