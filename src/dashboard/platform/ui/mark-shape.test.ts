import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMark } from './mark-shape.ts';

test('a company has the same mark every time, within its tile', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const path = drawMark(id);
      expect(drawMark(id)).toBe(path);
      const numbers = path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(28);
    }),
  );
});

test('companies have many different marks, and about one in four is inverted', () => {
  const marks = fc.sample(fc.uuid(), { numRuns: 1000, seed: 1 }).map(drawMark);
  expect(new Set(marks).size).toBeGreaterThan(150);
  const inverted = marks.filter((path) => path.startsWith('M0 0H28')).length;
  expect(inverted).toBeGreaterThan(180);
  expect(inverted).toBeLessThan(320);
});
