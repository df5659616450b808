import { listStore } from '../own-work/work-store.ts';
import type { ReactNode } from 'react';

type Membership = ReadonlyMap<string, readonly string[]>;
let gathered: { readonly version: number; readonly lists: Membership } | undefined;
const none: readonly string[] = [];

/** The names of the lists that hold a company, as React state; the same array until a list changes. */
export const useListsOf = (companyId: string | null | undefined): readonly string[] =>
  gather(listStore.useVersion()).get(companyId ?? '') ?? none;

/** Gathered once for every change: a table asks for each of its rows. */
function gather(version: number): Membership {
  if (gathered?.version === version) return gathered.lists;
  const lists = new Map<string, string[]>();
  for (const { key, value } of listStore.all()) {
    const [id, part] = key;
    const { name, deleted } = listMembers(value);
    if (part !== 'head' || typeof name !== 'string' || deleted === true) continue;
    for (const company of readCompanies(id)) lists.set(company, [...(lists.get(company) ?? []), name].toSorted());
  }
  gathered = { version, lists };
  return lists;
}

/**
 * The companies that the lines of a list mean. It reads what lists.ts wrote without its schemas, which every screen
 * with a name in it would load; what is not as expected is left out.
 */
function readCompanies(listId: string): ReadonlySet<string> {
  const { found, choices } = listMembers(listStore.read([listId, 'matches']));
  const companies = Object.entries(listMembers(found)).flatMap(([key, ids]) => {
    if (!Array.isArray(ids)) return [];
    return chooseCandidate(ids as readonly string[], listMembers(choices)[key] as string | null | undefined) ?? [];
  });
  return new Set(companies);
}

const listMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

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

/** The company that a line means: what the person chose, else the only one found. */
export function chooseCandidate(candidates: readonly string[], choice: string | null | undefined): string | undefined {
  if (choice === null) return undefined;
  if (choice !== undefined && candidates.includes(choice)) return choice;
  return candidates.length === 1 ? candidates[0] : undefined;
}
