import { ChartColumn, Columns3, Download, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../platform/ui/button.tsx';
import { formatGrouped } from '../platform/format.ts';
import { lazyPart } from '../platform/ui/lazy-part.tsx';
import { Overflow } from '../platform/ui/overflow.tsx';
import { hasDialog, useSingleKey, useWindowKeys } from '../platform/ui/single-key.ts';
import { PricedButton } from '../purchase/priced-button.tsx';
import type { ExportSheetProps } from './export/export-sheet.tsx';
import { priceFirstPage } from './fetch/fetch-results.ts';
import { type ChartState, maxFindLength } from './query/search-query.ts';
import { toggleHistogram, useHistogramShown } from './results-chart/use-results-chart.ts';
import type { AnyResource } from './resource/resource.ts';
import type { ColumnChoice } from './table/column-choice.ts';
import type { GridColumn, GridRow } from './table/grid-column.ts';
import type { RowOrder } from './table/use-row-order.ts';
import type { ResultsTableProps } from './results/results-table.tsx';
import { useShareLink } from './results/use-share-link.ts';
import { StatusFilterField } from './results/status-filter-field.tsx';

type ResultsToolsProps<R extends GridRow> = Pick<
  ResultsTableProps<R>,
  'resource' | 'search' | 'results' | 'table' | 'wide' | 'chart'
> & {
  /** Whether there is room for all of them. */
  readonly isInline: boolean;
  /** Whether the menu has the status filter, because there is no room for it next to the other filters. */
  readonly hasStatusFilter: boolean;
  /** Further actions, first in the menu. */
  readonly children?: ReactNode;
};

/** What the head offers for the loaded rows. */
export function ResultsTools<R extends GridRow>(props: ResultsToolsProps<R>) {
  const { resource, search, results, table, wide, chart, isInline, hasStatusFilter, children } = props;
  const { query, pending, narrowing, onNarrow, onSearchAgain } = search;
  useShareLink(search, results);
  return (
    <>
      {wide && (
        <>
          <FindField arranged={table.arranged} loaded={table.ids.length} />
          <ColumnsButton columns={table.columns} choice={table.choice} onChoose={table.onChoice} />
          <ExportButton {...{ resource, search, results, table }} />
        </>
      )}
      {!wide && <SelectButton table={table} />}
      <Overflow isInline={isInline} label="More actions">
        {children}
        {!wide && (
          <>
            <ExportButton {...{ resource, search, results, table }} />
            <FindField arranged={table.arranged} loaded={table.ids.length} />
          </>
        )}
        {hasStatusFilter && <StatusFilterField {...{ resource, narrowing, onNarrow }} />}
        <GroupField table={table} search={search} />
        <HistogramButton resource={resource} chart={chart} />
        <ChartButton resource={resource} chart={chart} />
        <PricedButton
          upTo
          tenths={priceFirstPage({ resource, query }, true)}
          pending={pending}
          onConfirm={onSearchAgain}
        >
          Refresh
        </PricedButton>
      </Overflow>
    </>
  );
}

/** Whether a press on an item of a narrow screen selects it; Done forgets the selection. */
function SelectButton<R extends GridRow>({ table }: Pick<ResultsToolsProps<R>, 'table'>) {
  const { isSelecting, onSelecting, onSelectNone } = table;
  return (
    <Button
      variant="ghost"
      className="max-tablet:min-h-11"
      onClick={() => {
        onSelecting(!isSelecting);
        if (isSelecting) onSelectNone();
      }}
    >
      {isSelecting ? 'Done' : 'Select'}
    </Button>
  );
}

type FindFieldProps<R extends GridRow> = { readonly arranged: RowOrder<R>; readonly loaded: number };

/** Finds text in the loaded rows, in every column with text. / and Ctrl+F go there. Free. */
function FindField<R extends GridRow>({ arranged, loaded }: FindFieldProps<R>) {
  const { wanted, found, onFind, view, readRows } = arranged;
  const [count, all] = [formatGrouped(view.count), formatGrouped(loaded)];
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.select();
  useSingleKey('/', focus);
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // Pressed again in this field, Ctrl+F opens the browser's own search.
    if (document.activeElement === field.current || hasDialog()) return;
    event.preventDefault();
    focus();
  });
  return (
    <span className="flex items-center gap-2 text-12 text-ink-3">
      <output className="tabular-nums empty:hidden">
        {found.trim() === '' && view.count === loaded
          ? ''
          : readRows === 0
            ? 'Reading the rows'
            : readRows < loaded
              ? `${count} of ${formatGrouped(readRows)} read`
              : `${count} of ${all} loaded`}
      </output>
      <input
        ref={field}
        type="search"
        aria-label="Find in the loaded rows"
        aria-keyshortcuts="/ Control+F"
        placeholder="Find in rows"
        value={wanted}
        maxLength={maxFindLength}
        className="field-box h-7.5 w-28 max-tablet:w-40 px-2 text-13 text-ink full:w-40"
        onChange={({ target }) => onFind(target.value)}
      />
    </span>
  );
}
const ColumnSheet = lazyPart(() => import('./table/column-sheet.tsx').then((module) => module.ColumnSheet));

