import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { amountParameter, dayParameter, flagParameter, readUrl, wholeParameter, writeUrl } from './url.ts';
import { formatSearchParams, parseRawSearch } from './raw-search.ts';

const schema = z.object({
  words: z.array(z.string()),
  rows: wholeParameter.default(25),
  amount: amountParameter.optional(),
  day: dayParameter.optional(),
  run: flagParameter.optional(),
  order: z.enum(['up', 'down']).default('up'),
});
type Value = z.output<typeof schema>;

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

const value: fc.Arbitrary<Value> = fc.record(
  {
    words: fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\p{Surrogate}/gu, ''))),
    rows: fc.nat(),
    amount: fc.double({ min: 0, max: 1e15, noNaN: true }).map((usd) => Math.round(usd * 100) / 100),
    day,
    run: fc.constant(true as const),
    order: fc.constantFrom('up' as const, 'down' as const),
  },
  { requiredKeys: ['words', 'rows', 'order'] },
);

describe('an address', () => {
  test('is parsed to the value that it was written from, whatever the texts', () => {
    fc.assert(
      fc.property(value, (before) => {
        const { value: after, unread } = readUrl(schema, parseRawSearch(formatSearchParams(writeUrl(schema, before))));
        expect(after).toEqual(before);
        expect(unread).toEqual([]);
      }),
    );
  });

  test('leaves out values equal to their defaults, so that links stay short', () => {
    expect(formatSearchParams(writeUrl(schema, { words: [], rows: 25, order: 'up' }))).toBe('');
  });

  test('leaves out and lists invalid values, and keeps the rest', () => {
    const { value: read, unread } = readUrl(
      schema,
      parseRawSearch('?words=a&words=b&rows=-3&amount=NaN&day=2026-02-30&order=up&order=down'),
    );
    expect(read).toEqual({ words: ['a', 'b'], rows: 25, order: 'up' });
    expect(unread).toEqual([
      { key: 'rows', text: '-3' },
      { key: 'amount', text: 'NaN' },
      { key: 'day', text: '2026-02-30' },
      { key: 'order', text: 'down' },
    ]);
  });

  test('stays readable', () => {
    const search = { round: ['SEED', 'GRANT'], min: ['1000000'], location: ['berlin~CITY~Berlin'] };
    expect(formatSearchParams(search)).toBe('?round=SEED&round=GRANT&min=1000000&location=berlin~CITY~Berlin');
    expect(formatSearchParams({ within: ['a=b&c'] })).toBe('?within=a%3Db%26c');
  });

  test('survives any text after the question mark', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readUrl(schema, parseRawSearch(text))).not.toThrow();
      }),
    );
  });
});
