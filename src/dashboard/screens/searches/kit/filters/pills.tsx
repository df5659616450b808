import type { ReactNode } from 'react';
import { formatGrouped } from '../../../../platform/format.ts';
import { useHasCounts } from '../lookups/facet-counts.ts';

/** Usual values of a filter as a line of buttons. */
export function Pills({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset aria-label={label} className="mt-1.5 flex flex-wrap gap-1">
      {children}
    </fieldset>
  );
}

type PillProps = {
  readonly isChosen: boolean;
  /** The deals of the search with this value; undefined where that is not known. */
  readonly count: number | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

export function Pill({ isChosen, count, onPress, children }: PillProps) {
  const hasCounts = useHasCounts();
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className="inline-flex min-h-6.5 items-center gap-1.5 rounded-md border border-line-2 px-2 text-12 text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-tablet:min-h-10"
      onClick={onPress}
    >
      {children}
      {hasCounts && (
        <span className="min-w-[4ch] text-right text-11.5 text-ink-3 tabular-nums">
          {count !== undefined && formatGrouped(count)}
        </span>
      )}
    </button>
  );
}
