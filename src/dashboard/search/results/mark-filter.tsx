import { EyeOff } from 'lucide-react';
import { findTags, useMarks } from '../../library/status/marks.ts';
import { markFilter, toFilterName, toMarkFilter, type MarkFilter } from '../../library/status/standing.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { Narrowing } from './narrowing.ts';
import type { AnyResource } from '../resource/resource.ts';

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
        <option value="">Any mark</option>
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
