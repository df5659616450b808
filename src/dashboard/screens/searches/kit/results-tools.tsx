import { ChartColumn, Columns3, Download, type LucideIcon, SquareKanban, Table2 } from 'lucide-react';
import { lazy, useRef, useState, type ReactNode } from 'react';
import { ActionButton } from '../../../platform/ui/action-button.tsx';
import { Button } from '../../../platform/ui/button.tsx';
import { formatGrouped } from '../../../platform/format.ts';
import { Overflow } from '../../../platform/ui/overflow.tsx';
import { hasDialog, useSingleKey, useWindowKeys } from '../../../platform/ui/single-key.ts';
import { useScreenActions } from '../../../platform/ui/use-screen-actions.ts';
import { PricedButton } from '../../../spending/priced-button.tsx';
import { priceFirstPage } from './fetch/buy-rows.ts';
import { maxFindLength } from './query/search-query.ts';
import { toggleHistogram, useHistogramShown } from './results-chart/use-results-chart.ts';
import { InvestorsLink } from './record/investors-link.tsx';
import type { RowDisplay } from './resource/resource.ts';
import { SearchActions } from './results-head.tsx';
import type { TableState } from './results/results-table.tsx';
import { useResults, useSearchQuery } from './search/search-context.tsx';
import type { SearchResults } from './fetch/stored-results.ts';
import { ColumnSheet } from './table/column-sheet.tsx';
import type { GridRow } from './table/grid-column.ts';
import { countShown } from './table/use-data-table.tsx';
import { useIsPhone } from '../../../platform/ui/use-browser.ts';
import { Segments } from '../../../platform/ui/segments.tsx';
import { isBoardShown } from './results/results-board.tsx';
import { StatusFilterField } from './results/status-filter-field.tsx';
import { FacetButton } from './results-chart/facet-list.tsx';
import type { ExportSheet as LoadedSheet } from './export/export-sheet.tsx';
import { LazyPart } from '../../../platform/ui/missing-part.tsx';

// Large, and rarely opened. `lazy` forgets the type of its rows.
const ExportSheet = lazy(async () => ({
  default: (await import('./export/export-sheet.tsx')).ExportSheet,
})) as unknown as typeof LoadedSheet;

type ResultsToolsProps<R extends GridRow> = {
  readonly display: RowDisplay<R>;
  readonly state: TableState<R>;
  readonly results: SearchResults;
};

/** What the head offers for the loaded rows. */
export function ResultsTools<R extends GridRow>(rows: ResultsToolsProps<R>) {
  const { resource, query } = useSearchQuery();
  const { pending, loadAgain } = useResults();
  const isPhone = useIsPhone();
  const { state } = rows;
  return (
    <>
      {isPhone ? (
        <SelectButton state={state} />
      ) : (
        <>
          <ShapeSwitch display={rows.display} />
          <FindField state={state} />
          <ColumnsButton state={state} />
          <ExportButton {...rows} />
        </>
      )}
      <Overflow label="More actions">
        {isPhone && <SearchActions />}
        <InvestorsLink resource={resource} query={query} />
        {isPhone && (
          <>
            <ExportButton {...rows} />
            <FindField state={state} />
            <ShapeSwitch display={rows.display} />
          </>
        )}
        <StatusFilterField />
        <GroupField state={state} />
        <FacetButton />
        <HistogramButton />
        <PricedButton
          isListed
          upTo
          tenths={priceFirstPage({ resource, query }, true)}
          pending={pending}
          onConfirm={loadAgain}
        >
          Refresh
        </PricedButton>
      </Overflow>
    </>
  );
}

type ToolProps<R extends GridRow> = { readonly state: TableState<R> };

/** Whether a press on an item of a narrow screen selects it; Done forgets the selection. */
function SelectButton<R extends GridRow>({ state }: ToolProps<R>) {
  const { table, isSelecting, onSelecting } = state;
  return (
    <Button
      variant="ghost"
      className="max-tablet:min-h-11"
      onClick={() => {
        onSelecting(!isSelecting);
        if (isSelecting) table.resetRowSelection(true);
      }}
    >
      {isSelecting ? 'Done' : 'Select'}
    </Button>
  );
}

