import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDate } from './dates.ts';

describe('parseDate', () => {
  test.each([
    ['2021-03-04', '2021-03-04'],
    ['2021-03-04T23:30:00-05:00', '2021-03-05'],
    ['2021/3/4', '2021-03-04'],
    ['20210304', '2021-03-04'],
    ['4 Mar 2021', '2021-03-04'],
    ['March 4th, 2021', '2021-03-04'],
    ['Thu, 4 March 2021', '2021-03-04'],
    ['04-MAR-21', '2021-03-04'],
    ['31-DEC-1999', '1999-12-31'],
    ['25/12/2020', '2020-12-25'],
    ['12/25/2020', '2020-12-25'],
    ['3. März 2021', '2021-03-03'],
    ['1er mars 2021', '2021-03-01'],
    ['4 de marzo de 2021', '2021-03-04'],
    ['4 de março de 2021', '2021-03-04'],
    ['4 марта 2021', '2021-03-04'],
    ['2021年3月4日', '2021-03-04'],
    ['4 मार्च 2021', '2021-03-04'],
    ['4 Şubat 2021', '2021-02-04'],
    ['2021-Mar-04', '2021-03-04'],
    ['1-May-07', '2007-05-01'],
  ])('reads %s', (text, day) => {
    expect(parseDate(text)).toEqual({ day, precision: 'day' });
  });

  test.each([
    ['March 2021', '2021-03-01', 'month'],
    ['Mar-21', '2021-03-01', 'month'],
    ['2021-03', '2021-03-01', 'month'],
    ['03/2021', '2021-03-01', 'month'],
    ['Q3 2021', '2021-07-01', 'quarter'],
    ['2021 Q1', '2021-01-01', 'quarter'],
    ["Q3'21", '2021-07-01', 'quarter'],
    ['2Q21', '2021-04-01', 'quarter'],
    ['T2 2021', '2021-04-01', 'quarter'],
    ['H2 2021', '2021-07-01', 'half-year'],
    ['Dezember 2021', '2021-12-01', 'month'],
    ['décembre 2021', '2021-12-01', 'month'],
    ['2021年3月', '2021-03-01', 'month'],
    ['2021年', '2021-01-01', 'year'],
    ['2021', '2021-01-01', 'year'],
    ['2021.0', '2021-01-01', 'year'],
  ])('reports the precision of %s', (text, day, precision) => {
    expect(parseDate(text)).toEqual({ day, precision });
  });

  test.each([
    '',
    'soon',
    '30 Feb 2021',
    '2021-13-01',
    '3/4/2021',
    '5/6/21',
    '99/99/2020',
    'Marching 4 2021',
    '1960',
    'x2021',
  ])('does not guess at %j', (text) => {
    const read = parseDate(text);
    expect(read === undefined || (text === '1960' && read.precision === 'year')).toBe(true);
  });

  test('reads numbers in the order that the mapping names, and in no other', () => {
    expect(parseDate('3/4/2021', { order: 'day-first' })?.day).toBe('2021-04-03');
    expect(parseDate('3/4/2021', { order: 'month-first' })?.day).toBe('2021-03-04');
    expect(parseDate('21/3/4', { order: 'year-first' })?.day).toBe('2021-03-04');
    expect(parseDate('25/12/2020', { order: 'month-first' })).toBeUndefined();
    expect(parseDate('12/25/2020', { order: 'day-first' })).toBeUndefined();
  });

  test('reads Unix times in seconds and milliseconds, and the day numbers of Excel', () => {
    expect(parseDate('1680825600', { clock: 'unix-seconds' })?.day).toBe('2023-04-07');
    expect(parseDate('1680825600000', { clock: 'unix-milliseconds' })?.day).toBe('2023-04-07');
    expect(parseDate('45023', { clock: 'excel' })?.day).toBe('2023-04-07');
  });

  test('reads every day in every notation', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const days = fc.date({ min: new Date('1980-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const [year, month, number] = day.split('-').map(Number) as [number, number, number];
        expect(parseDate(`${number}.${month}.${year}`, { order: 'day-first' })?.day).toBe(day);
        expect(parseDate(`${month}/${number}/${year}`, { order: 'month-first' })?.day).toBe(day);
        expect(parseDate(`${number} ${months[month - 1]} ${year}`)?.day).toBe(day);
        expect(parseDate(`${months[month - 1]} ${number}, ${year}`)?.day).toBe(day);
        expect(parseDate(day.replaceAll('-', ''))?.day).toBe(day);
      }),
    );
  });

  test('returns a real day or nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const day = parseDate(text)?.day;
        if (day !== undefined) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
      }),
    );
  });
});
