import type { ReactNode } from 'react';
import { useListsOf } from './membership.ts';

type ListMarkProps = { readonly companyId: string | null | undefined };

/** Says quietly beside a name in which of the person's own lists the company stands; nothing where it is in none. */
export function ListBadge({ companyId }: ListMarkProps) {
  const [first, ...others] = useListsOf(companyId);
  if (first === undefined) return null;
  return (
    <span
      title={`In your ${others.length > 0 ? 'lists' : 'list'} ${[first, ...others].join(', ')}`}
      className="inline-flex max-w-24 min-w-8 shrink-[2] items-baseline rounded-[4px] border border-line px-1 text-[11px] leading-[15px] font-medium text-ink-2"
    >
      <span className="sr-only">in your list </span>
      <span className="truncate">{first}</span>
      {others.length > 0 && <span className="ml-0.5 shrink-0">+{others.length}</span>}
    </span>
  );
}

/** A name with the mark beside it; both give way to a narrow column. */
export function ListBadged({ companyId, children }: ListMarkProps & { readonly children: ReactNode }) {
  if (!companyId) return children;
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-1.5">
      {children}
      <ListBadge companyId={companyId} />
    </span>
  );
}
