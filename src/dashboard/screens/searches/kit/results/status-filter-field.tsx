import { EyeOff } from 'lucide-react';
import {
  findTags,
  getFilterName,
  buildStatusFilter,
  statusFilter,
  type StatusFilter,
  useStatuses,
} from '../../../../records/status/statuses.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { AuthorFilter } from '../../../../platform/ui/author-filter.tsx';
import { useSearchQuery } from '../search/search-context.tsx';

const statuses = (['shortlist', 'pass', 'none'] as const).map(buildStatusFilter);

/** Filters the loaded rows by statuses and tags, and by whose they are. Free. */
export function StatusFilterField() {
  const { resource, place, changePlace } = useSearchQuery();
  const { status, hide = false, who } = place;
  const own = useStatuses(resource.statusKind);
  const companies = useStatuses('company');
  const tags = new Set([...findTags(own), ...(resource.toCompanyId ? findTags(companies) : [])]);
  const offered = [...statuses, ...[...tags].map((tag) => buildStatusFilter({ tag }))];
  // A link may name a tag that is not in use here.
  const options: readonly StatusFilter[] = [...new Set([...offered, ...(status ? [status] : [])])];
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <AuthorFilter value={who} onChange={(next) => changePlace({ who: next }, 'replace')} />
      <select
        aria-label="Filter by status"
        value={status ?? ''}
        className="h-8 max-w-36 rounded-[7px] border border-edge bg-panel px-1.5"
        onChange={({ target }) => changePlace({ status: statusFilter.safeParse(target.value).data }, 'replace')}
      >
        <option value="">All statuses</option>
        {options.map((filter) => (
          <option key={filter} value={filter}>
            {getFilterName(filter)}
          </option>
        ))}
      </select>
      <Button
        aria-pressed={hide}
        title="Hide what I passed"
        className="aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={() => changePlace({ hide: hide ? undefined : true }, 'replace')}
      >
        <EyeOff aria-hidden className="size-3.5" />
        Hide passed
      </Button>
    </span>
  );
}
