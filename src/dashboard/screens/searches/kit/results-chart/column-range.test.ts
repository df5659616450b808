import { expect, test } from 'vitest';
import { buildColumns } from '../record/column-kinds.tsx';
import { findRangeKind, formatColumnRange, keepInRange, parseColumnRange } from './column-range.ts';

type Row = { readonly id: string; readonly day: string | null; readonly usd: number | null };
const columns = buildColumns<Row>({
  latest: { header: 'Latest', kind: 'day', read: ({ day }) => day },
  raised: { header: 'Raised', kind: 'money', read: ({ usd }) => usd },
  name: { header: 'Name', kind: 'text', read: ({ id }) => id },
});
const rows: Row[] = [
  { id: '1', day: '2025-01-01T12:00:00Z', usd: 0 },
  { id: '2', day: '2025-06-30', usd: 5e9 },
  { id: '3', day: null, usd: null },
];
const keep = (range: string | undefined) => keepInRange(rows, columns, parseColumnRange(range)).map(({ id }) => id);

test('columns of amounts and days have a range, others none', () => {
  expect(columns.flatMap((column) => findRangeKind(column)?.format ?? [])).toEqual(['day', 'usd']);
});

test('a range keeps the rows with a value in it, both ends included', () => {
  expect(keep('latest~2025-01-01~2025-06-29')).toEqual(['1']);
  expect(keep('latest~2025-01-01~2025-06-30')).toEqual(['1', '2']);
  expect(keep('raised~0~999999')).toEqual(['1']);
});

test('a range without an end is open, and undisclosed amounts are in none', () => {
  expect(formatColumnRange({ column: 'raised', from: '0', to: '' })).toBe('raised~0~');
  expect(keep('raised~0~')).toEqual(['1', '2']);
});

test('without a range, or with one of no such column, all rows stay', () => {
  expect(keep(undefined)).toEqual(['1', '2', '3']);
  expect(keep('name~1~2')).toEqual(['1', '2', '3']);
  expect(keep('gone~1~2')).toEqual(['1', '2', '3']);
});
