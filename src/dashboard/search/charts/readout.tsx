import type { CSSProperties } from 'react';

type ReadoutProps = {
  readonly title: string;
  readonly sum: string;
  readonly lines: readonly (readonly [name: string, figure: string])[];
  readonly place: CSSProperties;
};

/** What the bar under the cursor holds; the same is announced, so that this is for the eye alone. */
export function Readout({ title, sum, lines, place }: ReadoutProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 grid max-w-64 min-w-32 gap-0.5 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-[11.5px] tabular-nums shadow-popup"
      style={place}
    >
      <span className="flex justify-between gap-4 font-semibold">
        <span>{title}</span>
        <span>{sum}</span>
      </span>
      {lines.map(([name, figure]) => (
        <span key={name} className="flex justify-between gap-4 text-ink-2">
          <span>{name}</span>
          <span>{figure}</span>
        </span>
      ))}
    </div>
  );
}
