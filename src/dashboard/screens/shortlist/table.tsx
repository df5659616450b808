import { useMemo } from 'react';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import type { ShortlistStage } from '../../records/status/stages.ts';
import { formatCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { EmptyCell, MoneyCell, RoundBadge, TextCell } from '../searches/kit/record/cells.tsx';
import { CompareButton, type ComparedKind } from '../searches/kit/record/compare-button.tsx';
import { NamedCell, UnnamedCell } from '../searches/kit/record/named-cell.tsx';
import { findColumnChoice } from '../searches/kit/table/column-choice.ts';
import { DataGrid } from '../searches/kit/table/data-grid.tsx';
import { buildListColumns, type GridColumn, type Grouping } from '../searches/kit/table/grid-column.ts';
import { listRows, useDataTable } from '../searches/kit/table/use-data-table.tsx';
import type { BoardProps } from './board.tsx';
import { ChangedBy, DueDay, kindIcons, StageMenu } from './card.tsx';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { StageGlyph } from './stage-glyph.tsx';

const choice = findColumnChoice('shortlist');

type ShortlistTableProps = BoardProps & {
  /** The ids of the selected rows. */
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
};

/**
 * The shortlist as a table in the groups of its stages; the digits move the selected rows, or the focused one, to a
 * stage, and U undoes that.
 */
export function ShortlistTable(props: ShortlistTableProps) {
  const { rows, stages, items, today, openId, selected: selectedIds, onSelect, onOpen, onMove, onUndo } = props;
  const table = useDataTable({
    rows: items,
    columns: useMemo(() => leaveOutBlank(buildColumns(today), items), [today, items]),
    choice,
    grouping: useMemo(() => groupByStage(stages), [stages]),
    selection: useMemo(() => Object.fromEntries(selectedIds.map((id) => [id, true])), [selectedIds]),
    onSelection: (next) => onSelect(Object.keys(next)),
  });
  const find = (id: string | undefined) => items.find((item) => item.id === id);
  const selected = listRows(table).flatMap((row) => (row.getIsSelected() ? row.original : []));
  return (
    <>
      <DataGrid
        ref={rows}
        label="Shortlist"
        table={table}
        openId={openId}
        actions={{
          onOpen: (id) => {
            const item = find(id);
            if (item) onOpen(item);
          },
          onKey: (key, id) => {
            const stage = /^[1-9]$/.test(key) ? stages[Number(key) - 1] : undefined;
            if (key === 'u') onUndo?.();
            else if (stage) onMove(selected.length > 0 ? selected : [find(id) ?? []].flat(), { stage: stage.id });
            return key === 'u' || stage !== undefined;
          },
        }}
        hasBar={selected.length > 0}
      />
      <div className="relative mt-auto">
        {selected.length > 0 && (
          <SelectedItems
            items={selected}
            stages={stages}
            onStage={(stage) => onMove(selected, { stage })}
            onSelectNone={() => {
              rows.current?.()?.focus({ preventScroll: true });
              table.resetRowSelection(true);
            }}
          />
        )}
      </div>
    </>
  );
}

type SelectedItemsProps = {
  readonly items: readonly ShortlistItem[];
  readonly stages: readonly ShortlistStage[];
  readonly onStage: (stage: string | null) => void;
  readonly onSelectNone: () => void;
};

const comparedAs: Partial<Record<StatusKind, ComparedKind>> = { investor: 'investors', company: 'companies' };

/** What is done with the selected rows; only investors or only companies are compared. */
function SelectedItems({ items, stages, onStage, onSelectNone }: SelectedItemsProps) {
  const [kind, ...otherKinds] = new Set(items.map((item) => item.kind));
  const [stage, ...otherStages] = new Set(items.map((item) => item.stage));
  const of = kind && otherKinds.length === 0 ? comparedAs[kind] : undefined;
  return (
    <fieldset
      aria-label="Selected rows"
      className="floating-bar rounded-[10px] border border-edge bg-panel shadow-popup"
    >
      <output className="mr-1 font-medium text-accent-ink">{formatCount(items.length, 'row')} selected</output>
      <Overflow label={`Move ${formatCount(items.length, 'row')}`} face="Move">
        <StageMenu stages={stages} current={otherStages.length === 0 ? stage : undefined} onStage={onStage} />
      </Overflow>
      {of && <CompareButton of={of} ids={items.map(({ id }) => id)} />}
      <Button variant="ghost" onClick={onSelectNone}>
        Select none
      </Button>
    </fieldset>
  );
}

const groupByStage = (stages: readonly ShortlistStage[]): Grouping<ShortlistItem> => ({
  id: 'stage',
  name: 'Stage',
  none: '',
  direction: 'ascending',
  read(item) {
    const order = stages.findIndex(({ id }) => id === item.stage);
    const stage = stages[order];
    return stage ? { order, name: stage.name, sign: <StageGlyph stage={stage.id} /> } : null;
  },
});

/** What each column shows that most lists leave blank. */
const optional: Record<string, (item: ShortlistItem) => unknown> = {
  round: ({ round }) => round,
  place: ({ place }) => place,
  owner: ({ status }) => status.owner,
  next: ({ status }) => status.next,
  due: ({ status }) => status.due,
  note: ({ status }) => status.note,
};

/** The columns without those that are blank in every row: their width is the name's. */
const leaveOutBlank = (columns: readonly GridColumn<ShortlistItem>[], items: readonly ShortlistItem[]) =>
  columns.filter(({ id }) => {
    const read = optional[id];
    return !read || items.some((item) => read(item));
  });

const buildColumns = (today: string) =>
  buildListColumns<ShortlistItem>({
    name: {
      header: 'Name',
      width: 200,
      grow: 1.4,
      cell: ({ kind, name, about }) =>
        name === undefined ? (
          <UnnamedCell one={recordKindNames[kind][0]} />
        ) : (
          <NamedCell name={name} about={about} isPerson={kind === 'person'} />
        ),
    },
    type: {
      header: 'Type',
      width: 104,
      cell: ({ kind }) => {
        const Icon = kindIcons[kind];
        return (
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden className="size-3.5 text-ink-3" />
            {recordKindNames[kind][0]}
          </span>
        );
      },
    },
    round: {
      header: 'Round',
      width: 138,
      from: 700,
      cell: ({ round }) => (round ? <RoundBadge round={round} /> : null),
    },
    amount: {
      header: 'Amount',
      width: 96,
      align: 'end',
      cell: ({ usd, native, deals }) => {
        if (typeof deals === 'number') return <span>{formatCount(deals, 'deal')}</span>;
        return usd === undefined ? <EmptyCell words="does not apply" /> : <MoneyCell usd={usd} native={native} />;
      },
    },
    place: { header: 'Location', width: 132, from: 1080, cell: ({ place }) => <TextCell text={place} /> },
    owner: {
      header: 'Owner',
      width: 92,
      from: 860,
      cell: ({ status }) => <span className="truncate">{status.owner}</span>,
    },
    next: {
      header: 'Next step',
      width: 140,
      from: 780,
      cell: ({ status }) => <span className="truncate">{status.next}</span>,
    },
    due: {
      header: 'Date',
      width: 108,
      from: 760,
      cell: ({ status: { due } }) => due !== null && <DueDay due={due} today={today} />,
    },
    note: {
      header: 'Note',
      width: 160,
      grow: 1,
      from: 960,
      cell: ({ status }) => (
        <span className="truncate" title={status.note}>
          {status.note}
        </span>
      ),
    },
    updated: { header: 'Updated', width: 128, from: 1000, cell: (item) => <ChangedBy item={item} /> },
  });
