import { useId, useState } from 'react';
import { parseUtcDay } from '#contract/scalars.ts';
import { formatShortDay, parseShortDay } from '../format.ts';
import { CalendarButton } from './calendar-button.tsx';

type DayFieldProps = {
  readonly label: string;
  /** A UTC day; empty for none. */
  readonly value: string;
  /** Called with every whole day that is typed or chosen, and with an empty text where that is allowed. */
  readonly onDay: (day: string) => void;
  readonly isRequired?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The id of what says that the day is wrong next to others. */
  readonly problemId?: string | undefined;
  readonly className?: string;
};

/** A UTC day as the rest of the screen shows days: "3 Nov 2026", which may be typed as 2026-11-03, too. */
export function DayField({
  label,
  value,
  onDay,
  isRequired = false,
  min,
  max,
  problemId,
  className = '',
}: DayFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === '' ? '' : formatShortDay(value));
  const problem = findProblem(text, { isRequired, min, max });
  // What is being typed is no mistake yet.
  const [isLeft, setLeft] = useState(true);
  const isWrong = problem !== undefined && isLeft;
  return (
    <div className={`grid ${className}`}>
      <div className="field-box flex h-8 max-tablet:h-10">
        <input
          aria-label={label}
          aria-invalid={isWrong || problemId !== undefined || undefined}
          aria-describedby={isWrong ? id : problemId}
          value={text}
          placeholder="3 Nov 2026"
          autoComplete="off"
          className="w-full min-w-0 grow bg-transparent px-2.5 tabular-nums outline-none"
          onFocus={() => setLeft(false)}
          onBlur={() => {
            setLeft(true);
            // A day in another form becomes one in this form; what is no day stays, with what is wrong.
            if (problem === undefined) setTyped(undefined);
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            if (findProblem(target.value, { isRequired, min, max }) === undefined) onDay(readDay(target.value) ?? '');
          }}
        />
        <CalendarButton
          label={label}
          days={[value, value]}
          isSingle
          {...{ min, max }}
          onChoose={([day]) => {
            setTyped(undefined);
            onDay(day);
          }}
        />
      </div>
      {isWrong && (
        <p id={id} className="mt-1 text-12 text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

const readDay = (text: string): string | undefined => parseShortDay(text) ?? parseUtcDay(text.trim());

/** What is wrong with a text as a day; undefined if nothing is. */
function findProblem(text: string, { isRequired, min, max }: Pick<DayFieldProps, 'isRequired' | 'min' | 'max'>) {
  if (text.trim() === '') return isRequired ? 'Write a day, such as 3 Nov 2026.' : undefined;
  const day = readDay(text);
  if (day === undefined) return 'Write the day as 3 Nov 2026 or 2026-11-03.';
  if (min !== undefined && day < min) return `Choose a day from ${formatShortDay(min)} on.`;
  if (max !== undefined && day > max) return `Choose a day up to ${formatShortDay(max)}.`;
  return undefined;
}
