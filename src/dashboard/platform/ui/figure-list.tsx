import type { ReactNode } from 'react';

/** A figure under its label, and what puts it in proportion. */
export type ShownFigure = { readonly label: string; readonly value: ReactNode; readonly note?: string | undefined };

/**
 * Figures in a row, each under its label; unknown ones are left out. On a phone, labels and figures that wrap are rows
 * of one grid, so that figures next to each other start at the same height.
 */
export function FigureList({ figures }: { readonly figures: readonly ShownFigure[] }) {
  const known = figures.filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 max-tablet:grid max-tablet:grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] max-tablet:gap-x-4">
      {known.map(({ label, value, note }) => (
        <div
          key={label}
          className="grid content-between gap-0.5 border-r border-line pr-6 last:border-0 max-tablet:row-span-2 max-tablet:grid-rows-subgrid max-tablet:border-0 max-tablet:pr-0"
        >
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 text-18 leading-6 font-semibold tabular-nums">
            {value}
            {note !== undefined && <small className="text-12 leading-4 font-normal text-ink-3">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
