import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTenths, parseTenths } from './credits.ts';
import { text, parseUtcDay, uuid } from './scalars.ts';

describe('the UTC day of a date bound', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2024-03-10T23:30:00-05:00', '2024-03-11'],
    ['2024-03-10T00:30:00+0200', '2024-03-09'],
    ['2024-03-10T12:00', '2024-03-10'],
    ['2024-03-10 12:00:00.123456Z', '2024-03-10'],
  ])('%s is %s', (given, day) => expect(parseUtcDay(given)).toBe(day));

  it.each([
    '',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '0000-12-31',
    '10000-01-01',
    '-2024-01-01',
    '2024-01-01T24:61',
    '01/02/2024',
    '20240101',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('%j is none', (given) => expect(parseUtcDay(given)).toBeUndefined());

  it('of any time in the years 1 to 9999 is the start of its ISO form, in every zone', () => {
    const moments = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 4, max: 14 * 4 }), (moment, quarters) => {
        const shifted = new Date(moment.getTime() + quarters * 900_000).toISOString().slice(0, -1);
        const size = Math.abs(quarters);
        const hours = String(Math.floor(size / 4)).padStart(2, '0');
        const minutes = String((size % 4) * 15).padStart(2, '0');
        const offset = `${quarters < 0 ? '-' : '+'}${hours}:${minutes}`;
        expect(parseUtcDay(`${shifted}${offset}`)).toBe(moment.toISOString().slice(0, 10));
      }),
    );
  });
});

describe('scalars', () => {
  it('a uuid may have any version and is returned in lower case', () => {
    expect(uuid.parse('11111111-1111-1111-1111-11111111111A')).toBe('11111111-1111-1111-1111-11111111111a');
    expect(uuid.safeParse('11111111111111111111111111111111').success).toBe(false);
  });

  it('text loses spaces at its ends, NUL and lone surrogates, and is rejected if nothing is left', () => {
    expect(text.parse(' a\0b\ud800 ')).toBe('ab');
    expect(text.safeParse(' \0\ud800 ').success).toBe(false);
    expect(text.parse('😀')).toBe('😀');
  });

  it('tenths of a credit are formatted and parsed without loss', () => {
    fc.assert(
      fc.property(fc.nat(), (tenths) => {
        expect(parseTenths(formatTenths(tenths))).toBe(tenths);
      }),
    );
    expect([parseTenths(null), parseTenths(''), parseTenths('1.55'), parseTenths('-1')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
