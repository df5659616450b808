import type { ReactNode } from 'react';

type ScreenHeadProps = {
  readonly title: string;
  /** The title of the tab, where that is another. */
  readonly tab?: string;
  /** What is said next to the title. */
  readonly about?: ReactNode;
  /** Controls at the end of the line. */
  readonly children?: ReactNode;
};

/** The head of a screen. */
export const ScreenHead = ({ title, tab = title, about, children }: ScreenHeadProps) => (
  <div className="flex min-h-13 max-tablet:min-h-13.25 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 tablet:px-6">
    <title>{`${tab}, Fundscope`}</title>
    <h1 className="text-15 font-semibold tracking-[-0.012em]">{title}</h1>
    <div className="text-ink-3 tabular-nums empty:hidden">{about}</div>
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 empty:hidden ml-auto print:hidden">{children}</div>
  </div>
);
