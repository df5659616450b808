import { DayField } from '../../platform/form/day-field.tsx';
import { Popover } from '@base-ui/react/popover';
import { useQueries } from '@tanstack/react-query';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { addDays } from '../../records/alerts/items.ts';
import { formatShortDay, formatUtcDay, monthNames } from '../../platform/format.ts';
import { readServiceTime } from '../../platform/http/service-clock.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { formatValue } from './clock-sentence.ts';
import { GrowthCurve } from './growth-curve.tsx';
import { useMarket } from './market-context.tsx';
import { blockQuery } from './market-requests.ts';
import { findPeriodDays, formatPeriodShort } from './period-names.ts';

/** The day of which the screen shows what was known, in steps of a week, or one of a few days. */
export function KnownOnPicker() {
  const { url, change, knownOn, figures } = useMarket();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const today = formatUtcDay(readServiceTime());
  const first = figures.clock.data?.first_report ?? undefined;
  const isPast = url.known !== undefined;
  const goTo = (day: string) => {
    const next = first !== undefined && day < first ? first : day;
    change(next >= today ? { known: undefined, compared: undefined } : { known: next }, 'replace');
  };
  const isFirst = first !== undefined && knownOn <= first;
  useSingleKey('[', () => goTo(addDays(knownOn, -7)), !isFirst);
  useSingleKey(']', () => goTo(addDays(knownOn, 7)), isPast);
  return (
    <div className="flex items-center gap-0.5">
      <span className="contents max-tablet:hidden">
        <IconButton
          isSmall
          Icon={ChevronLeft}
          label="One week earlier"
          aria-keyshortcuts="["
          aria-disabled={isFirst}
          onPress={() => goTo(addDays(knownOn, -7))}
        />
      </span>
      <Button
        ref={button}
        aria-haspopup="dialog"
        className={isPast ? 'border-transparent! bg-accent-soft! text-accent-ink!' : ''}
        onClick={() => setOpen(true)}
      >
        <CalendarDays aria-hidden className="size-3.5" />
        <span>
          As known on <b className="font-semibold">{formatShortDay(knownOn)}</b>
        </span>
      </Button>
      <span className="contents max-tablet:hidden">
        <IconButton
          isSmall
          Icon={ChevronRight}
          label="One week later"
          aria-keyshortcuts="]"
          aria-disabled={!isPast}
          onPress={() => goTo(addDays(knownOn, 7))}
        />
      </span>
      {isPast && (
        <Button variant="ghost" className="print:hidden" onClick={() => goTo(today)}>
          Back to today
        </Button>
      )}
      {isOpen && (
        <Popover.Root open onOpenChange={(open) => open || setOpen(false)}>
          <Popover.Portal>
            <Popover.Positioner anchor={button} align="end" sideOffset={6} className="z-20">
              <Popover.Popup
                aria-label="As known on"
                finalFocus={button}
                className="grid w-[min(25rem,94vw)] gap-2 rounded-[10px] border border-line-2 bg-panel p-4 pb-3 shadow-popup outline-none"
              >
                <KnownDays
                  today={today}
                  onGo={(day, stays = false) => {
                    goTo(day);
                    if (!stays) setOpen(false);
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  );
}

type KnownDay = { readonly name: string; readonly day: string };

/** Days to jump to: today, a week ago, the ends of the last month and quarter, and a year ago. */
export function listKnownDays(today: string): KnownDay[] {
  const [monthEnd, quarterEnd] = (['month', 'quarter'] as const).map((kind) =>
    addDays(findPeriodDays(today, kind)[0], -1),
  ) as [string, string];
  const days = [
    { name: 'Today', day: today },
    { name: 'One week earlier', day: addDays(today, -7) },
    { name: `End of ${monthNames[Number(monthEnd.slice(5, 7)) - 1]}`, day: monthEnd },
    { name: `End of ${formatPeriodShort(quarterEnd, 'quarter')}`, day: quarterEnd },
    { name: 'A year earlier', day: addDays(today, -365) },
  ];
  return days.filter(({ day }, at) => days.findIndex((one) => one.day === day) === at);
}

type KnownDaysProps = {
  readonly today: string;
  /** Goes to a day; `stays` keeps the days open. */
  readonly onGo: (day: string, stays?: boolean) => void;
};

function KnownDays({ today, onGo }: KnownDaysProps) {
  const { url, change, knownOn, figures } = useMarket();
  const days = listKnownDays(today);
  const { known: _known, ...now } = url;
  const found = useQueries({
    queries: days.map(({ day }) => blockQuery('clock', day === today ? now : { ...url, known: day })),
  });
  const latest = figures.clock.data?.clock?.latest?.start;
  const values = found.map(
    ({ data }) => data?.clock?.periods.find(({ start }) => start === latest)?.value ?? undefined,
  );
  const first = figures.clock.data?.first_report;
  return (
    <>
      <p>
        <b className="font-semibold">As known on</b>{' '}
        <span className="text-ink-3">shows every figure as it was on that day</span>
      </p>
      {found[0]?.data?.clock && (
        <GrowthCurve
          clock={found[0].data.clock}
          measure={url.measure}
          kind={url.period}
          day={knownOn}
          onDay={(day) => onGo(day, true)}
        />
      )}
      <DayChoices
        choices={days.map(({ name: label, day }, at) => ({ label, day, value: values[at] }))}
        period={latest === undefined ? '' : formatPeriodShort(latest, url.period)}
        onGo={onGo}
      />
      <div className="flex items-center gap-2 text-12 text-ink-2">
        <span aria-hidden>Another day</span>
        <DayField
          label="Another day"
          isRequired
          value={knownOn}
          min={first ?? undefined}
          max={today}
          className="w-40"
          onDay={(day) => change({ known: day }, 'replace')}
        />
      </div>
      <div className="-mx-4 flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 pt-2.5 text-12 text-ink-3">
        {url.known === undefined ? (
          <span>Facts of companies are today’s.</span>
        ) : (
          <CheckBox
            checked={url.compared === true}
            onChange={({ target }) => change({ compared: target.checked ? true : undefined }, 'replace')}
          >
            Compare with today
          </CheckBox>
        )}
        {first && <span>Reports since {formatShortDay(first)}</span>}
      </div>
    </>
  );
}

type DayChoicesProps = {
  /** Days with what was known of the latest period on each. */
  readonly choices: readonly { readonly label: string; readonly day: string; readonly value: number | undefined }[];
  /** The name of that period. */
  readonly period: string;
  readonly onGo: (day: string) => void;
};

function DayChoices({ choices, period, onGo }: DayChoicesProps) {
  const { url, knownOn, figures } = useMarket();
  const first = figures.clock.data?.first_report;
  const most = Math.max(1, ...choices.map(({ value }) => value ?? 0));
  return (
    <ul aria-label="Days" className="-mx-2.5 grid">
      {choices.map(({ label, day, value }) => (
        <li key={day}>
          <button
            type="button"
            aria-pressed={day === knownOn}
            disabled={first !== null && first !== undefined && day < first}
            className="grid min-h-7.5 w-full grid-cols-[1fr_6rem_6.5rem] items-center rounded-md px-2.5 text-left font-medium hover:bg-hover disabled:text-ink-3 aria-pressed:bg-selected max-tablet:min-h-10"
            onClick={() => onGo(day)}
          >
            {label}
            <span className="font-normal text-ink-3">{formatShortDay(day)}</span>
            <span className="relative text-right tabular-nums">
              <i
                aria-hidden
                className="absolute inset-y-0 right-0 rounded-xs bg-accent/14"
                style={{ width: `${(100 * (value ?? 0)) / most}%` }}
              />
              <span className="relative">
                {value === undefined ? '' : `${period} ${formatValue(value, url.measure)}`}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
