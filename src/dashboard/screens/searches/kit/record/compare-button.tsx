import { z } from 'zod';
import { createState } from '../../../../platform/state.ts';
import { idsText, namedIdText, useRawSearch, writeUrl } from '../../../../platform/url/url.ts';
import type { RawSearch } from '../../../../platform/url/raw-search.ts';
import { Link, useMatches } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { buildWithin } from './profile-link.tsx';

/** The kinds of records that can be compared, by the name of their screen. */
export const comparedKinds = ['investors', 'companies'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** The smallest and largest number of compared records. */
export const minCompared = 2;
export const maxCompared = 5;

/** The address of a comparison: the compared records, and a shared shortlist with its notes. */
export const compareUrl = z.object({
  of: z.enum(comparedKinds).default('investors'),
  ids: idsText.optional(),
  list: idsText.optional(),
  note: z.array(namedIdText),
  /** The search that the records come from: its query string without the question mark. */
  within: z.string().max(4000).optional(),
});

/** The last comparison in this tab, so that the next record can be added. */
export const lastComparison = {
  investors: createState<readonly string[]>([]),
  companies: createState<readonly string[]>([]),
};

/** The search part of the address that compares these records, up to the maximum. */
export function buildCompareSearch(of: ComparedKind, ids: readonly string[]): RawSearch {
  const chosen = [...new Set(ids)].slice(0, maxCompared);
  return writeUrl(compareUrl, {
    of,
    ids: chosen.length > 0 ? chosen : undefined,
    list: undefined,
    note: [],
    within: undefined,
  });
}

type CompareButtonProps = { readonly of: ComparedKind; readonly ids: readonly string[] };

/** Compares the selected rows, or adds one record to the last comparison. Free. */
export function CompareButton({ of, ids }: CompareButtonProps) {
  const search = useRawSearch();
  // The search on the screen of these records, whose matches are then compared, too.
  const isOnScreen = useMatches({ select: (matches) => matches.at(-1)?.fullPath === `/${of}` });
  const last = lastComparison[of].use();
  const others = ids.length === 1 ? last.filter((id) => id !== ids[0]).slice(0, maxCompared - 1) : [];
  return (
    <Link
      to="/compare"
      search={{ ...buildCompareSearch(of, [...others, ...ids]), ...(isOnScreen ? buildWithin(search) : {}) }}
      className="button-link text-13 text-ink"
    >
      <Scale aria-hidden className="size-3.5" />
      {describeComparison(ids.length, others.length)}
    </Link>
  );
}

function describeComparison(chosen: number, others: number): string {
  if (chosen > maxCompared) return `Compare the first ${maxCompared}`;
  if (chosen + others < minCompared) return 'Compare';
  return others > 0 ? `Compare with ${others} more` : `Compare ${chosen}`;
}
