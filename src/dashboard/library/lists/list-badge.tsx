import { listStore } from '../own-work/work-store.ts';
import type { ReactNode } from 'react';

type Membership = ReadonlyMap<string, readonly string[]>;
let cached: { readonly version: number; readonly lists: Membership } | undefined;
const none: readonly string[] = [];

/** The names of the lists that contain a company, as React state; the same array until a list changes. */
export const useListsOf = (companyId: string | null | undefined): readonly string[] =>
  groupByCompany(listStore.useVersion()).get(companyId ?? '') ?? none;

/** Computed once per change, because a table needs it for each of its rows. */
function groupByCompany(version: number): Membership {
  if (cached?.version === version) return cached.lists;
  const lists = new Map<string, string[]>();
  for (const { key, value } of listStore.all()) {
    const [id, part] = key;
    const { name, deleted } = toMembers(value);
    if (part !== 'head' || typeof name !== 'string' || deleted === true) continue;
    for (const company of readCompanies(id)) lists.set(company, [...(lists.get(company) ?? []), name].toSorted());
  }
  cached = { version, lists };
  return lists;
}

/**
 * The companies of a list. It reads what lists.ts stored without its schemas, because every screen with a company name
 * would load them; invalid data is ignored.
 */
function readCompanies(listId: string): ReadonlySet<string> {
  const { found, choices } = toMembers(listStore.read([listId, 'matches']));
  const companies = Object.entries(toMembers(found)).flatMap(([key, ids]) => {
    if (!Array.isArray(ids)) return [];
    return chooseCandidate(ids as readonly string[], toMembers(choices)[key] as string | null | undefined) ?? [];
  });
  return new Set(companies);
}

const toMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

type ListBadgeProps = { readonly companyId: string | null | undefined };

/** Shows the user's lists that contain a company; nothing if there are none. */
export function ListBadge({ companyId }: ListBadgeProps) {
  const [first, ...others] = useListsOf(companyId);
  if (first === undefined) return null;
  return (
    <span
      title={`In your ${others.length > 0 ? 'lists' : 'list'} ${[first, ...others].join(', ')}`}
      className="inline-flex max-w-24 min-w-8 shrink-[2] items-baseline rounded-sm border border-line px-1 text-11 leading-3.75 font-medium text-ink-2"
    >
      <span className="sr-only">in your list </span>
      <span className="truncate">{first}</span>
      {others.length > 0 && <span className="ml-0.5 shrink-0">+{others.length}</span>}
    </span>
  );
}

/** A name with its list badge; both shrink in a narrow column. */
export function WithListBadge({ companyId, children }: ListBadgeProps & { readonly children: ReactNode }) {
  if (!companyId) return children;
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-1.5">
      {children}
      <ListBadge companyId={companyId} />
    </span>
  );
}

/** The company of a line: the user's choice, otherwise the only candidate. */
export function chooseCandidate(candidates: readonly string[], choice: string | null | undefined): string | undefined {
  if (choice === null) return undefined;
  if (choice !== undefined && candidates.includes(choice)) return choice;
  return candidates.length === 1 ? candidates[0] : undefined;
}
