import { Popover } from '@base-ui/react/popover';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { DayPicker, type PropsBase } from 'react-day-picker';
import { parseUtcDay } from '#contract/scalars.ts';
import { Button } from '../ui/button.tsx';
import { formatUtcDay } from '../format.ts';

type CalendarProps = {
  readonly label: string;
  /** The first and last day as texts of the form; either may be blank or invalid. */
  readonly days: readonly [string, string];
  /** Whether one day is chosen, which closes the calendar. */
  readonly isSingle?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (days: readonly [string, string]) => void;
  readonly onClose: () => void;
};

const toDate = (text: string): Date | undefined => {
  const day = parseUtcDay(text);
  return day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
};
const formatDay = (date: Date | undefined): string => (date === undefined ? '' : formatUtcDay(date.getTime()));

const icons = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown };
const step = 'grid size-8 max-tablet:size-10 place-items-center rounded-md hover:bg-sunken';
const classNames = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: step,
  button_next: step,
  month_caption: 'mx-9 flex h-8 items-center justify-center max-tablet:mx-11 max-tablet:h-10',
  dropdowns: 'flex gap-1.5',
  dropdown_root: 'relative rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent',
  dropdown: 'absolute inset-0 w-full cursor-pointer appearance-none opacity-0',
  caption_label: 'flex h-8 items-center gap-1 px-1.5 font-semibold tabular-nums',
  month_grid: 'mt-1 border-collapse tabular-nums',
  weekday: 'h-7 w-9 max-tablet:w-10 text-11 font-normal text-ink-3',
  day: 'p-0 text-center',
  day_button: 'size-9 max-tablet:size-10 cursor-pointer rounded-md hover:bg-sunken',
  today: 'font-semibold underline underline-offset-4',
  outside: 'text-ink-3',
  selected: 'font-semibold',
  disabled: 'text-ink-3 line-through [&>button]:cursor-not-allowed',
  range_middle: 'bg-accent-soft text-accent-ink',
  range_start: 'rounded-l-md bg-accent text-panel [&>button]:hover:bg-transparent',
  range_end: 'rounded-r-md bg-accent text-panel [&>button]:hover:bg-transparent',
};

type ChevronProps = { readonly orientation?: keyof typeof icons };
function Chevron({ orientation = 'down' }: ChevronProps) {
  const Icon = icons[orientation];
  return <Icon aria-hidden className="size-4 text-ink-3" />;
}
const components = { Chevron };

/** A calendar of UTC days, to choose a first and a last day, or one. */
export function Calendar({ label, days, isSingle = false, min, max, anchor, onChoose, onClose }: CalendarProps) {
  const [from, to] = days.map(toDate);
  const [now] = useState(() => new Date());
  const [first, last] = [toDate(min ?? ''), toDate(max ?? '')];
  const shared = {
    timeZone: 'UTC',
    weekStartsOn: 1,
    showOutsideDays: true,
    captionLayout: 'dropdown',
    startMonth: first ?? new Date('1970-01-01'),
    endMonth: last ?? new Date(`${now.getUTCFullYear() + 1}-12-01`),
    defaultMonth: to ?? from ?? now,
    disabled: [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])],
    classNames,
    components,
  } satisfies PropsBase;
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          // The whole field, so that nothing below it is partly covered.
          anchor={() => anchor.current?.parentElement ?? null}
          align="start"
          sideOffset={4}
          className="z-30"
        >
          <Popover.Popup
            aria-label={`${label}: calendar`}
            finalFocus={anchor}
            className="grid w-(--anchor-width) min-w-max justify-items-center gap-2 rounded-[10px] border border-line bg-panel p-3 shadow-popup outline-none"
          >
            {isSingle ? (
              <DayPicker
                {...shared}
                mode="single"
                required
                selected={from}
                onSelect={(day) => {
                  onChoose([formatDay(day), formatDay(day)]);
                  onClose();
                }}
              />
            ) : (
              <DayPicker
                {...shared}
                mode="range"
                resetOnSelect
                selected={{ from, to }}
                onSelect={(range) => onChoose([formatDay(range?.from), formatDay(range?.to)])}
              />
            )}
            <div className="flex w-full items-center justify-between gap-2 text-11.5 text-ink-3">
              {isSingle ? 'UTC' : 'First and last day, UTC'}
              <Button onClick={onClose}>Done</Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
