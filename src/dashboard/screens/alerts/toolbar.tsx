import { DayField } from '../../platform/form/day-field.tsx';
import { formatGrouped } from '../../platform/format.ts';
import { CalendarDays, Check, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import type { StatusState } from '../../records/status/statuses.ts';
import { IconButton } from '../../platform/ui/button.tsx';
import { useIsPhone } from '../../platform/ui/use-browser.ts';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { segmentClass } from '../../platform/ui/segments.tsx';
import {
  type AlertDay,
  type AlertItem,
  addDays,
  countDays,
  countReviewed,
  formatDayName,
  formatDayRange,
  formatProgress,
  getPeriodDays,
  maxPeriodDays,
  periods,
} from '../../records/alerts/items.ts';
import { type AlertsState, type AlertsUrl, periodNames, type SavedAlert } from '../../records/alerts/use-alerts.ts';

type ToolbarProps = {
  readonly value: AlertsUrl;
  readonly alerts: AlertsState;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** The choice of alerts and of the period. */
export function AlertsToolbar({ value, alerts, onChange }: ToolbarProps) {
  const isPhone = useIsPhone();
  const previous = (
    <IconButton Icon={ChevronLeft} label="Previous week" onPress={() => onChange(moveByWeek(alerts, -1))} />
  );
  const next = (
    <IconButton
      Icon={ChevronRight}
      label="Next week"
      aria-disabled={alerts.days.to >= alerts.today}
      onPress={() => onChange(moveByWeek(alerts, 1))}
    />
  );
  return (
    <div className="flex min-h-11.5 shrink-0 items-center gap-3 border-b border-line px-4.5 py-1.5 wide:px-6 short:py-0.5 tiny:flex-wrap print:hidden">
      <AlertChoice {...{ value, alerts, onChange }} />
      <div className="ml-auto flex min-w-0 shrink-0 gap-0.5 tiny:shrink">
        {!isPhone && previous}
        <Overflow
          label="Period"
          face={
            <>
              <CalendarDays aria-hidden className="size-3.75" />
              <span>
                <span className="max-tablet:hidden">{periodNames[value.period]}, </span>
                {formatDayRange(alerts.days)}
              </span>
              <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
            </>
          }
        >
          {isPhone && (
            <div className="flex justify-between">
              {previous}
              {next}
            </div>
          )}
          <PeriodChoice {...{ value, onChange }} problem={alerts.problem} today={alerts.today} />
        </Overflow>
        {!isPhone && next}
      </div>
    </div>
  );
}

/** The period a week earlier or later; one that would end after today is the last seven days. */
function moveByWeek({ days, today }: AlertsState, by: 1 | -1): Partial<AlertsUrl> {
  const [from, to] = [addDays(days.from, 7 * by), addDays(days.to, 7 * by)];
  return to >= today && countDays(days) === 7
    ? { period: 'week', from: undefined, to: undefined }
    : { period: 'range', from, to: to > today ? today : to };
}

/** More alerts than this may need to be scrolled. */
const mostInView = 5;

/** One alert or all of them, with their deals; with Ctrl or Shift several. */
function AlertChoice({ value, alerts: { configurations, deletedIds, listed }, onChange }: ToolbarProps) {
  if (configurations.length === 0) return null;
  return (
    <fieldset
      aria-label="Alerts"
      className={`flex min-w-0 max-w-full gap-0.5 overflow-x-auto rounded-[7px] bg-sunken p-0.5 max-full:chip-fade ${configurations.length > mostInView ? 'chip-fade' : ''}`}
    >
      <button
        type="button"
        aria-pressed={value.alert.length === 0}
        className={segmentClass}
        onClick={() => onChange({ alert: [] })}
      >
        All <span>{formatGrouped(listed.length)}</span>
      </button>
      {configurations.map(({ configuration_id: id, configuration_name: name, frequency }) => {
        if (id === null) return null;
        const matches = listed.filter(({ reasons }) => reasons.some((reason) => reason.alertId === id)).length;
        const choose = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) =>
          onChange({ alert: chooseAlert(value.alert, id, ctrlKey || metaKey || shiftKey, configurations) });
        return (
          <button
            key={id}
            type="button"
            aria-pressed={value.alert.includes(id)}
            title={[name, deletedIds.includes(id) ? 'deleted' : frequency?.toLowerCase()].filter(Boolean).join(', ')}
            className={segmentClass}
            onClick={choose}
          >
            <span className="max-w-45 truncate">{name ?? 'Unnamed alert'}</span> <span>{formatGrouped(matches)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** One alert alone, or added to or taken from the chosen ones. All alerts and no alerts both mean no filter. */
function chooseAlert(chosen: readonly string[], id: string, adds: boolean, all: readonly SavedAlert[]): string[] {
  if (!adds) return [id];
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return next.length === all.length ? [] : next;
}

type ReviewMeterProps = {
  readonly items: readonly AlertItem[];
  readonly days: readonly AlertDay[];
  readonly statuses: StatusState;
  readonly onDay: (day: AlertDay) => void;
};

/** How far the review is, and the days to go to. */
export function ReviewMeter({ items, days, statuses, onDay }: ReviewMeterProps) {
  const progress = countReviewed(items, statuses);
  if (progress.total === 0) return null;
  return (
    <section aria-label="Review" className="min-w-0">
      <Overflow
        label="Days"
        variant="ghost"
        face={
          <span className="flex items-center gap-2.5 font-normal text-ink-2 tabular-nums">
            {formatProgress(progress)}
            <span aria-hidden className="h-1.5 w-30 overflow-hidden rounded-full bg-line max-wide:hidden">
              <span
                className="block h-full bg-accent"
                style={{ width: `${(100 * progress.reviewed) / progress.total}%` }}
              />
            </span>
          </span>
        }
      >
        <ol className="grid max-h-[60vh] w-58 scroll-y">
          {days.map((group) => (
            <li key={group.day}>
              <DayLine group={group} statuses={statuses} onDay={onDay} />
            </li>
          ))}
        </ol>
      </Overflow>
    </section>
  );
}

type DayLineProps = Pick<ReviewMeterProps, 'statuses' | 'onDay'> & { readonly group: AlertDay };

function DayLine({ group, statuses, onDay }: DayLineProps) {
  const { reviewed, total } = countReviewed(group.items, statuses);
  return (
    <button
      type="button"
      className="flex min-h-8 w-full items-center gap-2 rounded-md px-1.5 text-left text-12 text-ink-2 hover:bg-sunken hover:text-ink"
      onClick={() => onDay(group)}
    >
      <span className="truncate">
        {group.day === null ? 'No date' : formatDayName(group.day).replace(/ \d{4}$/, '')}
      </span>
      <span className="ml-auto inline-flex shrink-0 items-center gap-1 text-ink-3 tabular-nums">
        {reviewed === total && <Check aria-hidden className="size-3.5 text-accent-ink" />}
        {reviewed} of {total}
      </span>
    </button>
  );
}

type PeriodChoiceProps = {
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
  readonly problem: string | undefined;
  readonly today: string;
};

/** The period: three named ones or a custom range, in UTC days. */
function PeriodChoice({ value, onChange, problem, today }: PeriodChoiceProps) {
  const id = useId();
  const custom = getPeriodDays('range', today, value);
  const end = (which: 'from' | 'to', label: string) => (
    // An emptied field keeps the previous day.
    <DayField
      label={label}
      isRequired
      problemId={problem === undefined ? undefined : `${id}-problem`}
      value={custom[which]}
      onDay={(day) => onChange({ ...custom, [which]: day })}
    />
  );
  return (
    <fieldset className="w-58">
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-12 font-semibold">
        Period <span className="text-11.5 font-normal text-ink-3">UTC days</span>
      </legend>
      <div className="grid gap-0.5">
        {periods.map((period) => (
          <label
            key={period}
            className="-mx-1.5 flex min-h-7 max-tablet:min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-1.5 hover:bg-sunken"
          >
            <input
              type="radio"
              name={id}
              className="size-4 accent-accent"
              checked={value.period === period}
              onChange={() =>
                onChange(period === 'range' ? { period, ...custom } : { period, from: undefined, to: undefined })
              }
            />
            {periodNames[period]}
          </label>
        ))}
      </div>
      {value.period === 'range' && (
        <>
          <div className="mt-1.5 grid gap-1.5">
            {end('from', 'First day')}
            {end('to', 'Last day')}
          </div>
          {problem === undefined ? (
            <p className="mt-1 text-11.5 text-ink-3">At most {maxPeriodDays} days.</p>
          ) : (
            <p id={`${id}-problem`} className="mt-1 text-12 text-bad">
              {problem}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
