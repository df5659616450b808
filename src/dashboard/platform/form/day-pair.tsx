import type { Period } from '#ask/periods.ts';
import type { RangeProps } from './amount-pair.tsx';
import { TextPair, type TextPart } from './controls.tsx';
import { useNow } from '../ui/use-browser.ts';
import { formatUtcDay } from '../format.ts';
import { CalendarButton } from './calendar-button.tsx';

type ReadPeriod = (text: string, today: string) => Period | undefined;
let readPeriod: ReadPeriod | undefined;
/** The code that parses periods is loaded when a date field is first used. */
const loadPeriods = async (): Promise<ReadPeriod> => {
  readPeriod ??= (await import('#ask/periods.ts')).readPeriod;
  return readPeriod;
};

/** A range of UTC days. A period in words typed into one field ("Q3 2025", "last 12 months") fills both. */
export function DayPair({
  label,
  aside,
  parts,
  read,
  write,
  hasPresets,
}: RangeProps & { readonly hasPresets: boolean }) {
  const today = formatUtcDay(useNow());
  const complete = (index: 0 | 1, readWords: ReadPeriod) => {
    const texts = read();
    const period = readWords(texts[index], today);
    if (!period) return write(texts);
    const { from = '', to = '' } = period;
    if (from !== to) return write([from, to]);
    write(index === 0 ? [from, texts[1]] : [texts[0], to]);
  };
  const build = (index: 0 | 1): TextPart => ({
    ...parts[index],
    onCommit: () => {
      if (read()[index].trim() === '') write(read());
      // At once if possible, because Ctrl+Enter may search immediately after.
      else if (readPeriod) complete(index, readPeriod);
      else
        void loadPeriods().then(
          (loaded) => complete(index, loaded),
          () => write(read()),
        );
    },
  });
  return (
    <>
      <TextPair
        label={label}
        aside={aside}
        parts={[build(0), build(1)]}
        onFocus={() => void loadPeriods().catch(() => undefined)}
        button={<CalendarButton label={label} days={read()} onChoose={write} />}
      />
      {hasPresets && <PeriodButtons label={`${label}: presets`} today={today} chosen={read()} onChoose={write} />}
    </>
  );
}

type PeriodButtonsProps = {
  readonly label: string;
  readonly today: string;
  readonly chosen: readonly [string, string];
  readonly onChoose: (days: readonly [string, string]) => void;
};

/** The usual periods up to today, as small buttons. */
function PeriodButtons({ label, today, chosen, onChoose }: PeriodButtonsProps) {
  return (
    <fieldset aria-label={label} className="mt-1.5 flex flex-wrap gap-1">
      {buildPresets(today).map(([name, from]) => (
        <button
          key={name}
          type="button"
          aria-pressed={from === chosen[0] && today === chosen[1]}
          className="min-h-6 rounded-[5px] px-1.5 text-11.5 text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          onClick={() => onChoose([from, today])}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The usual periods that end on a UTC day, each by its first day. */
export function buildPresets(today: string): (readonly [name: string, from: string])[] {
  const daysBefore = (days: number) => formatUtcDay(Date.parse(today) - days * 86_400_000);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // 29 February does not exist a year earlier: the twelve months then begin on 1 March.
  const yearAgo = new Date(Date.UTC(year - 1, month - 1, month === 2 && day === 29 ? 29 : day + 1));
  return [
    ...[7, 30, 90].map((days) => [`${days} days`, daysBefore(days - 1)] as const),
    ['12 months', yearAgo.toISOString().slice(0, 10)],
    ['This year', `${year}-01-01`],
  ];
}
