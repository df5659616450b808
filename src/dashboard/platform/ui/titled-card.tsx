import type { ReactNode } from 'react';

type CardProps = {
  readonly title: string;
  /** A count after the title. */
  readonly count?: ReactNode;
  /** At the end of the head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a screen under its own heading. */
export function TitledCard({ title, count, aside, children }: CardProps) {
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-lg border border-line-2 bg-ground">
      <div className="flex min-h-10.5 flex-wrap items-center gap-x-2 py-1 pr-2 pl-3.5">
        <h2 className="font-semibold">{title}</h2>
        <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="ml-auto flex items-center text-ink-2">{aside}</span>
      </div>
      {children}
    </section>
  );
}

/** A row of a card. */
export const cardRow = 'flex min-h-9 items-center gap-3 border-t border-line px-3.5 py-1 hover:bg-hover';

/** The link in the head of a card. */
export const cardLink = 'inline-flex min-h-6.5 items-center rounded-md px-2 font-medium hover:bg-sunken';

/** What a card says without rows. */
export const EmptyLine = ({ children }: { readonly children: ReactNode }) => (
  <p className="border-t border-line p-3.5 text-ink-3">{children}</p>
);
