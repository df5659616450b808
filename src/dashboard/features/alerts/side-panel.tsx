import { Bookmark, Check } from 'lucide-react';
import type { StatusState } from '../../library/status/statuses.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import {
  type AlertDay,
  type AlertItem,
  countReviewed,
  formatDayName,
  formatProgress,
  getPeriodDays,
  isReviewed,
  maxPeriodDays,
  periods,
  readStatus,
} from './items.ts';
import { type AlertsUrl, type SavedAlert, periodNames } from './use-alerts.ts';
import { reviewKeys } from './review-state.ts';
import { useId } from 'react';

export type SidePanelProps = {
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
  readonly problem: string | undefined;
  readonly today: string;
  readonly configurations: readonly SavedAlert[];
  /** Ids of alerts that were deleted. */
  readonly deletedIds: readonly string[];
  /** The deals of all alerts, before filtering by chosen alerts. */
  readonly listed: readonly AlertItem[];
  readonly days: readonly AlertDay[];
  readonly statuses: StatusState;
  readonly onDay: (day: AlertDay) => void;
  readonly onExport: () => void;
};

/** The choice of alerts and period, the review progress, and the keys. */
export function SidePanel(props: SidePanelProps) {
  const { days, statuses, onExport } = props;
  const shortlisted = days.flatMap(({ items }) =>
    items.filter((item) => readStatus(statuses, item).status === 'shortlist'),
  );
  return (
    <>
      <div className="grid min-h-0 grow content-start gap-5 overflow-y-auto px-4 py-3.5">
        <AlertChoice {...props} />
        <PeriodChoice {...props} />
        <ReviewProgressList {...props} />
      </div>
      <div className="grid gap-2.5 border-t border-line px-4 py-3">
        <ul className="flex flex-wrap gap-x-2.5 gap-y-1.5 text-[11.5px] text-ink-3 max-wide:hidden">
          {reviewKeys.map(({ key, what }) => (
            <li key={key} className="inline-flex items-center gap-1">
              <KeyCap>{key}</KeyCap> {what}
            </li>
          ))}
        </ul>
        <Button aria-disabled={shortlisted.length === 0} onClick={() => shortlisted.length > 0 && onExport()}>
          <Bookmark aria-hidden className="size-3.5" />
          Export shortlist
          <span className="ml-auto text-[11.5px] font-normal text-ink-3 tabular-nums">{shortlisted.length}, CSV</span>
        </Button>
      </div>
    </>
  );
}

/** The alerts as checkboxes, with their number of new deals. */
function AlertChoice({ value, onChange, configurations, deletedIds, listed, statuses }: SidePanelProps) {
  return (
    <fieldset>
      <legend className="mb-1 flex w-full items-baseline justify-between text-[12px] font-semibold">
        Alerts <span className="text-[11.5px] font-normal text-ink-3">free</span>
      </legend>
      {configurations.map(({ configuration_id: id, configuration_name: name, frequency }) => {
        if (id === null) return null;
        const found = listed.filter(({ reasons }) => reasons.some((reason) => reason.alertId === id));
        const fresh = found.filter((item) => !isReviewed(readStatus(statuses, item))).length;
        const isChosen = value.alert.length === 0 || value.alert.includes(id);
        return (
          <label
            key={id}
            className="-mx-1.5 flex cursor-pointer items-center gap-2.5 rounded-[7px] px-1.5 py-1.5 hover:bg-sunken"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={isChosen}
              onChange={() => onChange({ alert: toggleAlert(value.alert, id, configurations) })}
            />
            <span className="grid min-w-0">
              <span className="truncate font-medium" title={name ?? undefined}>
                {name ?? 'Unnamed alert'}
              </span>
              <span className="text-[11.5px] text-ink-3">
                {deletedIds.includes(id) ? 'deleted' : (frequency ?? 'no frequency').toLowerCase()}
              </span>
            </span>
            <span className="ml-auto shrink-0 text-[12px] text-ink-2 tabular-nums">
              {fresh > 0 ? `${fresh.toLocaleString('en-US')} new` : ''}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Toggles one alert. All alerts and no alerts both mean no filter. */
function toggleAlert(chosen: readonly string[], id: string, all: readonly SavedAlert[]): string[] {
  const ids = all.flatMap(({ configuration_id: one }) => one ?? []);
  const before = chosen.length === 0 ? ids : chosen;
  const next = ids.filter((one) => (one === id ? !before.includes(id) : before.includes(one)));
  return next.length === ids.length ? [] : next;
}

function ReviewProgressList({ days, statuses, onDay }: SidePanelProps) {
  const progress = countReviewed(
    days.flatMap(({ items }) => items),
    statuses,
  );
  if (progress.total === 0) return null;
  return (
    <section aria-label="Review" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h2 className="text-[12px] font-semibold">Review</h2>
      <p className="text-[12px] text-ink-3 tabular-nums">{formatProgress(progress)}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-accent" style={{ width: `${(100 * progress.reviewed) / progress.total}%` }} />
      </div>
      <ol className="mt-1 grid grid-cols-[minmax(0,1fr)]">
        {days.map((group) => (
          <li key={group.day}>
            <DayLine group={group} statuses={statuses} onDay={onDay} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function DayLine({
  group,
  statuses,
  onDay,
}: Pick<SidePanelProps, 'statuses' | 'onDay'> & { readonly group: AlertDay }) {
  const { reviewed, total } = countReviewed(group.items, statuses);
  return (
    <button
      type="button"
      className="-mx-1.5 flex min-h-7 w-[calc(100%+12px)] items-center gap-2 rounded-[6px] px-1.5 text-left text-[12px] text-ink-2 hover:bg-sunken hover:text-ink"
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
export function PeriodChoice({ value, onChange, problem, today }: PeriodChoiceProps) {
  const id = useId();
  const custom = getPeriodDays('range', today, value);
  const end = (which: 'from' | 'to', label: string) => (
    <input
      type="date"
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      value={custom[which]}
      className="h-8 min-w-0 rounded-[6px] bg-transparent px-2 text-[12px] outline-offset-[-2px] not-first:border-l not-first:border-line"
      // An emptied field keeps the previous day.
      onChange={({ target }) => target.value !== '' && onChange({ ...custom, [which]: target.value })}
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
                onChange(period === 'range' ? { period, ...custom } : { period, from: undefined, to: undefined })
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
            <p className="mt-1 text-[11.5px] text-ink-3">At most {maxPeriodDays} days.</p>
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
