import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { lastComparison, minCompared, maxCompared, buildCompareSearch, type ComparedKind } from './compare-address.ts';

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
