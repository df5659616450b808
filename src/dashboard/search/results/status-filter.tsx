import type { Narrowing } from '../query/search-query.ts';
import { useMemo } from 'react';
import { blankMark, useMarks, findTags, type Mark } from '../../library/status/marks.ts';
import {
  isKept,
  toStanding,
  markFilter,
  toFilterName,
  toMarkFilter,
  type MarkFilter,
  type Standing,
} from '../../library/status/standing.ts';
import type { AnyResource } from '../resource/resource.ts';
import { EyeOff } from 'lucide-react';
import { Button } from '../../platform/ui/button.tsx';

/** The rows that are left. */
export type Narrowed = {
  /** Their numbers among the loaded rows; undefined when all are left. */
  readonly rows: Uint32Array | undefined;
  /** How many would be there if they were not passed. */
  readonly passed: number;
};

const unmarked = toStanding();

/** Picks the numbers of the rows that are wanted; who filters by "passed" sees them, hidden or not. */
export function toNarrowed(
  ids: readonly string[],
  read: (id: string) => Standing,
  { mark, hide }: Narrowing,
): Narrowed {
  if (mark === undefined && !hide) return { rows: undefined, passed: 0 };
  const rows = new Uint32Array(ids.length);
  let count = 0;
  let passed = 0;
  for (const [row, id] of ids.entries()) {
    const standing = read(id);
    if (mark !== undefined && !isKept(mark, standing)) continue;
    if (hide && mark !== 'pass' && standing.verdict === 'pass') passed += 1;
    else {
      rows[count] = row;
      count += 1;
    }
  }
  return { rows: rows.slice(0, count), passed };
}

/** The loaded rows narrowed by their marks; the same object until a mark, the rows or the wish changes. */
export function useNarrowed(resource: AnyResource, ids: readonly string[], { mark, hide }: Narrowing): Narrowed {
  const { marked, toCompanyId } = resource;
  const own = useMarks(marked);
  const companies = useMarks('company');
  return useMemo(() => {
    const toCompany = (id: string): Mark | undefined =>
      toCompanyId && companies.size > 0 ? companies.get(toCompanyId(id) ?? '') : undefined;
    const read = (id: string) => {
      const [word, company] = [own.get(id), toCompany(id)];
      return word || company ? toStanding(word, company) : unmarked;
    };
    return toNarrowed(ids, read, { mark, hide });
  }, [ids, own, companies, toCompanyId, mark, hide]);
}

/** What counts for one record, as React state. */
export function useStanding({ marked, toCompanyId }: AnyResource, id: string): Standing {
  const own = useMarks(marked).get(id);
  const companies = useMarks('company');
  return toStanding(own ?? blankMark, toCompanyId ? companies.get(toCompanyId(id) ?? '') : undefined);
}

type MarkFilterFieldProps = {
  readonly resource: AnyResource;
  readonly narrowing: Narrowing;
  readonly onNarrow: (narrowing: Narrowing) => void;
};

const verdicts = (['shortlist', 'pass', 'none'] as const).map(toMarkFilter);

/** Narrows the loaded rows by the person's own marks; free, because it asks for nothing. */
export function MarkFilterField({ resource, narrowing, onNarrow }: MarkFilterFieldProps) {
  const { mark, hide } = narrowing;
  const own = useMarks(resource.marked);
  const companies = useMarks('company');
  const tags = new Set([...findTags(own), ...(resource.toCompanyId ? findTags(companies) : [])]);
  const offered = [...verdicts, ...[...tags].map((tag) => toMarkFilter({ tag }))];
  // A link may name a tag that is not in use here.
  const options: readonly MarkFilter[] = [...new Set([...offered, ...(mark ? [mark] : [])])];
  return (
    <span className="flex items-center gap-1.5">
      <select
        aria-label="Filter by mark"
        value={mark ?? ''}
        className="h-8 max-w-36 rounded-[7px] border border-edge bg-panel px-1.5"
        onChange={({ target }) => onNarrow({ hide, mark: markFilter.safeParse(target.value).data })}
      >
        <option value="">All statuses</option>
        {options.map((filter) => (
          <option key={filter} value={filter}>
            {toFilterName(filter)}
          </option>
        ))}
      </select>
      <Button
        aria-pressed={hide}
        aria-label="Hide passed"
        title="Hide what I passed"
        className="aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => onNarrow({ mark, hide: !hide })}
      >
        <EyeOff aria-hidden className="size-3.5" />
      </Button>
    </span>
  );
}
