// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  createColumnChoice,
  isShown,
  toArranged,
  toBlankChoice,
  toMoved,
  toPinned,
  toResized,
} from './column-choice.ts';

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id, header: id, look: { width: 100 }, cell: () => id }));

beforeEach(() => localStorage.clear());

test('no sequence of moves loses or doubles a column', () => {
  const move = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'gone'), fc.constantFrom(-1 as const, 1 as const));
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const choice = moves.reduce((before, [id, by]) => toMoved(columns, before, id, by), toBlankChoice());
      expect(new Set(toArranged(columns, choice).map(({ id }) => id))).toEqual(new Set(['a', 'b', 'c', 'd']));
      expect(toArranged(columns, choice)).toHaveLength(4);
    }),
  );
});

test('a move passes one column, and back is where it was', () => {
  const right = toMoved(columns, toBlankChoice(), 'b', 1);
  expect(toArranged(columns, right).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
  expect(toArranged(columns, toMoved(columns, right, 'b', -1)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('is kept on the device, and nonsense there counts as none', () => {
  createColumnChoice('deals').write(toResized(toBlankChoice(), 'a', 9999));
  expect(createColumnChoice('deals').read().widths).toEqual({ a: 640 });
  localStorage.setItem('fundscope.columns.deals', '{"order":7}');
  expect(createColumnChoice('deals').read()).toEqual(toBlankChoice());
});

test('a column that was chosen stands however narrow the table is', () => {
  expect(isShown('a', { width: 100, from: 800 }, toBlankChoice(), 500)).toBe(false);
  expect(isShown('a', { width: 100, from: 800 }, { ...toBlankChoice(), shown: { a: true } }, 500)).toBe(true);
});

test('pinned columns stand first, in their order', () => {
  const choice = toPinned(toPinned(toBlankChoice(), 'c', true), 'b', true);
  expect(toArranged(columns, choice).map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
  expect(toArranged(columns, toPinned(choice, 'b', false)).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
});
