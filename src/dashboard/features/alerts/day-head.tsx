import { Check } from 'lucide-react';
import type { Marks } from '../../library/status/marks.ts';
import { toCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { toDayName, toLocalTitle } from './days.ts';
import type { Day } from './items.ts';
import { toProgress, toProgressText } from './progress.ts';

type DayHeadProps = {
  readonly group: Day;
  readonly marks: Marks;
  readonly isActive: boolean;
  readonly onDone: () => void;
};

/** The head of a UTC day: how many deals, how far it is reviewed, and the way to be done with it. */
export function DayHead({ group: { day, items }, marks, isActive, onDone }: DayHeadProps) {
  const progress = toProgress(items, marks);
  const isDone = progress.reviewed === progress.total;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4.5 pt-5 pb-2 wide:px-6">
      <h2
        className="text-[14.5px] font-semibold tracking-[-0.01em]"
        title={day === null ? undefined : `The day begins at 00:00 UTC. ${toLocalTitle(`${day}T00:00:00Z`)}`}
      >
        {day === null ? 'No date given' : `${toDayName(day)}, UTC`}
      </h2>
      <span className="text-[12px] text-ink-3 tabular-nums">
        {toCount(items.length, 'deal')}, {toProgressText(progress)}
      </span>
      <span className="ml-auto">
        {isDone ? (
          <span className="inline-flex h-8 items-center gap-1.5 text-[12px] text-accent-ink">
            <Check aria-hidden className="size-3.5" />
            Day done
          </span>
        ) : (
          <Button look="ghost" tabIndex={isActive ? 0 : -1} onClick={onDone}>
            Day done
          </Button>
        )}
      </span>
    </div>
  );
}