type ColumnsButtonProps<R extends GridRow> = {
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
};

/** The width of the table in pixels; 0 for the list of a narrow screen. */
const measureGrid = (): number => document.querySelector('[role="grid"]')?.clientWidth ?? 0;

type SheetButtonProps = {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly children: (width: number, onClose: () => void) => ReactNode;
};

/** Opens a sheet about the table; it gets the width of the table in pixels. */
function SheetButton({ label, Icon, children }: SheetButtonProps) {
  const [width, setWidth] = useState<number>();
  return (
    <>
      <Button aria-haspopup="dialog" title={label} onClick={() => setWidth(measureGrid())}>
        <Icon aria-hidden className="size-3.5" />
        <span className="@max-3xl:hidden">{label}</span>
      </Button>
      {width !== undefined && children(width, () => setWidth(undefined))}
    </>
  );
}

/** Opens the choice of columns. */
const ColumnsButton = <R extends GridRow>({ columns, choice, onChoose }: ColumnsButtonProps<R>) => (
  <SheetButton label="Columns" Icon={Columns3}>
    {(width, onClose) => (
      <ColumnSheet
        columns={columns as readonly unknown[] as readonly GridColumn<GridRow>[]}
        {...{ choice, width, onChoose, onClose }}
      />
    )}
  </SheetButton>
);

type GroupFieldProps<R extends GridRow> = Pick<ResultsToolsProps<R>, 'table' | 'search'>;

/** Chooses by what the loaded rows are grouped. Free. */
function GroupField<R extends GridRow>({
  table: { groupings, grouping },
  search: { group, onGroup },
}: GroupFieldProps<R>) {
  // The default grouping of the table is turned off by name.
  const isDefault = grouping !== undefined && group === undefined;
  return (
    <label className="flex items-center gap-1.5 text-12 text-ink-3">
      Group by
      <select
        value={grouping?.id ?? ''}
        className="h-7.5 rounded-[7px] border border-edge bg-panel px-1.5 text-13 text-ink"
        onChange={({ target }) => onGroup(target.value || (isDefault ? 'none' : undefined))}
      >
        <option value="">Nothing</option>
        {[...groupings, ...(isDefault ? [grouping] : [])].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type ChartButtonProps = { readonly resource: AnyResource; readonly chart: ChartState };

/** Shows or hides the chart of the loaded rows. */
function ChartButton({ resource, chart: { place, onChange } }: ChartButtonProps) {
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

/** Shows the histogram again; it hides itself. */
function HistogramButton({ resource, chart: { place } }: ChartButtonProps) {
  if (useHistogramShown() || resource.chart.histogram !== true || place.chart !== undefined) return null;
  return (
    <Button aria-keyshortcuts="C" onClick={toggleHistogram}>
      Show {resource.many} by month
    </Button>
  );
}

// lazyPart() loses the type parameter.
const ExportSheet = lazyPart(() =>
  import('./export/export-sheet.tsx').then((module) => module.ExportSheet),
) as unknown as <R extends GridRow>(props: ExportSheetProps<R>) => ReactNode;

/** Opens the export of the shown rows. */
const ExportButton = <R extends GridRow>(props: Omit<ExportSheetProps<R>, 'onClose' | 'width'>) => (
  <SheetButton label="Export" Icon={Download}>
    {(width, onClose) => <ExportSheet {...props} {...{ width, onClose }} />}
  </SheetButton>
);
