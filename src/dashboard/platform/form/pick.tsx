import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

type PickProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** The label stands before the select, and is only heard on a narrow screen; else it stands over it. */
  readonly beside?: boolean;
  readonly onPick: (value: string) => void;
};

/** One out of a few, taken at once: a select that belongs to no form. */
export function Pick({ label, value, options, beside = false, onPick }: PickProps) {
  const id = useId();
  return (
    <div className={beside ? 'flex items-center gap-2' : 'grid min-w-0 gap-1'}>
      <label htmlFor={id} className={`text-[12px] text-ink-3 ${beside ? 'max-wide:sr-only' : ''}`}>
        {label}
      </label>
      <div className="field-box relative">
        <select
          id={id}
          value={value}
          className="h-[30px] w-full max-w-44 appearance-none truncate rounded-[6px] bg-panel pr-7 pl-2.5 tabular-nums"
          onChange={({ target }) => onPick(target.value)}
        >
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-ink-3" />
      </div>
    </div>
  );
}
