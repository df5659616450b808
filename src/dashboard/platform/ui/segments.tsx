import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RawSearch } from '../url/raw-search.ts';

type SegmentsProps<Value extends string> = {
  /** What the choice is about. */
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: ReactNode])[];
  readonly onChange: (value: Value) => void;
};

const segmentsClass = 'flex flex-wrap gap-0.5 rounded-[7px] bg-sunken p-0.5 print:hidden';
/** One of the choices, as a button or as a link to a view. */
export const segmentClass =
  'inline-flex min-h-6.5 shrink-0 items-center gap-1.5 rounded-[5px] border border-transparent px-2.5 text-12 whitespace-nowrap text-ink-2 tabular-nums hover:text-ink aria-pressed:border-edge aria-pressed:bg-panel aria-pressed:font-[550] aria-pressed:text-ink aria-[current=page]:border-edge aria-[current=page]:bg-panel aria-[current=page]:font-[550] aria-[current=page]:text-ink max-tablet:min-h-10';

/** A choice of a few options, all visible. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className={segmentsClass}>
      {choices.map(([one, name]) => (
        <button
          key={one}
          type="button"
          aria-pressed={value === one}
          className={segmentClass}
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

type SegmentLinksProps = {
  /** What the choice is about. */
  readonly label: string;
  /** The screen. */
  readonly to: '/alerts' | '/compare' | '/saved';
  readonly views: readonly { readonly name: string; readonly search: RawSearch; readonly isCurrent: boolean }[];
  readonly className?: string;
};

/** Links to the views of a screen, which look like a choice. */
export const SegmentLinks = ({ label, to, views, className = '' }: SegmentLinksProps) => (
  <nav aria-label={label} className={`${segmentsClass} ${className}`}>
    {views.map(({ name, search, isCurrent }) => (
      <Link
        key={name}
        to={to}
        search={search}
        activeOptions={{ exact: true }}
        aria-current={isCurrent ? 'page' : undefined}
        className={segmentClass}
      >
        {name}
      </Link>
    ))}
  </nav>
);
