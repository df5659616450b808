import { type Ref, use } from 'react';
import { ScreenActions } from '../../../platform/ui/screen-actions.ts';
import { capitalize, formatCount } from '../../../platform/format.ts';
import { ResultsAge } from '../../../records/provenance.tsx';
import type { SearchResults } from './fetch/stored-results.ts';
import { type Resource, findShownSort } from './resource/resource.ts';
import type { SearchQuery } from './query/search-query.ts';
import { useResults, useSearchQuery } from './search/search-context.tsx';
import { useIsPhone } from '../../../platform/ui/use-browser.ts';
import { SaveSearchButtons } from './saved/save-search.tsx';

/** The number of results, which is the heading of the screen. */
export function formatResultsTitle(
  { one, many }: Resource,
  { rounds }: SearchQuery,
  { total, ids }: SearchResults,
): string {
  if (total === null) return `${formatCount(ids.length, one, many)} loaded`;
  return rounds === 'newest'
    ? `Newest ${one} of ${formatCount(total, 'company', 'companies')}`
    : formatCount(total, one, many);
}

const getScreenName = ({ many }: Resource): string => capitalize(many);

type ResultsHeadProps = {
  /** The place of the tools, which come with the rows. */
  readonly tools: Ref<HTMLElement>;
};

/** The heading and the place of its tools. */
export function ResultsHead({ tools }: ResultsHeadProps) {
  const { resource, query } = useSearchQuery();
  const { results } = useResults();
  const isPhone = useIsPhone();
  const hasRows = results !== undefined && results.ids.length > 0;
  const title = results ? formatResultsTitle(resource, query, results) : getScreenName(resource);
  return (
    <div className="@container flex min-h-13 shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-1.5 tablet:px-6 short:min-h-10 short:py-1">
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-15 font-semibold tracking-[-0.012em] tabular-nums">{title}</h1>
      {/* It is cut before the tools wrap. */}
      <span className="min-w-0 flex-1 truncate text-12 text-ink-3 tabular-nums @max-[53.75rem]:sr-only">
        {hasRows && `${capitalize(findShownSort(resource, query).label)}, `}
        {results && <ResultsAge at={Date.parse(results.loaded_at)} />}
      </span>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5 print:hidden">
        {!(isPhone && hasRows) && <SearchActions />}
        <span ref={tools} className="contents" />
      </div>
    </div>
  );
}

/** What the head offers with and without rows; on a narrow screen with rows it is in their menu. */
export function SearchActions() {
  return (
    <>
      <SaveSearchButtons />
      {use(ScreenActions)}
    </>
  );
}
