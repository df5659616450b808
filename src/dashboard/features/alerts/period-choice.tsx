import { useId } from 'react';
import { mostDays, periods, toDays } from './days.ts';
import type { AlertsUrl } from './question.ts';
import { periodNames } from './use-alerts.ts';

type PeriodChoiceProps = {
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
  readonly problem: string | undefined;
  readonly today: string;
};

/** The days in question: three spans with a name, or a range of one's own; all are UTC days. */
export function PeriodChoice({ value, onChange, problem, today }: PeriodChoiceProps) {
  const id = useId();
  const own = toDays('range', today, value);
  const end = (which: 'from' | 'to', label: string) => (
    <input
      type="date"
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      value={own[which]}
      className="h-8 min-w-0 rounded-[6px] bg-transparent px-2 text-[12px] outline-offset-[-2px] not-first:border-l not-first:border-line"
      // An emptied field is not a day: the one before stands.
      onChange={({ target }) => target.value !== '' && onChange({ ...own, [which]: target.value })}
    />
  );
  return (
    <fieldset>
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-[12px] font-semibold">
        Period <span className="text-[11.5px] font-normal text-ink-3">UTC days</span>
      </legend>
      <div className="grid gap-0.5">
        {periods.map((period) => (
          <label
            key={period}
            className="-mx-1.5 flex min-h-7 cursor-pointer items-center gap-2.5 rounded-[6px] px-1.5 hover:bg-sunken"
          >
            <input
              type="radio"
              name={id}
              className="size-4 accent-accent"
              checked={value.period === period}
              onChange={() =>
                onChange(period === 'range' ? { period, ...own } : { period, from: undefined, to: undefined })
              }
            />
            {periodNames[period]}
          </label>
        ))}
      </div>
      {value.period === 'range' && (
        <>
          <div className="field-box mt-1.5 grid grid-cols-2 tabular-nums">
            {end('from', 'First day')}
            {end('to', 'Last day')}
          </div>
          {problem === undefined ? (
            <p className="mt-1 text-[11.5px] text-ink-3">At most {mostDays} days.</p>
          ) : (
            <p id={`${id}-problem`} role="alert" className="mt-1 text-[12px] text-bad">
              {problem}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
