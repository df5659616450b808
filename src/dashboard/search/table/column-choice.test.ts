// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  createColumnChoice,
  orderColumns,
  createDefaultChoice,
  moveColumn,
  pinColumn,
  resizeColumn,
  findVisibleColumns,
} from './column-choice.ts';

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id, header: id, display: { width: 100 }, cell: () => id }));

beforeEach(() => localStorage.clear());

test('no sequence of moves loses or doubles a column', () => {
  const move = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'gone'), fc.constantFrom(-1 as const, 1 as const));
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const choice = moves.reduce((before, [id, by]) => moveColumn(columns, before, id, by), createDefaultChoice());
      expect(new Set(orderColumns(columns, choice).map(({ id }) => id))).toEqual(new Set(['a', 'b', 'c', 'd']));
      expect(orderColumns(columns, choice)).toHaveLength(4);
    }),
  );
});

test('a move passes one column, and back is where it was', () => {
  const right = moveColumn(columns, createDefaultChoice(), 'b', 1);
  expect(orderColumns(columns, right).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
  expect(orderColumns(columns, moveColumn(columns, right, 'b', -1)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('is stored on the device; an invalid value is ignored', () => {
  createColumnChoice('deals').write(resizeColumn(createDefaultChoice(), 'a', 9999));
  expect(createColumnChoice('deals').read().widths).toEqual({ a: 640 });
  localStorage.setItem('fundscope.columns.deals', '{"order":7}');
  expect(createColumnChoice('deals').read()).toEqual(createDefaultChoice());
});

test('columns are hidden rather than scrolled sideways, and chosen ones are shown at any width', () => {
  const display = {
    a: { width: 100 },
    b: { width: 100, from: 500 },
    c: { width: 200, from: 300 },
    d: { width: 50, from: 600 },
  };
  const all = Object.entries(display).map(([id, one]) => ({ id, header: id, display: one, cell: () => id }));
  const visibleAt = (width: number, shown = {}) =>
    [...findVisibleColumns(all, { ...createDefaultChoice(), shown }, width)].toSorted();
  expect(visibleAt(0)).toEqual(['a', 'b', 'c', 'd']);
  expect(visibleAt(331)).toEqual(['a']);
  expect(visibleAt(332)).toEqual(['a', 'c']);
  expect(visibleAt(599)).toEqual(['a', 'b', 'c']);
  expect(visibleAt(600)).toEqual(['a', 'b', 'c', 'd']);
  expect(visibleAt(300, { b: true })).toEqual(['a', 'b']);
  expect(visibleAt(600, { b: true })).toEqual(['a', 'b', 'c', 'd']);
  expect(visibleAt(600, { a: false })).toEqual(['b', 'c', 'd']);
});

test('pinned columns are first, in their order', () => {
  const choice = pinColumn(pinColumn(createDefaultChoice(), 'c', true), 'b', true);
  expect(orderColumns(columns, choice).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
  expect(orderColumns(columns, pinColumn(choice, 'b', false)).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
});
