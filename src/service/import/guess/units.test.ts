import { describe, expect, test } from 'vitest';
import { guessClock, guessDateOrder, guessUnit, hasMixedDecimals, looksLikeMillions } from './units.ts';

describe('guessUnit', () => {
  test.each([
    ['Amount (USD M)', 'million', 'USD'],
    ['Amount M EUR', 'million', 'EUR'],
    ['Size (M€)', 'million', 'EUR'],
    ['Amount (mUSD)', 'million', 'USD'],
    ['Raised (MUSD)', 'million', 'USD'],
    ['Amount (US$ M)', 'million', 'USD'],
    ['Amount, M USD', 'million', 'USD'],
    ['Amount (€ M)', 'million', 'EUR'],
    ['Amount [m CHF]', 'million', 'CHF'],
    ['Amount in Mio. CHF', 'million', 'CHF'],
    ['Montant (M€)', 'million', 'EUR'],
    ['Betrag in Mio. EUR', 'million', 'EUR'],
    ['Amount (crore)', 'crore', undefined],
    ['Amount (INR Cr)', 'crore', 'INR'],
    ['Amount in Cr', 'crore', undefined],
    ['Amount (lakhs)', 'lakh', undefined],
    ['Amount ($K)', 'thousand', 'USD'],
    ["Amount ($'000)", 'thousand', 'USD'],
    ['Raised (USD, thousands)', 'thousand', 'USD'],
    ['Deal size in £m', 'million', 'GBP'],
    ['Raised, bn USD', 'billion', 'USD'],
    ['funds_raised_millions', 'million', undefined],
    ['raised_amount_usd', undefined, 'USD'],
    ['raisedAmountEur', undefined, 'EUR'],
    ['Amount($)', undefined, 'USD'],
    ['融资金额（万元）', '万', 'CNY'],
    ['調達額（億円）', '億', 'JPY'],
    ['Series B Amount USD', undefined, 'USD'],
    ['Amount', undefined, undefined],
    ['Total for all top deals', undefined, undefined],
    ['Series B Amount', undefined, undefined],
  ])('of %s is %s %s', (header, multiplier, currency) => {
    expect(guessUnit(header)).toEqual({ ...(multiplier ? { multiplier } : {}), ...(currency ? { currency } : {}) });
  });
});

test('small plain numbers look like millions, amounts do not', () => {
  expect(looksLikeMillions(['3.2', '12', '0.75', '150'])).toBe(true);
  expect(looksLikeMillions(['3.2m', '12m'])).toBe(false);
  expect(looksLikeMillions(['3200000', '120000', '45'])).toBe(false);
});

test.each([
  ['Date', ['13/04/2021', '03/04/2021'], 'day-first'],
  ['Date', ['04/13/2021', '03/04/2021'], 'month-first'],
  ['Datum', ['03.04.2021'], 'day-first'],
  ['Date dd/mm/yyyy', ['03/04/2021'], 'day-first'],
  ['Date (MM-DD-YYYY)', ['03-04-2021'], 'month-first'],
  ['Date', ['03/04/2021'], undefined],
])('the order of %s %j is %s', (column, values, order) => {
  expect(guessDateOrder(column, values).order).toBe(order);
});

test('numbers of days are those of Excel or Unix, and years are neither', () => {
  expect(guessClock(['44197', '44562'])).toBe('excel');
  expect(guessClock(['1693958400'])).toBe('unix-seconds');
  expect(guessClock(['1693958400000'])).toBe('unix-milliseconds');
  expect(guessClock(['2019', '2020'])).toBeUndefined();
});

test('a column can have both decimal signs', () => {
  expect(hasMixedDecimals(['$1,200,000', '$100,00'])).toBe(true);
  expect(hasMixedDecimals(['$1,200,000', '$1,250', '$2.5'])).toBe(false);
});
