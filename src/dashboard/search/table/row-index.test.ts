import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GridColumn } from './grid-column.ts';
import { createRowIndex, createSortKeys, sortRows } from './row-index.ts';
import { foldText } from '../../platform/format.ts';
import { finishWork } from './slices.ts';

type Row = { readonly id: string; readonly name: string; readonly size: number | null };
const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', display: { width: 100 }, cell: () => null, key: ({ name }) => name },
  { id: 'size', header: 'Size', display: { width: 100, off: true }, cell: () => null, key: ({ size }) => size },
  { id: 'status', header: 'Status', display: { width: 100 }, cell: () => null },
];

const count = 4000;
const rows = Array.from({ length: count }, (_, at): Row => {
  const size = (at * 7919) % 1009;
  return { id: String(at), name: `Näme ${(at * 31) % 97}`, size: size % 10 === 0 ? null : size };
});
const ids = rows.map(({ id }) => id);
const all = Uint32Array.from(ids.keys());
const toRow = (id: string) => rows[Number(id)];

test('many rows are read in slices, then sorted and found like few rows', async () => {
  const index = createRowIndex(ids, toRow, columns);
  expect(index.countReady('name', false)).toBe(0);
  expect(index.countReady('status', false)).toBe(count);
  await new Promise<void>((resolve) => {
    index.start(
      () => index.countReady('name', true) === count && index.countReady('size', false) === count && resolve(),
    );
    // A column that is not shown by itself is read when it is wanted.
    index.request('size');
  });
  const bySize = [...index.arrange(all, [{ column: 'size', direction: 'descending' }], 'name 5')];
  const expected = rows
    .filter(({ name, size }) => `${name}\n${size ?? ''}`.toLowerCase().replace('ä', 'a').includes('name 5'))
    .toSorted((one, other) => (other.size ?? -1) - (one.size ?? -1) || Number(one.id) - Number(other.id));
  expect(bySize.map(String)).toEqual(expected.map(({ id }) => id));
  const few = all.filter((row) => row % 3 === 0);
  const found = index.arrange(few, [], 'NÄME 9');
  expect([...found]).toEqual([...few].filter((row) => rows[row]!.name.startsWith('Näme 9')));
});

test('groups follow each other in their order, each sorted within, and rows without a group are the last one', () => {
  const group: GridColumn<Row> = { ...columns[1]!, id: 'group', key: ({ size }) => (size === null ? null : size % 3) };
  const few = ids.slice(0, 90);
  const index = createRowIndex(few, toRow, columns, [group]);
  const order = index.arrange(
    Uint32Array.from(few.keys()),
    [
      { column: 'size', direction: 'ascending' },
      { column: 'group', direction: 'descending' },
    ],
    '',
  );
  const spans = index.findSpans(order, 'group');
  const grouped = spans.map(({ first, count: size }) =>
    Array.from(order.slice(first, first + size), (row) => rows[row]!.size),
  );
  expect(spans.reduce((sum, span) => sum + span.count, 0)).toBe(90);
  expect(grouped.map((sizes) => [...new Set(sizes.map((size) => (size === null ? null : size % 3)))])).toEqual([
    [2],
    [1],
    [0],
    [null],
  ]);
  for (const sizes of grouped) expect(sizes).toEqual(sizes.toSorted((one, other) => Number(one) - Number(other)));
  expect(index.arrange(Uint32Array.from(few.keys()), [], '2').length).toBeLessThan(90);
});

test('a requested column is read alone, and the rest continues where it paused', async () => {
  let names = 0;
  const counted = columns.map((column) => {
    const key = column.id === 'name' ? ({ name }: Row) => ((names += 1), name) : column.key;
    return { ...column, display: { width: 100 }, ...(key ? { key } : {}) };
  });
  const index = createRowIndex(ids, toRow, counted);
  const namesBefore = await new Promise<number>((resolve) => {
    index.start(() => index.countReady('size', false) === count && resolve(names));
    index.request('size');
  });
  expect(namesBefore).toBeLessThan(count);
  expect(index.countReady('name', false)).toBe(0);
  await new Promise<void>((resolve) => {
    index.start(() => index.countReady('name', true) === count && resolve());
  });
  // Of each row once for its order and once for what is found.
  expect(names).toBe(2 * count);
});

test('until every row is read, a sort or find returns the rows read so far first and all others last', async () => {
  const index = createRowIndex(ids, toRow, columns);
  const parts: { sorted: number; found: number; order: number[]; hits: number[] }[] = [];
  await new Promise<void>((resolve) => {
    index.start(() => {
      parts.push({
        sorted: index.countReady('name', false),
        found: index.countReady(undefined, true),
        order: [...index.arrange(all, [{ column: 'name', direction: 'descending' }], '')],
        hits: [...index.arrange(all, [], 'name 5')],
      });
      if (index.countReady('name', true) === count) resolve();
    });
    index.request('name');
    index.request(undefined);
  });
  const isHit = (row: number) => rows[row]!.name.startsWith('Näme 5');
  const folded = rows.map(({ name }) => foldText(name));
  for (const { sorted, found, order, hits } of parts) {
    const first = all
      .slice(0, sorted)
      .toSorted((one, other) => (folded[one] === folded[other] ? one - other : folded[one]! < folded[other]! ? 1 : -1));
    expect(order.join()).toBe([...first, ...all.slice(sorted)].join());
    expect(hits.join()).toBe(all.slice(0, found).filter(isHit).join());
  }
  const shares = new Set(parts.map(({ sorted }) => sorted));
  expect(shares.size).toBeGreaterThan(2);
  expect(shares).toContain(count);
});

