import { useMemo, useState } from 'react';
import type { StatusKind } from '../../library/own-work/work-store.ts';
import type { ShortlistStage } from '../../library/status/stages.ts';
import { formatCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { EmptyCell, MoneyCell, RoundBadge, TextCell } from '../../search/record/cells.tsx';
import { CompareButton, type ComparedKind } from '../../search/record/compare-button.tsx';
import { NamedCell, UnnamedCell } from '../../search/record/named-cell.tsx';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import { DataGrid } from '../../search/table/data-grid.tsx';
import type { GridColumn, GridView } from '../../search/table/grid-column.ts';
import { noSelection, type Selection } from '../../search/table/grid-input.ts';
import type { BoardProps } from './board.tsx';
import { ChangedBy, DueDay, kindIcons, StageMenu } from './card.tsx';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { StageGlyph } from './stage-glyph.tsx';

const choice = createColumnChoice('shortlist');

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
  const { stages, items, today, openId, selected: selectedIds, onSelect, onOpen, onMove, onUndo } = props;
  const [anchor, setAnchor] = useState<number>();
  const selection = useMemo(() => ({ ids: new Set(selectedIds), anchor }), [selectedIds, anchor]);
  const select = (next: Selection) => {
    setAnchor(next.anchor);
    onSelect([...next.ids]);
  };
  const chosen = choice.use();
  const columns = useMemo(() => leaveOutBlank(buildColumns(today), items), [today, items]);
  const grouped = useMemo(() => groupItems(stages, items), [stages, items]);
  const view: GridView<ShortlistItem> = {
    count: grouped.rows.length,
    idAt: (at) => grouped.rows[at]?.id,
    rowAt: (at) => grouped.rows[at],
  };
  const find = (id: string | undefined) => grouped.rows.find((item) => item.id === id);
  const selected = grouped.rows.filter(({ id }) => selection.ids.has(id));
  return (
    <>
      <DataGrid
        label="Shortlist"
        columns={columns}
        choice={chosen}
        view={view}
        groups={grouped.groups}
        sorted={undefined}
        selection={selection}
        openId={openId}
        actions={{
          onChoice: choice.write,
          onSelect: select,
          onSort: () => undefined,
          onNear: () => undefined,
          onOpen: (id) => {
            const item = find(id);
            if (item) onOpen(item);
          },
          onClose: () => undefined,
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
              document.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus({ preventScroll: true });
              select(noSelection);
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

function groupItems(stages: readonly ShortlistStage[], items: readonly ShortlistItem[]) {
  const parts = stages
    .map((stage) => ({ stage, items: items.filter((item) => item.stage === stage.id) }))
    .filter((part) => part.items.length > 0);
  const rows = parts.flatMap((part) => part.items);
  let first = 0;
  const spans = parts.map((part) => {
    const span = { first, count: part.items.length };
    first += part.items.length;
    return span;
  });
  const readAt = (row: number) => {
    const { id, name } = stages.find((stage) => stage.id === rows[row]?.stage) ?? { id: '', name: '' };
    return { order: id, name, sign: <StageGlyph stage={id} /> };
  };
  return { rows, groups: { spans, readAt } };
}

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

const placeColumn: GridColumn<ShortlistItem> = {
  id: 'place',
  header: 'Location',
  display: { width: 132, from: 1080 },
  cell: ({ place }) => <TextCell text={place} />,
};

const buildColumns = (today: string): GridColumn<ShortlistItem>[] => [
  {
    id: 'name',
    header: 'Name',
    display: { width: 200, grow: 1.4 },
    cell: ({ kind, name, about }) =>
      name === undefined ? (
        <UnnamedCell one={recordKindNames[kind][0]} />
      ) : (
        <NamedCell name={name} about={about} isPerson={kind === 'person'} />
      ),
  },
  {
    id: 'type',
    header: 'Type',
    display: { width: 104 },
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
  {
    id: 'round',
    header: 'Round',
    display: { width: 124, from: 700 },
    cell: ({ round }) => (round ? <RoundBadge round={round} /> : null),
  },
  {
    id: 'amount',
    header: 'Amount',
    display: { width: 96, align: 'end' },
    cell: ({ usd, native, deals }) => {
      if (typeof deals === 'number') return <span>{formatCount(deals, 'deal')}</span>;
      return usd === undefined ? <EmptyCell words="does not apply" /> : <MoneyCell usd={usd} native={native} />;
    },
  },
  placeColumn,
  {
    id: 'owner',
    header: 'Owner',
    display: { width: 92, from: 860 },
    cell: ({ status }) => <span className="truncate">{status.owner}</span>,
  },
  {
    id: 'next',
    header: 'Next step',
    display: { width: 140, from: 780 },
    cell: ({ status }) => <span className="truncate">{status.next}</span>,
  },
  {
    id: 'due',
    header: 'Date',
    display: { width: 108, from: 760 },
    cell: ({ status: { due } }) => due !== null && <DueDay due={due} today={today} />,
  },
  {
    id: 'note',
    header: 'Note',
    display: { width: 160, grow: 1, from: 960 },
    cell: ({ status }) => (
      <span className="truncate" title={status.note}>
        {status.note}
      </span>
    ),
  },
  {
    id: 'updated',
    header: 'Updated',
    display: { width: 128, from: 1000 },
    cell: (item) => <ChangedBy item={item} />,
  },
];
