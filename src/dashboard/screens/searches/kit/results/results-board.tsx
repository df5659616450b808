import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { StatusValue } from '#contract/workspace/statuses.ts';
import { formatGrouped } from '../../../../platform/format.ts';
import { readSingleKeys } from '../../../../platform/storage/storage.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { Segments } from '../../../../platform/ui/segments.tsx';
import { useSingleKey } from '../../../../platform/ui/single-key.ts';
import { statusNames } from '../../../../records/status/statuses.ts';
import type { SearchUrl } from '../query/search-query.ts';
import type { RowDisplay } from '../resource/resource.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import type { RowFinder } from '../table/data-grid.tsx';
import type { Grouping, GridRow } from '../table/grid-column.ts';
import { type DataTable, listRows } from '../table/use-data-table.tsx';
import type { BulkStatus } from './selected-rows.tsx';
import { RowStatusButtons } from './row-status.tsx';

/** Whether the address shows the rows as a board, and the screen has one. */
export const isBoardShown = <R extends GridRow>({ card }: RowDisplay<R>, { shape }: SearchUrl): boolean =>
  shape === 'board' && card !== undefined;

/** A column of the board. */
type BoardColumn<R> = {
  readonly key: string;
  readonly name: string;
  readonly sign?: ReactNode;
  /** The status that a card gets here, on the board by status; null removes it. */
  readonly status?: StatusValue | null;
  readonly rows: readonly R[];
};

const statusColumns = [null, 'shortlist', 'pass'] as const;

/** The rows in the columns of a grouping, in their order; by status every column is there. */
export function arrangeBoard<R extends GridRow>(rows: readonly R[], grouping: Grouping<R>): BoardColumn<R>[] {
  const columns = new Map<string, BoardColumn<R> & { readonly rows: R[] }>();
  if (grouping.id === 'status') {
    for (const status of statusColumns) {
      const name = status === null ? grouping.none : statusNames[status];
      columns.set(name, { key: name, name, status, rows: [] });
    }
  }
  for (const row of rows) {
    const { name, sign } = grouping.read(row) ?? { name: grouping.none };
    const column = columns.get(name) ?? { key: name, name, sign, rows: [] };
    columns.set(name, column);
    column.rows.push(row);
  }
  return [...columns.values()];
}

type ResultsBoardProps<R extends GridRow> = {
  /** Receives what finds a card on the screen. */
  readonly ref: Ref<RowFinder>;
  readonly display: RowDisplay<R>;
  readonly state: {
    readonly table: DataTable<R>;
    readonly groupings: readonly Grouping<R>[];
    readonly grouping: Grouping<R> | undefined;
    readonly bulkStatus: BulkStatus;
  };
};

/**
 * The loaded rows as cards in columns: by stage, status or another grouping. J and K move between cards, Enter opens one,
 * S, X and U set and undo its status; by status a card is dragged, or moved with Alt and an arrow key.
 */
