// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { defaultChoice, findColumnChoice, findConstantColumns, findVisibleColumns } from './column-choice.ts';

beforeEach(() => localStorage.clear());

test('is stored on the device; an invalid value is ignored', async () => {
  findColumnChoice('deals').write({ ...defaultChoice, columnOrder: ['b', 'a'] });
  vi.resetModules();
  const reloaded = await import('./column-choice.ts');
  expect(reloaded.findColumnChoice('deals').read().columnOrder).toEqual(['b', 'a']);
  localStorage.setItem('fundscope.columns.people', '{"columnOrder":7}');
  expect(findColumnChoice('people').read()).toEqual(defaultChoice);
});

test('columns are hidden rather than scrolled sideways, and chosen ones are shown at any width', () => {
  const display = {
    a: { width: 100 },
    b: { width: 100, from: 500 },
    c: { width: 200, from: 300 },
    d: { width: 50, from: 600 },
    e: { width: 50, off: true },
  };
  const all = Object.entries(display).map(([id, one]) => ({ id, header: id, display: one, cell: () => id }));
  const visibleAt = (width: number, chosen = {}) =>
    Object.entries(findVisibleColumns(all, chosen, width))
      .flatMap(([id, isVisible]) => (isVisible ? id : []))
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join('');
  expect(visibleAt(0)).toBe('abcd');
  expect(visibleAt(331)).toBe('a');
  expect(visibleAt(332)).toBe('ac');
  expect(visibleAt(599)).toBe('abc');
  expect(visibleAt(600)).toBe('abcd');
  expect(visibleAt(300, { b: true })).toBe('ab');
  expect(visibleAt(600, { b: true, e: true })).toBe('abcde');
  expect(visibleAt(600, { a: false })).toBe('bcd');
});

test('a column leaves while all rows have its value, unless it is chosen, and its room goes to others', () => {
  const build = (id: string, read: (row: { id: string }) => string | null, leaves = true) => ({
    id,
    header: id,
    display: { width: 100, from: 0, leaves },
    cell: read,
    key: read,
  });
  const all = [build('same', () => 'Germany'), build('none', () => null), build('own', ({ id }) => id)];
  const rows = ['1', '2', '3', '4', '5'].map((id) => ({ id }));
  expect(findConstantColumns([...all, build('kept', () => 'x', false)], rows)).toEqual(new Set(['same']));
  expect(findConstantColumns(all, rows.slice(1))).toEqual(new Set());
  expect(findVisibleColumns(all, {}, 240, new Set(['same']))).toEqual({ same: false, none: true, own: true });
  expect(findVisibleColumns(all, { same: true }, 240, new Set(['same']))).toMatchObject({ same: true });
});
