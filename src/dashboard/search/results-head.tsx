import type { ResultsProps } from './results/results-table.tsx';
import { type Ref, use } from 'react';
import { ScreenActions } from '../platform/ui/screen-actions.ts';
import { capitalize, formatCount } from '../platform/format.ts';
import { ResultsAge } from '../library/records/provenance.tsx';
import { type SearchResultPages } from './fetch/search-results.ts';
import { type AnyResource, findShownSort } from './resource/resource.ts';
import type { SearchQuery } from './query/search-query.ts';
import type { Search } from './form/use-search.ts';
import { lazyPart, WithFallback } from '../platform/ui/lazy-part.tsx';

const SaveSearchButtons = lazyPart(() => import('./saved/save-search.tsx').then((module) => module.SaveSearchButtons));

/** The number of results, which is the heading of the screen. */
export function formatResultsTitle(
  { one, many }: AnyResource,
  { rounds }: SearchQuery,
  { total, ids }: SearchResultPages,
): string {
  if (total === null) return `${formatCount(ids.length, one, many)} loaded`;
  return rounds === 'newest'
    ? `Newest ${one} of ${formatCount(total, 'company', 'companies')}`
    : formatCount(total, one, many);
}

const getScreenName = ({ many }: AnyResource): string => capitalize(many);

type ResultsHeadProps = ResultsProps & {
  readonly head: Ref<HTMLDivElement>;
  /** The place of the tools, which come with the rows. */
  readonly tools: Ref<HTMLElement>;
  readonly hasRows: boolean;
};

/** The heading and the place of its tools. */
export function ResultsHead({ resource, search, wide, head, tools, hasRows }: ResultsHeadProps) {
  const { query, results, loadedAt } = search;
  const title = results ? formatResultsTitle(resource, query, results) : getScreenName(resource);
  return (
    <div
      ref={head}
      className="@container flex min-h-13 shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-1.5 tablet:px-6 short:min-h-10 short:py-1"
    >
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-15 font-semibold tracking-[-0.012em] tabular-nums">{title}</h1>
      {/* It is cut before the tools wrap. */}
      <span className="min-w-0 flex-1 truncate text-12 text-ink-3 tabular-nums @max-[53.75rem]:sr-only">
        {results && hasRows && `${capitalize(findShownSort(resource, query).label)}, `}
        {results && loadedAt > 0 && <ResultsAge at={loadedAt} />}
      </span>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
        {(wide || !hasRows) && <SearchActions search={search} />}
        <span ref={tools} className="contents" />
      </div>
    </div>
  );
}

/** What the head offers with and without rows; on a narrow screen with rows it is in their menu. */
export function SearchActions({ search }: { readonly search: Search }) {
  return (
    <>
      {/* The head keeps its height while the button loads. */}
      <WithFallback fallback={<span className="h-7.5" />}>
        {search.form && <SaveSearchButtons search={search} form={search.form} />}
      </WithFallback>
      {use(ScreenActions)}
    </>
  );
}
