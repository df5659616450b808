import { type ReactNode, useState } from 'react';
import { StatusChoice, TagField } from '../../../../records/status/status-choice.tsx';
import { formatCount } from '../../../../platform/format.ts';
import { useIsPhone } from '../../../../platform/ui/use-browser.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { useThenToTable } from './focus-rows.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import type { Resource } from '../resource/resource.ts';
import type { DataTable } from '../table/use-data-table.tsx';
import {
  addTag,
  readStatusOf,
  setStatuses,
  statusNames,
  undoStatuses,
  useCanUndo,
  useStatuses,
} from '../../../../records/status/statuses.ts';
import type { StatusValue } from '#contract/workspace/statuses.ts';

type SelectedRowsProps<R extends GridRow> = {
  readonly table: DataTable<R>;
  readonly selected: readonly string[];
  readonly bulkStatus: BulkStatus;
  /** Further actions. */
  readonly children: ReactNode;
};

/** What is done with the selected rows: a bar above the foot, or in its place on a narrow screen. */
export function SelectedRows<R extends GridRow>(props: SelectedRowsProps<R>) {
  const { table, selected, bulkStatus, children } = props;
  const { resource } = useSearchQuery();
  const wide = !useIsPhone();
  const thenToTable = useThenToTable();
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
      {children}
      {wide ? (
        <Button variant="ghost" onClick={thenToTable(() => table.resetRowSelection(true))}>
          Select none
        </Button>
      ) : (
        !table.getIsAllRowsSelected() && (
          <Button variant="ghost" onClick={() => table.toggleAllRowsSelected(true)}>
            Select all
          </Button>
        )
      )}
    </fieldset>
  );
}

const keys: Readonly<Record<string, StatusValue>> = { s: 'shortlist', x: 'pass' };

/** Sets the status of many rows at once, and undoes it. */
export type BulkStatus = {
  /** The last change, in words; undefined after another action. */
  readonly said: string | undefined;
  readonly canUndo: boolean;
  /** The status that all selected rows have; null when they differ or have none. */
  readonly status: StatusValue | null;
  readonly onStatus: (status: StatusValue) => void;
  /** Sets the status of one row, or removes it. */
  readonly onMove: (id: string, status: StatusValue | null) => void;
  readonly onTag: (tag: string) => void;
  readonly onUndo: () => void;
  /** S and X set the status of the selected rows, or of the focused one; U undoes the last change. */
  readonly onKey: (key: string, id: string | undefined) => boolean;
  readonly onForget: () => void;
};

/** Sets a status on the selected rows of a table; a status that all of them have is removed. */
export function useBulkStatus({ statusKind, one, many }: Resource, selected: readonly string[]): BulkStatus {
  const statuses = useStatuses(statusKind);
  const canUndo = useCanUndo(statusKind);
  const [said, setSaid] = useState<string>();
  const first = statuses.get(selected[0] ?? '')?.status ?? null;
  const isCommon = first !== null && selected.every((id) => statuses.get(id)?.status === first);

  const decide = (status: StatusValue, ids: readonly string[]) => {
    const isTaken = ids.every((id) => readStatusOf(statusKind, id).status === status);
    setStatuses(statusKind, ids, { status: isTaken ? null : status });
    setSaid(`${isTaken ? 'Status removed' : statusNames[status]}: ${formatCount(ids.length, one, many)}.`);
  };
  const undo = () => {
    const undone = canUndo ? undoStatuses() : undefined;
    setSaid(undone ? `Undone: ${formatCount(undone.ids.length, one, many)}.` : 'Nothing to undo.');
  };
  return {
    said,
    canUndo,
    status: isCommon ? first : null,
    onStatus: (status) => decide(status, selected),
    onMove: (id, next) => {
      setStatuses(statusKind, [id], { status: next });
      setSaid(next === null ? `Status removed: 1 ${one}.` : `${statusNames[next]}: 1 ${one}.`);
    },
    onTag: (tag) => {
      addTag(statusKind, selected, tag);
      setSaid(`Tagged ${tag}: ${formatCount(selected.length, one, many)}.`);
    },
    onUndo: undo,
    onKey: (key, id) => {
      const status = keys[key.toLowerCase()];
      const ids = selected.length > 0 || id === undefined ? selected : [id];
      if (key.toLowerCase() === 'u') undo();
      else if (status === undefined || ids.length === 0) return false;
      else decide(status, ids);
      return true;
    },
    onForget: () => setSaid(undefined),
  };
}
