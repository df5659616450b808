import type { ReactNode } from 'react';
import { LockKeyhole } from 'lucide-react';
import { formatMoney, formatShortDay, toDay } from '../../platform/format.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { areNamesFree } from '../../library/records/request-names.ts';
import { ListBadged } from '../../library/lists/list-badge.tsx';
import { ProfileLink, type ProfileKind } from './profile-link.tsx';
import { findStage, formatRoundType, type Round } from '../../platform/rounds.ts';

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

/** In the place of a name: that it is on its way, or locked. The bar does not move, so that it never reads as loading. */
export function UnnamedCell({ one }: { readonly one: string }) {
  const isComing = areNamesFree();
  return (
    <span title={isComing ? undefined : `${one} locked`} className="flex min-w-0 grow items-center gap-2">
      {isComing ? (
        <i aria-hidden className="size-5 shrink-0 rounded-[5px] bg-line motion-safe:animate-pulse" />
      ) : (
        <i
          aria-hidden
          className="grid size-5 shrink-0 place-items-center rounded-[5px] border border-line-2 text-ink-3"
        >
          <LockKeyhole className="size-3" />
        </i>
      )}
      <LockedBar isLoading={isComing} />
      <span className="sr-only">{isComing ? 'Loading the name' : `${one} locked`}</span>
    </span>
  );
}

/** In the place of a priced button while its price is counted. */
export const countingNames = <span className="text-[12px] text-ink-3">Counting names</span>;

/** A flat bar in the place of a locked name. */
export const LockedBar = ({ isLoading = false }: { readonly isLoading?: boolean }) => (
  <i
    aria-hidden
    className={`h-2 w-24 shrink rounded-[4px] ${isLoading ? 'bg-line motion-safe:animate-pulse' : 'bg-lock forced-colors:border'}`}
  />
);

/** A short fact next to a name: "Lead", "Angel". */
export const NameTag = ({ children }: { readonly children: string }) => (
  <span className="shrink-0 rounded-[4px] border border-line bg-sunken px-[5px] text-[11px] leading-4 font-medium text-ink-2">
    {children}
  </span>
);

type NamedCellProps = NameCellProps & {
  /** What it is, in one line after the name. */
  readonly about?: ReactNode;
  readonly isPerson?: boolean;
};

/** The first cell of a row: initials, name and what it is. */
export function NamedCell({ about, isPerson = false, ...name }: NamedCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {name.name && <Monogram name={name.name} isPerson={isPerson} />}
      <span className="flex max-w-[calc(100%-28px)] shrink-0">
        <NameCell {...name} />
      </span>
      {about !== undefined && about !== '' && <span className="truncate text-ink-3">{about}</span>}
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
        <ProfileLink {...of} tabIndex={-1} className="truncate font-[550] text-ink">
          {name}
        </ProfileLink>
      ) : (
        <span className="truncate font-[550] text-ink">{name}</span>
      )}
    </ListBadged>
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
  return typeof count === 'number' ? <span>{count.toLocaleString('en-US')}</span> : <EmptyCell words="not known" />;
}

/** An amount in US dollars; undisclosed is never 0. */
export function MoneyCell({ usd }: { readonly usd: number | null | undefined }) {
  if (typeof usd !== 'number') return <span className="text-[12px] text-ink-3">Undisclosed</span>;
  return <span className="font-[550] text-ink tabular-nums">{formatMoney(usd)}</span>;
}

/** The name of a round on the colour of its stage. */
export function RoundBadge({ round }: { readonly round: Round }) {
  const name = formatRoundType(round);
  const stage = findStage(round);
  return (
    <span
      title={name}
      className={`stage-tint-${stage} inline-flex h-5 min-w-0 items-center gap-1.5 rounded-[5px] pr-[7px] pl-1.5 text-[12px] font-medium text-ink`}
    >
      <i aria-hidden className={`stage-${stage} size-[7px] shrink-0 rounded-[2px]`} />
      <span className="truncate">{name}</span>
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
