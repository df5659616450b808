import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFrame, formatBarEnd, sumKnown, buildTicks, findScaleMax, type Bucket } from './figure-data.ts';

const format = { unit: 'count', unknownName: 'not loaded' } as const;
const bar = (values: Bucket['values'], unknown?: number): Bucket => ({
  key: 'a',
  label: 'A',
  values,
  ...(unknown === undefined ? {} : { unknown }),
});

test.each([
  ['a sum', bar({ seed: 3, a: 4 }), 7, ['7', '']],
  ['nothing at all', bar({}), 0, ['0', '']],
  ['an unknown part next to a sum', bar({ seed: 3 }, 1297), 3, ['3', ' + 1,297 not loaded']],
  ['an unknown part alone', bar({}, 1297), null, ['', '1,297 not loaded']],
  ['what is there and not known', bar({ seed: null }), null, ['not loaded', '']],
])('a bar of %s says so, and an unknown one is never 0', (_, bucket, known, text) => {
  expect(sumKnown(bucket)).toBe(known);
  expect(formatBarEnd(bucket, format)).toEqual(text);
});

test('the name of what is unknown takes no room from the bars, because the legend has it', () => {
  const frameOf = (unknownName: string) => buildFrame('rows', 340, [bar({ a: 5 }, 3)], { unit: 'usd', unknownName });
  expect(frameOf('without a dollar amount').margin).toEqual(frameOf('').margin);
});

test('the scale begins at zero, has room for every known bar, and has a few round figures', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5e9), { minLength: 1 }), fc.constantFrom('count', 'usd'), (figures, unit) => {
      const top = findScaleMax(figures.map((figure) => bar({ all: figure })));
      const ticks = buildTicks(top, unit);
      expect(Math.max(...figures)).toBeLessThanOrEqual(top);
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(4);
      expect(ticks.at(-1)).toBeLessThanOrEqual(top);
    }),
  );
});
