import { StatusChoice, TagField } from '../../library/status/status-choice.tsx';
import { formatCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { toggleAllRows } from '../table/grid-input.ts';
import { thenToTable } from './focus-rows.ts';
import type { ResultsTableProps } from './results-table.tsx';

/** What is done with the selected rows: a bar above the foot, or in its place on a narrow screen. */
export function SelectedRows<R extends GridRow>({ resource, parts, table, wide }: ResultsTableProps<R>) {
  const { selected, selection, arranged, bulkStatus, onSelect, onSelectNone } = table;
  const { count, idAt } = arranged.view;
  return (
    <fieldset
      aria-label="Selected rows"
      className={
        wide
          ? 'floating-bar rounded-[10px] border border-edge bg-panel shadow-popup'
          : 'order-last -mx-4 flex w-screen flex-wrap items-center gap-1.5 border-t border-line px-4 py-1.5 [&>:not(output)]:min-h-11'
      }
    >
      <output className="mr-1 font-medium text-accent-ink">{formatCount(selected.length, 'row')} selected</output>
      <StatusChoice status={bulkStatus.status} withKeys onStatus={bulkStatus.onStatus} />
      <TagField kind={resource.statusKind} onTag={bulkStatus.onTag} />
      {parts.bulk?.(selected)}
      {wide ? (
        <Button variant="ghost" onClick={thenToTable(onSelectNone)}>
          Select none
        </Button>
      ) : (
        selected.length < count && (
          <Button variant="ghost" onClick={() => onSelect(toggleAllRows(selection, count, idAt))}>
            Select all
          </Button>
        )
      )}
    </fieldset>
  );
}
