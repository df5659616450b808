import type { ResultsProps } from './results/results-table.tsx';
import { use, useRef, type ReactNode } from 'react';
import { useWidth } from '../platform/ui/use-browser.ts';
import { ScreenActions } from '../platform/ui/screen-actions.ts';
import { capitalize, formatCount } from '../platform/format.ts';
import { ResultsAge } from '../library/records/provenance.tsx';
import type { ColumnChoice } from './table/column-choice.ts';
import type { GridRow } from './table/grid-column.ts';
import { type SearchResultPages } from './fetch/search-results.ts';
import { type AnyResource, findShownSort } from './resource/resource.ts';
import { buildBody, formatAddress, type SearchQuery } from './query/search-query.ts';
import { type Search, useNextStep } from './form/use-search.ts';
import type { TableState } from './results/use-table-state.tsx';
import type { ResultsToolsProps } from './results-tools.tsx';
import { lazyPart, Room } from '../platform/ui/lazy-part.tsx';

// Needed with results only; lazyPart() forgets that it is generic.
const ResultsTools = lazyPart(() =>
  import('./results-tools.tsx').then((module) => ({ default: module.ResultsTools })),
) as unknown as <R extends GridRow>(props: ResultsToolsProps<R>) => ReactNode;
const SaveSearchButtons = lazyPart(() =>
  import('./saved/save-search.tsx').then((module) => ({ default: module.SaveSearchButtons })),
);

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

type ResultsHeadProps<R extends GridRow> = ResultsProps<R> & { readonly table: TableState<R> };

/** From this width on the head shows its rarer actions too. */
const inlineWidth = 1320;

/** The heading and its tools. */
export function ResultsHead<R extends GridRow>(props: ResultsHeadProps<R>) {
  const { resource, search, wide, table, chart } = props;
  const { query, results, loadedAt } = search;
  const head = useRef<HTMLDivElement>(null);
  const isInline = useWidth(head) >= inlineWidth;
  const title = results ? formatResultsTitle(resource, query, results) : getScreenName(resource);
  const loaded = table.ids.length;
  const screenActions = use(ScreenActions);
  const saving = (
    <>
      {/* The head keeps its height while the button is on its way. */}
      <Room value={<span className="h-[30px]" />}>
        <Saving search={search} columns={table.choice} />
      </Room>
      {screenActions}
    </>
  );
  return (
    <div
      ref={head}
      className="@container flex min-h-[52px] shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-1.5 tablet:px-6 short:min-h-10 short:py-1"
    >
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-[15px] font-semibold tracking-[-0.012em] tabular-nums">{title}</h1>
      <span className="text-[12px] text-ink-3 tabular-nums @max-[860px]:sr-only">
        {results && loaded > 0 && `${loaded.toLocaleString('en-US')} loaded, ${findShownSort(resource, query).label}, `}
        {results && loadedAt > 0 && <ResultsAge at={loadedAt} />}
      </span>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
        {wide && saving}
        {results && loaded > 0 ? (
          <ResultsTools {...{ resource, search, results, table, wide, chart }} isInline={isInline}>
            {wide ? null : saving}
          </ResultsTools>
        ) : (
          wide || saving
        )}
      </div>
    </div>
  );
}

/** Saves the search of the form, as far as it is valid. */
function Saving({ search, columns }: { readonly search: Search; readonly columns: ColumnChoice }) {
  const { resource, form, query } = search;
  const next = useNextStep(resource, form) ?? query;
  return (
    <SaveSearchButtons
      screen={resource.name}
      search={formatAddress(resource, next)}
      body={buildBody(resource.filters, next)}
      columns={columns}
    />
  );
}