export function ResultsBoard<R extends GridRow>({ ref, display, state }: ResultsBoardProps<R>) {
  const { place, changePlace, openRecord } = useSearchQuery();
  const { table, grouping, groupings, bulkStatus } = state;
  const box = useRef<HTMLDivElement>(null);
  const listCards = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])];
  const find: RowFinder = (id) => listCards().find(({ dataset }) => id === undefined || dataset['open'] === id);
  useImperativeHandle(ref, () => find);
  const step = (by: 1 | -1) => {
    const cards = listCards();
    cards[cards.findIndex((card) => card === document.activeElement) + by]?.focus();
  };
  useSingleKey('j', () => step(1), place.open === undefined);
  useSingleKey('k', () => step(-1), place.open === undefined);
  if (!grouping) return null;
  const columns = arrangeBoard(
    listRows(table).map(({ original }) => original),
    grouping,
  );
  const move = (id: string, status: StatusValue | null) => {
    bulkStatus.onMove(id, status);
    // A card that moved is another element.
    requestAnimationFrame(() => find(id)?.focus());
  };
  const press = (event: KeyboardEvent, id: string, column: BoardColumn<R>) => {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = side === undefined || !event.altKey ? undefined : columns[columns.indexOf(column) + side];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat && readSingleKeys();
    if (next?.status !== undefined) move(id, next.status);
    else if (!isPlain || !bulkStatus.onKey(event.key, id)) return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-t border-line bg-side px-4 pt-2 text-12 text-ink-3 tablet:px-6">
        <span aria-hidden className="max-tablet:hidden">
          Columns by
        </span>
        <Segments
          label="Columns by"
          value={grouping.id}
          choices={groupings.map(({ id, name }) => [id, name])}
          onChange={(group) => changePlace({ group }, 'replace')}
        />
      </div>
      <div
        ref={box}
        className="grid min-h-0 grow auto-cols-[minmax(16.5rem,1fr)] grid-flow-col gap-3 overflow-auto bg-side px-4 py-3 max-tablet:auto-cols-auto max-tablet:grid-flow-row max-tablet:grid-cols-1 max-tablet:content-start max-tablet:gap-5 tablet:px-6"
      >
        {columns.map((column) => (
          <Column
            key={column.key}
            {...{ column, display, openId: place.open }}
            onOpen={openRecord}
            onKey={(event, id) => press(event, id, column)}
            onMove={move}
          />
        ))}
      </div>
    </>
  );
}

type ColumnProps<R extends GridRow> = {
  readonly column: BoardColumn<R>;
  readonly display: RowDisplay<R>;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onKey: (event: KeyboardEvent, id: string) => void;
  readonly onMove: (id: string, status: StatusValue | null) => void;
};

/** The most cards that a column draws before it is asked for all. */
const maxCards = 50;

function Column<R extends GridRow>({ column, display, openId, onOpen, onKey, onMove }: ColumnProps<R>) {
  const { resource } = useSearchQuery();
  const { name, sign, status, rows } = column;
  const [isWhole, setWhole] = useState(false);
  const [isOver, setOver] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, maxCards);
  const takes = status !== undefined && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) =>
      event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const id = event.dataTransfer.getData('text/plain');
      if (!rows.some((row) => row.id === id)) onMove(id, status);
    },
  };
  return (
    <section aria-label={name} className="grid min-w-0">
      <div
        role="presentation"
        className={`flex min-w-0 flex-col gap-2 rounded-lg tablet:min-h-40 ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
        {...takes}
      >
        <h2 className="flex items-center gap-2 px-0.5 font-semibold">
          {sign}
          {name}
          <span className="font-normal text-ink-3 tabular-nums">{formatGrouped(rows.length)}</span>
        </h2>
        <ul aria-label={name} className="grid grid-cols-1 gap-2 empty:hidden">
          {shown.map((row) => (
            <li key={row.id}>
              <div
                role="presentation"
                draggable={status !== undefined}
                className={`relative rounded-lg border bg-ground p-3 ${status === undefined ? '' : 'cursor-grab'} ${row.id === openId ? 'border-accent' : 'border-line-2 hover:border-edge'}`}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.setData('text/plain', row.id);
                  dataTransfer.effectAllowed = 'move';
                }}
              >
                <button
                  type="button"
                  data-open={row.id}
                  className="block w-full min-w-0 text-left after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
                  onClick={() => onOpen(row.id)}
                  onKeyDown={(event) => onKey(event, row.id)}
                >
                  {display.card?.(row)}
                </button>
                <span className="absolute right-2 bottom-2 z-[1]">
                  <RowStatusButtons resource={resource} id={row.id} />
                </span>
              </div>
            </li>
          ))}
        </ul>
        {rows.length > shown.length && (
          <Button variant="ghost" className="self-start" onClick={() => setWhole(true)}>
            {formatGrouped(rows.length - shown.length)} more
          </Button>
        )}
        {rows.length === 0 && (
          <p className="rounded-lg border border-dashed border-line-2 p-3 text-ink-3">Nothing here</p>
        )}
      </div>
    </section>
  );
}
