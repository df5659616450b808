import type { ReactNode } from 'react';
import type { CompanyList } from '#contract/workspace/lists.ts';
import { chooseCandidate, useLists } from './stored-lists.ts';

type ListsByCompany = ReadonlyMap<string, readonly string[]>;
let cached: { readonly lists: readonly CompanyList[]; readonly byCompany: ListsByCompany } | undefined;
const none: readonly string[] = [];

/** The names of the lists that contain a company, as React state; the same array until a list changes. */
export const useListsOf = (companyId: string | null | undefined): readonly string[] =>
  groupByCompany(useLists()).get(companyId ?? '') ?? none;

/** Computed once per change, because a table needs it for each of its rows. */
function groupByCompany(lists: readonly CompanyList[]): ListsByCompany {
  if (cached?.lists === lists) return cached.byCompany;
  const byCompany = new Map<string, string[]>();
  for (const list of lists) {
    for (const company of listCompanies(list)) {
      byCompany.set(company, [...(byCompany.get(company) ?? []), list.name].toSorted());
    }
  }
  cached = { lists, byCompany };
  return byCompany;
}

const listCompanies = ({ matches, choices }: CompanyList): ReadonlySet<string> =>
  new Set(Object.entries(matches).flatMap(([key, ids]) => chooseCandidate(key, ids, choices[key]) ?? []));

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
