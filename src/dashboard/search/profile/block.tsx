import { useId, type ReactNode } from 'react';
import { AnswerAge } from '../../library/records/age.tsx';

type BlockProps = {
  readonly title: string;
  /** One sentence: what it rests on. */
  readonly basis?: ReactNode;
  /** When what it rests on was answered, in milliseconds; left out where nothing was. */
  readonly at?: number | undefined;
  /** Stands at the end of the head: ways to look at it. */
  readonly corner?: ReactNode;
  /** What completes it, at its price. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
};

/** A part of a profile: what it is, what it rests on and how old that is, what is owned, and what completes it. */
export function Block({ title, basis, at, corner, foot, children }: BlockProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <h2 id={id} className="text-[13px] font-semibold">
            {title}
          </h2>
          <p className="text-[11.5px] text-ink-3 empty:hidden">
            {basis}
            {basis !== undefined && at !== undefined && ', '}
            {at !== undefined && <AnswerAge at={at} />}
          </p>
        </div>
        {corner}
      </div>
      {children}
      {foot}
    </section>
  );
}