test('the newest request is read first, and an earlier one continues where it paused', async () => {
  let names = 0;
  const off = { width: 100, off: true };
  const counted = columns.map((column) => {
    const key = column.id === 'name' ? ({ name }: Row) => ((names += 1), name) : column.key;
    return { ...column, display: off, ...(key ? { key } : {}) };
  });
  const index = createRowIndex(ids, toRow, counted);
  const ready: string[] = [];
  await new Promise<void>((resolve) => {
    index.start(() => {
      for (const id of ['name', 'size'])
        if (index.countReady(id, false) === count && !ready.includes(id)) ready.push(id);
      if (index.countReady('name', false) > 0 && index.countReady('size', false) === 0) index.request('size');
      if (ready.length === 2) resolve();
    });
    index.request('name');
  });
  expect(ready).toEqual(['size', 'name']);
  expect(names).toBe(count);
});

test('nothing is read after the table is closed', async () => {
  let read = 0;
  const index = createRowIndex(ids, (id) => ((read += 1), toRow(id)), columns);
  index.start(() => undefined)();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read).toBe(0);
});

test('a column whose keys are read and wait for their order is not read again', async () => {
  let reads = 0;
  const shown = columns.map((column) => ({ ...column, display: { width: 100 } }));
  const index = createRowIndex(ids, (id) => ((reads += 1), toRow(id)), shown);
  await new Promise<void>((resolve) => {
    index.start(() => {
      if (index.countReady('size', true) === count) resolve();
      // The text is ready first, and then one column after the other.
      else if (index.countReady(undefined, true) === count) index.request('size');
    });
  });
  expect(reads).toBe(count);
});

test('finding keeps exactly the rows that contain the text, whatever its case and accents', () => {
  const name: GridColumn<Row> = { ...columns[0]!, key: (row) => row.name };
  const find = (names: readonly string[], text: string) => {
    const nameIds = names.map((_, at) => String(at));
    const index = createRowIndex(nameIds, (id) => ({ id, name: names[Number(id)]!, size: null }), [name]);
    return [...index.arrange(Uint32Array.from(nameIds.keys()), [], text)];
  };
  const names = ['Élan Énergie', 'Northwind', 'elan vital'];
  expect(find(names, 'ELAN')).toEqual([0, 2]);
  expect(find(names, '  ')).toEqual([0, 1, 2]);
  expect(find(names, 'zzz')).toEqual([]);
  const many = fc.array(fc.stringMatching(/^[ab]{0,3}$/), { maxLength: 200 });
  fc.assert(
    fc.property(many, fc.stringMatching(/^[ab]{1,3}$/), (texts, text) => {
      expect(find(texts, text)).toEqual([...texts.keys()].filter((row) => texts[row]!.includes(text)));
    }),
  );
});

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[ab]{0,6}$/));
const column = fc.oneof(
  fc.array(fc.option(text, { nil: null })),
  fc.array(fc.option(fc.double({ noNaN: true }), { nil: null })),
);
const numberRows = (length: number) => Uint32Array.from({ length }, (_, row) => row);

test('rows are sorted by their keys, ties as before, and rows without a key are last in both directions', () => {
  fc.assert(
    fc.property(column, fc.constantFrom('ascending' as const, 'descending' as const), (values, direction) => {
      const keys = createSortKeys(values.length);
      values.forEach((value) => keys.add(value));
      const sorted = [...sortRows(numberRows(values.length), finishWork(keys.rank()), direction)];
      const sign = direction === 'ascending' ? 1 : -1;
      const folded = values.map((value) => (typeof value === 'string' ? foldText(value) : value));
      const expected = [...values.keys()].toSorted((one, other) => {
        const [a, b] = [folded[one]!, folded[other]!];
        if (a === null || b === null) return Number(a === null) - Number(b === null) || one - other;
        return a === b ? one - other : sign * (a < b ? -1 : 1);
      });
      expect(sorted).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('texts sort by their start alone, so that names of 100,000 letters do not block the page', () => {
  const start = 'a.b-'.repeat(25_000);
  const keys = createSortKeys(3);
  for (const key of [`${start}2`, `${start}1`, 'a']) keys.add(key);
  const sorted = finishWork(keys.rank());
  expect(sorted.distinct).toBe(2);
  expect([...sortRows(numberRows(3), sorted, 'ascending')]).toEqual([2, 0, 1]);
});
