import type { ReactNode } from 'react';
import { formatEmployees, toDay } from '../../../../platform/format.ts';
import { formatRoundType, type Round } from '../../../../platform/rounds.ts';
import type { ColumnDisplay, ColumnKey, ExportColumn, GridColumn, GridRow } from '../table/grid-column.ts';
import { CountCell, DayCell, EmptyCell, MoneyCell, PartCell, RoundBadge, TextCell } from './cells.tsx';

type Optional<T> = T | null | undefined;
/** The values of each kind of column. */
type ColumnValues = {
  text: Optional<string>;
  /** A moment; its UTC day is shown. */
  day: Optional<string>;
  /** US dollars. */
  money: Optional<number>;
  count: Optional<number>;
  /** The matching deals, where the search counts them, and all deals. */
  part: readonly [part: Optional<number>, of: Optional<number>];
  /** A range of head counts, `11-50`; sorted by its first number. */
  employees: Optional<string>;
  round: Optional<Round>;
};
type ColumnKind = keyof ColumnValues;

type KindOf<Value> = {
  readonly display: ColumnDisplay;
  readonly cell: (value: Value) => ReactNode;
  readonly key: (value: Value) => ColumnKey;
  /** Its columns in a file; their heads follow that of the column. */
  readonly file: readonly ExportColumn<Value>[];
};

/**
 * What follows from the kind of a column: its layout, its cell, what it is sorted and found by, and its columns in a
 * file.
 */
const columnKinds: { readonly [Kind in ColumnKind]: KindOf<ColumnValues[Kind]> } = {
  text: {
    display: { width: 140 },
    cell: (text) => <TextCell text={text} />,
    key: (text) => (text === '' ? null : (text ?? null)),
    file: [['', (text) => text]],
  },
  day: {
    display: { width: 104 },
    cell: (moment) => <DayCell moment={moment} />,
    key: (moment) => toDay(moment ?? null) ?? null,
    file: [['', (moment) => toDay(moment ?? null), 'day']],
  },
  money: {
    display: { width: 98, align: 'end' },
    cell: (usd) => <MoneyCell usd={usd} native="" />,
    key: (usd) => usd ?? null,
    file: [[' (USD)', (usd) => usd, 'usd']],
  },
  count: {
    display: { width: 112, align: 'end' },
    cell: (count) => <CountCell count={count} />,
    key: (count) => count ?? null,
    file: [['', (count) => count, 'count']],
  },
  part: {
    display: { width: 120, align: 'end' },
    cell: ([part, of]) => <PartCell part={part} of={of ?? null} />,
    key: ([part, of]) => part ?? of ?? null,
    file: [
      ['', ([, of]) => of, 'count'],
      [', matching', ([part]) => part, 'count'],
    ],
  },
  employees: {
    display: { width: 96 },
    cell: (range) => <TextCell text={formatEmployees(range)} />,
    key: (range) => Number.parseInt(range ?? '', 10),
    file: [['', formatEmployees]],
  },
  round: {
    display: { width: 138 },
    cell: (round) => (round ? <RoundBadge round={round} /> : <EmptyCell words="no round" />),
    key: (round) => (round ? formatRoundType(round) : null),
    file: [['', (round) => round && formatRoundType(round)]],
  },
};

/** A column as data, under its id: a kind and the value that it reads from a row, or its own cell. */
type ColumnDeclaration<R> =
  | { readonly [Kind in ColumnKind]: ColumnOfKind<R, Kind> }[ColumnKind]
  | (ColumnDisplay &
      Omit<Required<GridColumn<R & GridRow>>, 'id' | 'display' | 'file'> &
      Pick<GridColumn<R & GridRow>, 'file'> & { readonly kind?: never });
type ColumnOfKind<R, Kind extends ColumnKind> = Partial<ColumnDisplay> & {
  readonly header: string;
  readonly kind: Kind;
  readonly read: (row: R) => ColumnValues[Kind];
};

/** The columns of a table; the layout of a declaration wins over that of its kind. */
export const buildColumns = <R extends GridRow>(
  declarations: Readonly<Record<string, ColumnDeclaration<R>>>,
): GridColumn<R>[] => Object.entries(declarations).map(([id, column]) => buildColumn(id, column));

function buildColumn<R extends GridRow>(id: string, column: ColumnDeclaration<R>): GridColumn<R> {
  if (column.kind !== undefined) return buildColumnOfKind(id, column);
  const { header, cell, key, file = [[header, key]], ...display } = column;
  return { id, header, display, cell, key, file };
}

function buildColumnOfKind<R extends GridRow, K extends ColumnKind>(id: string, column: ColumnOfKind<R, K>) {
  const { header, kind, read, ...display } = column;
  const { cell, key, display: usual, file } = columnKinds[kind];
  return {
    id,
    header,
    display: { ...usual, ...display },
    cell: (row: R) => cell(read(row)),
    key: (row: R) => key(read(row)),
    file: file.map(([tail, toCell, format]) => [`${header}${tail}`, (row: R) => toCell(read(row)), format] as const),
  };
}
