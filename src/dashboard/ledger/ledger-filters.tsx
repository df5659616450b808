import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { outcomes, type Outcome } from '../spend/logged-call.ts';
import { outcomeNames } from './cells.tsx';
import type { CallFilter } from './questions.ts';

type LedgerFiltersProps = {
  readonly days: readonly string[];
  readonly filter: CallFilter;
  readonly onFilter: (filter: CallFilter) => void;
};

/** One day, one outcome, or all. */
export function LedgerFilters({ days, filter, onFilter }: LedgerFiltersProps) {
  const { day, outcome } = filter;
  return (
    <>
      <Pick
        label="Day, UTC"
        all="All days"
        value={day}
        options={(day === undefined || days.includes(day) ? days : [day, ...days]).map((one) => [one, one])}
        onPick={(next) => onFilter({ outcome, day: next })}
      />
      <Pick
        label="Outcome"
        all="All outcomes"
        value={outcome}
        options={outcomes.map((one) => [one, outcomeNames[one]])}
        onPick={(next) => onFilter({ day, outcome: next as Outcome | undefined })}
      />
    </>
  );
}

type PickProps = {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onPick: (value: string | undefined) => void;
};

function Pick({ label, all, value, options, onPick }: PickProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-[12px] text-ink-3 max-wide:sr-only">
        {label}
      </label>
      <div className="field-box relative">
        <select
          id={id}
          value={value ?? ''}
          className="h-[30px] appearance-none rounded-[6px] bg-panel pr-7 pl-2.5 tabular-nums"
          onChange={({ target }) => onPick(target.value === '' ? undefined : target.value)}
        >
          <option value="">{all}</option>
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
