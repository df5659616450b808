import type { ReactNode } from 'react';
import { toDay, toShortId } from '../../platform/format.ts';
import { ListMarked } from '../../library/lists/list-mark.tsx';
import { readNamed } from '../lookups/known-names.ts';
import type { DealRecord } from '../../library/records/records.ts';
import { toRoundName, toStageColour } from '../../platform/rounds.ts';
import { toNativeText, toSizeText } from './amounts.ts';
import { ProfileLink } from '../record/profile-link.tsx';

/** Deals as two lines each, newest first, with names that lead on. */
export function DealRows({ deals }: { readonly deals: readonly DealRecord[] }) {
  return (
    <ul className="grid">
      {deals.map((deal) => {
        const round = { ...deal, type: deal.round_type };
        const native = toNativeText(deal);
        return (
          <li key={deal.id} className="grid gap-0.5 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0">
            <span className="flex min-w-0 items-baseline justify-between gap-3">
              <NameOf kind="company" id={deal.company_id} />
              <span
                className={`shrink-0 tabular-nums ${deal.total_round_raised === null ? 'text-ink-3' : 'font-semibold'}`}
              >
                {toSizeText(deal.total_round_raised)}
              </span>
            </span>
            <span className="flex min-w-0 items-baseline justify-between gap-3 text-[11.5px] text-ink-3">
              <span className="flex min-w-0 items-center gap-1.5 tabular-nums">
                <i aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: toStageColour(round) }} />
                <span className="truncate">
                  {toRoundName(round)}, {toDay(deal.date) ?? 'no date'}
                </span>
              </span>
              <span className="shrink-0 tabular-nums empty:hidden">{native}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

type NameOfProps = {
  readonly kind: 'company' | 'firm' | 'person';
  readonly id: string | null;
  readonly className?: string;
};

/** The name of a record that leads to its profile; the start of its id where no name is owned. */
export function NameOf({ kind, id, className = 'font-semibold' }: NameOfProps): ReactNode {
  if (id === null) return <span className="text-ink-3">no {kind} named</span>;
  const name = readNamed(kind, id);
  return (
    <ListMarked companyId={kind === 'company' ? id : undefined}>
      {name === undefined ? (
        <ProfileLink kind={kind} id={id} className="truncate font-mono text-[11.5px] text-ink-3">
          <span className="sr-only">unnamed {kind} </span>
          {toShortId(id)}
        </ProfileLink>
      ) : (
        <ProfileLink kind={kind} id={id} className={`truncate ${className}`}>
          {name}
        </ProfileLink>
      )}
    </ListMarked>
  );
}
