import { expect, test } from 'vitest';
import type { Grouping } from '../table/grid-column.ts';
import { arrangeBoard } from './results-board.tsx';

type Row = { readonly id: string; readonly group?: string };
const groupBy = (id: string): Grouping<Row> => ({
  id,
  name: id,
  none: 'None',
  direction: 'ascending',
  read: ({ group }) => (group === undefined ? null : { order: group, name: group }),
});
const rows: Row[] = [
  { id: '1', group: 'Seed' },
  { id: '2', group: 'Series A' },
  { id: '3', group: 'Seed' },
  { id: '4' },
];
const arrange = (of: readonly Row[], by: string) =>
  arrangeBoard(of, groupBy(by)).map((column) => [column.name, column.rows.map(({ id }) => id)]);

test('rows are in the columns of their groups, in their order', () => {
  expect(arrange(rows, 'stage')).toEqual([
    ['Seed', ['1', '3']],
    ['Series A', ['2']],
    ['None', ['4']],
  ]);
  expect(arrange([], 'stage')).toEqual([]);
});

test('by status every column takes cards, also without any', () => {
  expect(arrange([{ id: '1', group: 'Passed' }, { id: '2' }], 'status')).toEqual([
    ['None', ['2']],
    ['Shortlisted', []],
    ['Passed', ['1']],
  ]);
  expect(arrangeBoard([], groupBy('status')).map(({ status }) => status)).toEqual([null, 'shortlist', 'pass']);
});
