import type { ResultsProps } from './results/results-table.tsx';
import { Suspense, useState, type ReactNode } from 'react';
import { formatCount } from '../platform/format.ts';
import { ResultsAge } from '../library/records/provenance.tsx';
import { PricedButton } from '../purchase/priced-button.tsx';
import type { ColumnChoice } from './table/column-choice.ts';
import type { GridRow, GridColumn } from './table/grid-column.ts';
import { useExtrasRun } from './fetch/extras.ts';
import { priceFirstPage } from './fetch/fetch-results.ts';
import { type SearchResultPages } from './fetch/search-results.ts';
import { StatusFilterField } from './results/status-filter.tsx';
import { type AnyResource, findShownSort } from './resource/resource.ts';
import { buildBody, type ChartState, formatAddress, maxFindLength, type SearchQuery } from './query/search-query.ts';
import { type Search, useNextStep } from './form/use-search.ts';
import type { TableState } from './results/use-table-state.tsx';
import type { RowOrder } from './table/use-row-order.ts';
import { Button } from '../platform/ui/button.tsx';
import { ChartColumn } from 'lucide-react';
import type { ExportSheetProps } from './export/export-sheet.tsx';
import { lazyPart } from '../platform/ui/lazy-part.tsx';

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

const getScreenName = ({ many }: AnyResource): string => many.charAt(0).toUpperCase() + many.slice(1);

type ResultsHeadProps<R extends GridRow> = ResultsProps<R> & { readonly table: TableState<R> };

/** The heading and its tools. */
export function ResultsHead<R extends GridRow>(props: ResultsHeadProps<R>) {
  const { resource, search, parts, wide, table, chart } = props;
  const { query, results, pending, loadedAt, onAgain } = search;
  const title = results ? formatResultsTitle(resource, query, results) : getScreenName(resource);
  const loaded = table.ids.length;
  return (
    <div className="@container flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 pt-3.5 pb-2">
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{title}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {results && loaded > 0 && `${loaded.toLocaleString('en-US')} loaded, ${findShownSort(resource, query).label}, `}
        {results && loadedAt > 0 && <ResultsAge at={loadedAt} />}
      </span>
      <div className="tool-line w-full @2xl:ml-auto @2xl:w-auto @2xl:justify-end">
        {results && loaded > 0 && <ChartButton resource={resource} chart={chart} />}
        {results && loaded > 0 && (
          <PricedButton upTo tenths={priceFirstPage({ resource, query }, true)} pending={pending} onConfirm={onAgain}>
            Refresh
          </PricedButton>
        )}
        {/* The head keeps its height while the button is on its way. */}
        <Suspense fallback={<span className="h-8" />}>
          <Saving search={search} columns={table.choice} />
        </Suspense>
      </div>
      {results && loaded > 0 && (
        <div className="tool-line w-full">
          <FindField arranged={table.arranged} loaded={loaded} />
          <StatusFilterField resource={resource} narrowing={search.narrowing} onNarrow={search.onNarrow} />
          <div className="flex items-center gap-1.5 @2xl:ml-auto @2xl:flex-wrap @2xl:justify-end">
            <ExtrasProgress resource={resource} />
            {parts.tools?.(table.ids)}
            {wide && <ColumnsButton columns={table.columns} choice={table.choice} onChoose={table.onChoice} />}
            <ExportButton {...{ resource, search, results, table }} />
          </div>
        </div>
      )}
    </div>
  );
}

/** How far the names of a search are loaded, and how to stop it. */
function ExtrasProgress({ resource }: { readonly resource: AnyResource }) {
  const run = useExtrasRun(resource);
  if (run?.isRunning !== true || run.of === 0) return null;
  return (
    <span className="flex items-center gap-1.5 text-[12px] text-ink-2 tabular-nums">
      <progress aria-label="Names loaded" value={run.done} max={run.of} className="h-1.5 w-20 accent-accent" />
      {run.done} of {run.of}
      <Button look="ghost" onClick={run.onStop}>
        Stop
      </Button>
    </span>
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

type FindFieldProps<R extends GridRow> = { readonly arranged: RowOrder<R>; readonly loaded: number };

/** Finds text in the loaded rows, in every column with text. Free. */
export function FindField<R extends GridRow>({ arranged, loaded }: FindFieldProps<R>) {
  const { wanted, onFind, view, waits } = arranged;
  return (
    <span className="flex items-center gap-2 text-[12px] text-ink-3">
      <input
        type="search"
        aria-label="Find in the loaded rows"
        placeholder="Find in the loaded rows"
        value={wanted}
        maxLength={maxFindLength}
        className="field-box h-8 w-48 px-2.5 text-[13px] text-ink"
        onChange={({ target }) => onFind(target.value)}
      />
      <output className="tabular-nums">
        {wanted.trim() === '' && view.count === loaded
          ? ''
          : waits
            ? 'Reading the rows'
            : `${view.count.toLocaleString('en-US')} of ${loaded.toLocaleString('en-US')} loaded`}
      </output>
    </span>
  );
}

const ColumnSheet = lazyPart(() =>
  import('./table/column-sheet.tsx').then((module) => ({ default: module.ColumnSheet })),
);

type ColumnsButtonProps<R extends GridRow> = {
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
};

/** The width of the table in pixels; 0 for the list of a narrow screen. */
const measureGrid = (): number => document.querySelector('[role="grid"]')?.clientWidth ?? 0;

/** Opens the choice of columns. */
export function ColumnsButton<R extends GridRow>({ columns, choice, onChoose }: ColumnsButtonProps<R>) {
  const [width, setWidth] = useState<number>();
  return (
    <>
      <Button onClick={() => setWidth(measureGrid())}>Columns</Button>
      {width !== undefined && (
        <Suspense>
          <ColumnSheet
            columns={columns as readonly unknown[] as readonly GridColumn<GridRow>[]}
            choice={choice}
            width={width}
            onChoose={onChoose}
            onClose={() => setWidth(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type ChartButtonProps = { readonly resource: AnyResource; readonly chart: ChartState };

/** Shows or hides the chart of the loaded rows. */
export function ChartButton({ resource, chart: { place, onChange } }: ChartButtonProps) {
  const isOpen = place.chart !== undefined;
  const first = resource.chart.divisions[0]?.by ?? 'month';
  return (
    <Button
      aria-pressed={isOpen}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => onChange({ chart: isOpen ? undefined : first, pick_from: undefined, pick_to: undefined })}
    >
      <ChartColumn aria-hidden className="size-3.5" />
      Chart
    </Button>
  );
}

// lazyPart() forgets that it is generic.
const ExportSheet = lazyPart(() =>
  import('./export/export-sheet.tsx').then((module) => ({ default: module.ExportSheet })),
) as unknown as <R extends GridRow>(props: ExportSheetProps<R>) => ReactNode;

/** Opens the export of the shown rows. */
export function ExportButton<R extends GridRow>(props: Omit<ExportSheetProps<R>, 'onClose' | 'width'>) {
  const [width, setWidth] = useState<number>();
  return (
    <>
      <Button onClick={() => setWidth(measureGrid())}>Export</Button>
      {width !== undefined && (
        <Suspense>
          <ExportSheet {...props} width={width} onClose={() => setWidth(undefined)} />
        </Suspense>
      )}
    </>
  );
}
