import type { ReactNode } from 'react';

type SegmentsProps<Value extends string> = {
  /** What is chosen. */
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: ReactNode])[];
  readonly onChange: (value: Value) => void;
};

/** A choice of a few, all in sight. */
export function Segments<Value extends string>({ label, value, choices, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-0.5 rounded-[7px] bg-sunken p-0.5">
      {choices.map(([one, name]) => (
        <button
          key={one}
          type="button"
          aria-pressed={value === one}
          className="min-h-6.5 rounded-[5px] border border-transparent px-2.5 text-[12px] text-ink-2 tabular-nums hover:text-ink aria-pressed:border-edge aria-pressed:bg-panel aria-pressed:font-[550] aria-pressed:text-ink"
          onClick={() => onChange(one)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
