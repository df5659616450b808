import { Pick } from '../../platform/form/pick.tsx';
import { outcomes } from '../../purchase/logged-call.ts';
import { outcomeNames } from './cells.tsx';
import type { CallFilter } from './questions.ts';

type LedgerFiltersProps = {
  readonly days: readonly string[];
  readonly filter: CallFilter;
  readonly onFilter: (filter: CallFilter) => void;
};

const all = '';

/** One day, one outcome, or all. */
export function LedgerFilters({ days, filter, onFilter }: LedgerFiltersProps) {
  const { day, outcome } = filter;
  const known = day === undefined || days.includes(day) ? days : [day, ...days];
  return (
    <>
      <Pick
        beside
        label="Day, UTC"
        value={day ?? all}
        options={[[all, 'All days'], ...known.map((one) => [one, one] as const)]}
        onPick={(next) => onFilter({ outcome, day: next === all ? undefined : next })}
      />
      <Pick
        beside
        label="Outcome"
        value={outcome ?? all}
        options={[[all, 'All outcomes'], ...outcomes.map((one) => [one, outcomeNames[one]] as const)]}
        onPick={(next) => onFilter({ day, outcome: outcomes.find((one) => one === next) })}
      />
    </>
  );
}
