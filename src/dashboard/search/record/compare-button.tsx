import { z } from 'zod';
import { createState } from '../../platform/state.ts';
import { idsText, namedIdText, type RawSearch, writeUrl } from '../../platform/url/codec.ts';
import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';

/** What can be compared, by the name of its screen. */
export const comparedKinds = ['investors', 'companies'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** Fewest and most records that stand side by side. */
export const minCompared = 2;
export const maxCompared = 5;

/** The address of a comparison: who is compared, and a shortlist that somebody sent, with the notes they chose to send. */
export const compareUrl = z.object({
  of: z.enum(comparedKinds).default('investors'),
  ids: idsText.optional(),
  list: idsText.optional(),
  note: z.array(namedIdText),
});
export type CompareUrl = z.output<typeof compareUrl>;

/** Who was compared last in this tab, so that the next record can be put beside them. */
export const lastComparison = {
  investors: createState<readonly string[]>([]),
  companies: createState<readonly string[]>([]),
};

/** The search part of the address that compares these records, the first ones where they are too many. */
export function buildCompareSearch(of: ComparedKind, ids: readonly string[]): RawSearch {
  const chosen = [...new Set(ids)].slice(0, maxCompared);
  return writeUrl(compareUrl, { of, ids: chosen.length > 0 ? chosen : undefined, list: undefined, note: [] });
}

type CompareButtonProps = { readonly of: ComparedKind; readonly ids: readonly string[] };

/** Leads from selected rows to their comparison, or puts one record beside those compared last; free. */
export function CompareButton({ of, ids }: CompareButtonProps) {
  const last = lastComparison[of].use();
  const beside = ids.length === 1 ? last.filter((id) => id !== ids[0]).slice(0, maxCompared - 1) : [];
  const all = [...beside, ...ids];
  const many = Math.min(all.length, maxCompared);
  const words =
    ids.length > maxCompared
      ? `Compare the first ${maxCompared}`
      : many < minCompared
        ? 'Compare'
        : beside.length > 0
          ? `Compare with ${beside.length} more`
          : `Compare ${many}`;
  return (
    <Link
      to="/compare"
      search={buildCompareSearch(of, all)}
      className="inline-flex h-8 items-center gap-1.5 rounded-[7px] border border-edge bg-panel px-2 text-[13px] font-[550] whitespace-nowrap text-ink hover:bg-sunken"
    >
      <Scale aria-hidden className="size-3.5" />
      {words}
    </Link>
  );
}
