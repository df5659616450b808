import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bucket, findScaleMax, formatBar, formatBarEnd, sumKnown } from './figure-data.ts';

const format = { unit: 'count', unknownName: 'not loaded' } as const;
const bar = (values: Bucket['values'], unknown?: number): Bucket => ({
  key: 'a',
  label: 'A',
  values,
  ...(unknown === undefined ? {} : { unknown }),
});

test.each([
  ['a sum', bar({ seed: 3, a: 4 }), 7, '7'],
  ['nothing at all', bar({}), 0, '0'],
  ['an unknown part next to a sum', bar({ seed: 3 }, 1297), 3, '3 + 1,297 not loaded'],
  ['an unknown part alone', bar({}, 1297), null, '1,297 not loaded'],
  ['what is there and not known', bar({ seed: null }), null, 'not loaded'],
])('a bar of %s says so, and an unknown one is never 0', (_, bucket, known, text) => {
  expect(sumKnown(bucket)).toBe(known);
  expect(formatBar(bucket, format)).toBe(text);
});

test('the end of a bar does not name what is unknown, because the legend does', () => {
  expect(formatBarEnd(bar({ seed: 3 }, 1297), format)).toEqual(['3', ' + 1,297']);
});

test('the scale has room for every known bar, and for a part that is unknown', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5e9), { minLength: 1 }), (figures) => {
      const max = findScaleMax(figures.map((figure) => bar({ all: figure })));
      expect(max).toBeGreaterThanOrEqual(Math.max(...figures));
      expect(findScaleMax([...figures.map((figure) => bar({ all: figure })), bar({ all: max }, 1)])).toBeGreaterThan(
        max,
      );
    }),
  );
});
