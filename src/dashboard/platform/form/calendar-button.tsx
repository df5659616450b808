import { CalendarDays } from 'lucide-react';
import { type ComponentProps, lazy, useRef, useState } from 'react';
import { LazyPart } from '../ui/missing-part.tsx';
import type { Calendar as CalendarPart } from './calendar.tsx';

// With its library as large as the rest of a form, and rarely opened.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

/** The button at the end of a field of days, which opens their calendar. */
export function CalendarButton(props: Omit<ComponentProps<typeof CalendarPart>, 'anchor' | 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`${props.label}: calendar`}
        aria-expanded={isOpen}
        className="grid w-8 shrink-0 place-items-center rounded-md border-l border-line text-ink-3 -outline-offset-2 hover:text-ink"
        onClick={() => setOpen(true)}
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      {isOpen && (
        <LazyPart>
          <Calendar {...props} anchor={button} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