/** Finds text in the loaded rows, in every column with text. / and Ctrl+F go there. Free. */
function FindField<R extends GridRow>({ state: { table, ids } }: ToolProps<R>) {
  const loaded = ids.length;
  const text = table.state.globalFilter as string;
  const count = countShown(table);
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.select();
  useSingleKey('/', focus);
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    // Pressed again in this field, Ctrl+F opens the browser's own search.
    if (event.target === field.current || hasDialog()) return;
    event.preventDefault();
    focus();
  });
  return (
    <span className="flex items-center gap-2 text-12 text-ink-3">
      <output className="tabular-nums empty:hidden">
        {text.trim() !== '' || count !== loaded ? `${formatGrouped(count)} of ${formatGrouped(loaded)} loaded` : ''}
      </output>
      <input
        ref={field}
        type="search"
        aria-label="Find in the loaded rows"
        aria-keyshortcuts="/ Control+F"
        placeholder="Find in rows"
        value={text}
        maxLength={maxFindLength}
        className="field-box h-7.5 w-28 max-tablet:w-40 px-2 text-13 text-ink full:w-40"
        onChange={({ target }) => table.setGlobalFilter(target.value)}
      />
    </span>
  );
}

type SheetButtonProps = {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly children: (onClose: () => void) => ReactNode;
};

/** Opens a sheet about the table. */
function SheetButton({ label, Icon, children }: SheetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useScreenActions([{ name: label, run: open }]);
  return (
    <>
      <Button aria-haspopup="dialog" title={label} onClick={open}>
        <Icon aria-hidden className="size-3.5" />
        <span className="@max-3xl:hidden">{label}</span>
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** Opens the choice of columns. */
const ColumnsButton = <R extends GridRow>({ state: { table } }: ToolProps<R>) => (
  <SheetButton label="Columns" Icon={Columns3}>
    {(onClose) => <ColumnSheet {...{ table, onClose }} />}
  </SheetButton>
);

/** Chooses by what the loaded rows are grouped. Free. */
function GroupField<R extends GridRow>({ state: { groupings, grouping } }: ToolProps<R>) {
  const { place, changePlace } = useSearchQuery();
  // The default grouping of the table is turned off by name.
  const isDefault = grouping !== undefined && place.group === undefined;
  return (
    <label className="flex items-center gap-1.5 text-12 text-ink-3">
      Group by
      <select
        value={grouping?.id ?? ''}
        className="h-7.5 rounded-[7px] border border-edge bg-panel px-1.5 text-13 text-ink"
        onChange={({ target }) => changePlace({ group: target.value || (isDefault ? 'none' : undefined) }, 'replace')}
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

const shapes = [
  ['table', 'Table', Table2],
  ['board', 'Board', SquareKanban],
  ['chart', 'Chart', ChartColumn],
] as const;
type Shape = (typeof shapes)[number][0];

/** The loaded rows as a table, a board or under a chart, at once and at one address. B goes to the next one. */
function ShapeSwitch<R extends GridRow>({ display }: Pick<ResultsToolsProps<R>, 'display'>) {
  const { resource, place, changePlace } = useSearchQuery();
  const offered = shapes.filter(([shape]) => shape !== 'board' || display.card !== undefined);
  const current: Shape = isBoardShown(display, place) ? 'board' : place.chart === undefined ? 'table' : 'chart';
  const show = (shape: Shape) =>
    changePlace({
      shape: shape === 'board' ? shape : undefined,
      chart: shape === 'chart' ? (resource.chart.divisions[0]?.by ?? 'month') : undefined,
      pick_from: undefined,
      pick_to: undefined,
    });
  const next = offered[(offered.findIndex(([shape]) => shape === current) + 1) % offered.length];
  useSingleKey('b', () => next && show(next[0]));
  useScreenActions(offered.map(([shape, name]) => ({ name: `Show as ${name.toLowerCase()}`, run: () => show(shape) })));
  return (
    <Segments
      label="Show as"
      value={current}
      choices={offered.map(([shape, name, Icon]) => [
        shape,
        <span key={shape} title={`${name} (B)`} className="inline-flex items-center">
          <Icon aria-hidden className="size-3.5" />
          <span className="sr-only">{name}</span>
        </span>,
      ])}
      onChange={show}
    />
  );
}

/** Shows the histogram again; it hides itself. */
function HistogramButton() {
  const { resource, place } = useSearchQuery();
  if (useHistogramShown() || resource.chart.histogram !== true || place.chart !== undefined) return null;
  return (
    <ActionButton aria-keyshortcuts="C" onPress={toggleHistogram}>
      {`Show ${resource.many} by month`}
    </ActionButton>
  );
}

type ExportButtonProps<R extends GridRow> = Pick<ResultsToolsProps<R>, 'display' | 'state' | 'results'> & {
  readonly label?: string;
};

/** Opens the export of the selected rows, or else of the shown ones. */
export const ExportButton = <R extends GridRow>({ label = 'Export', ...props }: ExportButtonProps<R>) => (
  <SheetButton label={label} Icon={Download}>
    {(onClose) => (
      <LazyPart>
        <ExportSheet {...props} onClose={onClose} />
      </LazyPart>
    )}
  </SheetButton>
);
