import { useMemo, useState } from 'react';
import type { ShortlistStage } from '../../library/status/stages.ts';
import { formatCount } from '../../platform/format.ts';
import { EmptyCell, MoneyCell, RoundBadge, TextCell } from '../../search/record/cells.tsx';
import { NamedCell, UnnamedCell } from '../../search/record/named-cell.tsx';
import { createColumnChoice } from '../../search/table/column-choice.ts';
import { DataGrid } from '../../search/table/data-grid.tsx';
import type { GridColumn, GridView } from '../../search/table/grid-column.ts';
import { noSelection } from '../../search/table/grid-input.ts';
import type { BoardProps } from './board.tsx';
import { ChangedBy, DueDay, kindIcons } from './card.tsx';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { StageGlyph } from './stage-glyph.tsx';

const choice = createColumnChoice('shortlist');

/** The shortlist as a table in the groups of its stages; the digits move the focused row to a stage. */
export function ShortlistTable({ stages, items, today, openId, onOpen, onMove }: BoardProps) {
  const [selection, setSelection] = useState(noSelection);
  const chosen = choice.use();
  const columns = useMemo(() => buildColumns(today), [today]);
  const grouped = useMemo(() => groupItems(stages, items), [stages, items]);
  const view: GridView<ShortlistItem> = {
    count: grouped.rows.length,
    idAt: (at) => grouped.rows[at]?.id,
    rowAt: (at) => grouped.rows[at],
  };
  const find = (id: string | undefined) => grouped.rows.find((item) => item.id === id);
  return (
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
        onSelect: setSelection,
        onSort: () => undefined,
        onNear: () => undefined,
        onOpen: (id) => {
          const item = find(id);
          if (item) onOpen(item);
        },
        onClose: () => undefined,
        onKey: (key, id) => {
          const stage = /^[1-9]$/.test(key) ? stages[Number(key) - 1] : undefined;
          if (!stage) return false;
          const ids = selection.ids.size > 0 ? [...selection.ids] : [id];
          for (const item of ids.flatMap((one) => find(one) ?? [])) onMove(item, { stage: stage.id });
          return true;
        },
      }}
    />
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
