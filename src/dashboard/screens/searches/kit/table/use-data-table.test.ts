// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { RowSelectionState, SortingState } from '@tanstack/react-table';
import fc from 'fast-check';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { foldText } from '../../../../platform/format.ts';
import { createState } from '../../../../platform/state.ts';
import { type ColumnChoice, defaultChoice } from './column-choice.ts';
import type { GridColumn, Grouping } from './grid-column.ts';
import {
  buildTracks,
  listChoosableColumns,
  listRows,
  listVisibleColumns,
  placeColumn,
  useDataTable,
} from './use-data-table.tsx';

type Thing = { readonly id: string; readonly name: string | null; readonly size: number | null };

const columns: readonly GridColumn<Thing>[] = [
  { id: 'name', header: 'Name', display: { width: 100 }, cell: ({ name }) => name, key: ({ name }) => name },
  { id: 'size', header: 'Size', display: { width: 120, grow: 2 }, cell: ({ size }) => size, key: ({ size }) => size },
  { id: 'status', header: 'Status', display: { width: 90, from: 600 }, cell: () => '' },
  { id: 'added', header: 'Added', display: { width: 80, off: true }, cell: () => '' },
];

const bySize: Grouping<Thing> = {
  id: 'size',
  name: 'Size',
  none: 'No size',
  direction: 'descending',
  read: ({ size }) => (size === null ? null : { order: size % 3, name: `Size ${size % 3}` }),
};

type Options = { readonly grouping?: Grouping<Thing>; readonly choice?: Partial<ColumnChoice> };

/** A table whose screen keeps its sorting, find text and selection. */
function hold(rows: readonly Thing[], { grouping, choice }: Options = {}) {
  const state = createState({ ...defaultChoice, ...choice });
  const { result } = renderHook(() => {
    const [sorting, onSorting] = useState<SortingState>([]);
    const [find, onFind] = useState('');
    const [selection, onSelection] = useState<RowSelectionState>({});
    const options = { rows, columns, choice: state, grouping };
    return useDataTable({ ...options, sorting, onSorting, find, onFind, selection, onSelection });
  });
  return { result, choice: state };
}

const buildThings = (values: readonly Partial<Thing>[]) =>
  values.map((value, at): Thing => ({ id: String(at), name: null, size: null, ...value }));
type Held = ReturnType<typeof hold>['result'];
const readIds = ({ current }: Held) => listRows(current).map(({ id }) => id);
const sortBy = ({ current }: Held, id: string) => act(() => current.getColumn(id)?.toggleSorting());

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[abAÄ]{0,4}$/));
const texts = fc.array(fc.option(text, { nil: null }), { maxLength: 30 });
const numbers = fc.array(fc.option(fc.double(), { nil: null }), { maxLength: 30 });

test('a head sorts ascending, then descending, then not; ties keep their order, and rows without a value are last', () => {
  const check = (column: 'name' | 'size', values: readonly (string | number | null)[]) => {
    const { result } = hold(buildThings(values.map((value) => ({ [column]: value }))));
    const keys = values.map((value) => (typeof value === 'string' ? foldText(value) : value));
    const expectSorted = (sign: number) =>
      expect(readIds(result)).toEqual(
        [...keys.keys()]
          .toSorted((one, other) => {
            const [a, b] = [keys[one]!, keys[other]!];
            const isMissing = [a, b].map((key) => key === null || Number.isNaN(key));
            if (isMissing.includes(true)) return Number(isMissing[0]) - Number(isMissing[1]) || one - other;
            return a === b ? one - other : sign * (a < b ? -1 : 1);
          })
          .map(String),
      );
    sortBy(result, column);
    expectSorted(1);
    sortBy(result, column);
    expectSorted(-1);
    sortBy(result, column);
    expect(readIds(result)).toEqual([...keys.keys()].map(String));
  };
  fc.assert(
    fc.property(texts, numbers, (names, sizes) => {
      check('name', names);
      check('size', sizes);
    }),
    { numRuns: 40 },
  );
});

test('finding keeps the rows with the text in one of their columns, whatever its case and accents', () => {
  const { result } = hold(
    buildThings([{ name: 'Élan Énergie' }, { name: 'Northwind', size: 1250 }, { name: 'elan vital' }]),
  );
  const find = (wanted: string) => {
    act(() => result.current.setGlobalFilter(wanted));
    return readIds(result).join('');
  };
  expect(find('ELAN')).toBe('02');
  expect(find(' elan energie ')).toBe('0');
  expect(find('25')).toBe('1');
  expect(find('  ')).toBe('012');
  // Not a word of one column and one of another.
  expect(find('northwind 1250')).toBe('');
});

