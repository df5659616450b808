import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: ReactNode;
  /** One sentence that says more than the title. */
  readonly children?: ReactNode;
  /** What will be here: the parts of one row, the first of them its name. */
  readonly example?: readonly [name: string, ...facts: string[]];
  /** The one thing to do. */
  readonly action?: ReactNode;
};

/** What is not there yet, what it will look like, and the one thing to do. */
export const EmptyState = ({ title, children, example, action }: EmptyStateProps) => (
  <div className="grid max-w-160 justify-items-start gap-2">
    <div className="font-semibold">{title}</div>
    {children !== undefined && <div className="max-w-[72ch] text-ink-2">{children}</div>}
    {example && <Example row={example} />}
    {action && <div className="mt-1 flex flex-wrap gap-2">{action}</div>}
  </div>
);

/** A row as it would look, marked as an example. */
const Example = ({ row: [name, ...facts] }: { readonly row: readonly [string, ...string[]] }) => (
  <div className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-lg border border-dashed border-line-2 px-3 py-2 text-ink-2 tabular-nums">
    <span className="rounded-sm bg-sunken px-[5px] text-11 leading-4 font-medium">Example</span>
    <span className="font-[550] text-ink">{name}</span>
    {facts.map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </div>
);
