import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChartFacts, type DivisionKey, divisions } from './classes.ts';
import { sumKnown, type Bucket } from './figure-data.ts';
import { divide } from './division.ts';
import { getPeriodKey, listPeriodDays } from './periods.ts';

const moment = fc.date({ min: new Date('2019-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
const name = fc.constantFrom(...'a b c d e f g h i j k l m n o p'.split(' '));
const round = fc.record({
  type: fc.constantFrom('SEED', 'SERIES_A', 'SERIES_B', 'SERIES_E', 'DEBT', 'GRANT', 'SAFE', 'MOON_ROUND', null),
  pre: fc.option(fc.boolean()),
});
const facts = fc.option(
  fc.record({
    moment: fc.option(moment.map((date) => date.toISOString())),
    round: fc.option(round),
    usd: fc.option(fc.integer({ min: 0, max: 2e9 })),
    industries: fc.option(
      fc.array(
        name.map((one) => ({ name: one })),
        { maxLength: 4 },
      ),
    ),
    place: fc.option(name),
    employees: fc.constantFrom('1-10', '11-50', '10001+', 'many', null),
  }),
  { nil: undefined },
);
const rowsOf = fc.array(facts, { maxLength: 60 });
const single = divisions.filter((by) => by !== 'industry');

const divideAll = (rows: readonly (ChartFacts | undefined)[], by: DivisionKey) =>
  divide(rows.length, (index) => rows[index], { by, none: 'None' });
const countOf = (bucket: Bucket): number => (sumKnown(bucket) ?? 0) + (bucket.unknown ?? 0);
const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);
const keysOf = (buckets: readonly Bucket[]) => new Set(buckets.map(({ key }) => key));

describe('loaded rows divided into bars', () => {
  test.each(single)('by %s: every row is in one bar', (by) => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        expect(sum(divideAll(rows, by).toBuckets('count').map(countOf))).toBe(rows.length);
      }),
    );
  });

  test('by industry: a row is once in each of its industries, even if it names one twice', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const { toBuckets } = divideAll(rows, 'industry');
        for (const bucket of toBuckets('count').filter(({ key }) => /^[a-p]$/.test(key))) {
          const named = rows.filter((row) => row?.industries?.some((one) => one.name === bucket.key));
          expect(sumKnown(bucket)).toBe(named.length);
        }
      }),
    );
  });

  test.each(single)('by %s: amounts add up to what is disclosed, and the undisclosed are counted apart', (by) => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const buckets = divideAll(rows, by).toBuckets('usd');
        const disclosed = rows.flatMap((row) => row?.usd ?? []);
        expect(sum(buckets.map((bucket) => sumKnown(bucket) ?? 0))).toBeCloseTo(sum(disclosed), 0);
        expect(sum(buckets.map(({ unknown = 0 }) => unknown))).toBe(rows.length - disclosed.length);
      }),
    );
  });

  test.each(divisions)('by %s: a range of bars selects exactly its rows', (by) => {
    fc.assert(
      fc.property(rowsOf, fc.nat(), fc.nat(), (rows, one, other) => {
        const division = divideAll(rows, by);
        const buckets = division.toBuckets('count');
        const [from, to] = [one % (buckets.length + 1), other % (buckets.length + 1)].toSorted((a, b) => a - b);
        const picked = buckets.slice(from, to);
        const mask = division.maskOf(keysOf(picked));
        const again = divideAll(
          rows.filter((_, row) => mask[row] === 1),
          by,
        );
        // Each picked bar alone keeps what it counts; together they select no row twice.
        for (const bucket of picked) expect(sum([...division.maskOf(new Set([bucket.key]))])).toBe(countOf(bucket));
        expect(sum(again.toBuckets('count').map(countOf))).toBeGreaterThanOrEqual(sum([...mask]));
        expect(sum([...division.maskOf(keysOf(buckets))])).toBe(rows.length);
      }),
    );
  });

  test.each(['month', 'quarter'] as const)('by %s: a row is in the period of its UTC day, in every offset', (by) => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -12, max: 14 }), (date, hours) => {
        const sign = hours < 0 ? '-' : '+';
        const local = new Date(date.getTime() + hours * 3600_000).toISOString().slice(0, 19);
        const written = `${local}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
        const [bucket] = divideAll([{ moment: written }], by).toBuckets('count');
        const day = date.toISOString().slice(0, 10);
        const period = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / (by === 'month' ? 1 : 3));
        const [first, last] = listPeriodDays(period, by);
        expect(bucket?.key).toBe(getPeriodKey(period, by));
        expect(first <= day && day <= last).toBe(true);
      }),
    );
  });

  test('the days of a period are right in every year', () => {
    const listDays = (year: number) => [
      listPeriodDays(year * 12 + 1, 'month'),
      listPeriodDays(year * 4 + 3, 'quarter'),
    ];
    expect([1, 96, 1900, 2000, 9999].map(listDays)).toEqual([
      [
        ['0001-02-01', '0001-02-28'],
        ['0001-10-01', '0001-12-31'],
      ],
      [
        ['0096-02-01', '0096-02-29'],
        ['0096-10-01', '0096-12-31'],
      ],
      [
        ['1900-02-01', '1900-02-28'],
        ['1900-10-01', '1900-12-31'],
      ],
      [
        ['2000-02-01', '2000-02-29'],
        ['2000-10-01', '2000-12-31'],
      ],
      [
        ['9999-02-01', '9999-02-28'],
        ['9999-10-01', '9999-12-31'],
      ],
    ]);
  });

  test('an axis of time has no gap, and what is older than sixty months is one bar', () => {
    const rows = ['2026-11-05', '2026-08-01', '2015-03-09', '2001-01-01'].map((day) => ({
      moment: `${day}T00:00:00Z`,
    }));
    const buckets = divideAll(rows, 'month').toBuckets('count');
    expect(buckets).toHaveLength(61);
    expect(buckets[0]).toMatchObject({ label: 'Before Dec 2021', values: { all: 2 } });
    expect(buckets.at(-1)).toMatchObject({ key: '2026-11', values: { all: 1 } });
    expect(buckets.at(-2)).toMatchObject({ key: '2026-10', values: {} });
  });

  test('a row without a date is no part of any month', () => {
    const rows: ChartFacts[] = [{ moment: '2026-03-01T00:00:00Z' }, { moment: null }, { moment: 'soon' }];
    expect(divideAll(rows, 'month').toBuckets('count')).toEqual([
      { key: '2026-03', label: 'Mar 2026', values: { all: 1 } },
      { key: '(none)', label: 'None', values: {}, unknown: 2 },
    ]);
  });
});