test('groups are in their order with their rows, each sorted within, and rows without a group are the last one', () => {
  const things = buildThings(Array.from({ length: 40 }, (_, at) => ({ size: at % 7 === 0 ? null : (at * 31) % 23 })));
  const { result } = hold(things, { grouping: bySize });
  sortBy(result, 'size');
  const groups = result.current.getRowModel().rows.filter((row) => row.getIsGrouped());
  expect(groups.map((group) => group.getValue('group'))).toEqual([2, 1, 0, undefined]);
  expect(groups.reduce((sum, group) => sum + group.subRows.length, 0)).toBe(40);
  for (const { subRows } of groups) {
    const sizes = subRows.map(({ original }) => original.size);
    expect(sizes).toEqual(sizes.toSorted((one, other) => Number(one) - Number(other)));
  }
  expect(readIds(result)).toEqual(groups.flatMap(({ subRows }) => subRows.map(({ id }) => id)));
});

test('another grouping groups the same rows anew', () => {
  const things = buildThings([{ size: 1 }, { size: 2 }]);
  const state = createState(defaultChoice);
  const group = (name: string): Grouping<Thing> => ({
    ...bySize,
    read: ({ id }) => ({ order: `${name} ${id}`, name }),
  });
  const { result, rerender } = renderHook(
    ({ grouping }) =>
      useDataTable({ rows: things, columns, choice: state, grouping, selection: {}, onSelection: () => undefined }),
    { initialProps: { grouping: group('one') } },
  );
  const readGroups = () => result.current.getGroupedRowModel().rows.map((row) => row.getValue('group'));
  expect(readGroups()).toEqual(['one 0', 'one 1']);
  rerender({ grouping: group('other') });
  expect(readGroups()).toEqual(['other 0', 'other 1']);
});

test('all rows in view are selected at once, and a selected row that is not in view stays selected', () => {
  const { result } = hold(buildThings([{ name: 'a' }, { name: 'ab' }, { name: 'b' }]), { grouping: bySize });
  act(() => result.current.getRow('0').toggleSelected());
  act(() => result.current.setGlobalFilter('b'));
  expect(result.current.getIsAllRowsSelected()).toBe(false);
  act(() => result.current.toggleAllRowsSelected());
  expect(result.current.getIsAllRowsSelected()).toBe(true);
  expect(Object.keys(result.current.state.rowSelection)).toEqual(['0', '1', '2']);
  act(() => result.current.toggleAllRowsSelected());
  expect(Object.keys(result.current.state.rowSelection)).toEqual(['0']);
});

test('no sequence of moves and pins loses or doubles a column, and pinned columns are first', () => {
  const ids = columns.map(({ id }) => id);
  const step = fc.tuple(fc.constantFrom(...ids, 'gone'), fc.constantFrom(...ids, 'pin'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { result } = hold([]);
      for (const [id, to] of steps) {
        const column = ids.includes(id) ? result.current.getColumn(id) : undefined;
        act(() =>
          to === 'pin' ? column?.pin(column.getIsPinned() ? false : 'start') : placeColumn(result.current, id, to),
        );
      }
      const listed = listChoosableColumns(result.current);
      expect(listed.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
        ids.toSorted((a, b) => (a < b ? -1 : 1)),
      );
      const pins = listed.map((column) => Number(column.getIsPinned() === 'start'));
      expect(pins).toEqual(pins.toSorted((a, b) => b - a));
      const visible = listed.filter((column) => column.getIsVisible());
      expect(listVisibleColumns(result.current).map(({ id }) => id)).toEqual(visible.map(({ id }) => id));
    }),
    { numRuns: 40 },
  );
});

test('pinned columns are next to each other, each with its own width, and move among themselves', () => {
  const { result } = hold([], { choice: { columnPinning: { start: ['size', 'name'], end: [] } } });
  const readPinned = () =>
    listVisibleColumns(result.current).flatMap((column) =>
      column.getIsPinned() ? [[column.id, column.getStart('start')]] : [],
    );
  expect(readPinned()).toEqual([
    ['size', 0],
    ['name', 120],
  ]);
  act(() => placeColumn(result.current, 'name', 'size'));
  expect(readPinned()).toEqual([
    ['name', 0],
    ['size', 100],
  ]);
});

test('a column grows with the grid until the user sets its width', () => {
  const { result, choice } = hold([]);
  expect(buildTracks(result.current)).toBe('24px 100px minmax(120px, 2fr) 90px');
  act(() => result.current.setColumnSizing({ size: 9999 }));
  expect(buildTracks(result.current)).toBe('24px 100px 640px 90px');
  expect(choice.read().columnSizing).toEqual({ size: 9999 });
});

test('showing a column stores only that choice, so that the others still follow the width', () => {
  const { result, choice } = hold([]);
  act(() => result.current.getColumn('added')?.toggleVisibility(true));
  expect({ ...choice.read().columnVisibility }).toEqual({ added: true });
  act(() => result.current.options.meta?.onWidth(500));
  expect(listVisibleColumns(result.current).map(({ id }) => id)).toEqual(['name', 'size', 'added']);
});
