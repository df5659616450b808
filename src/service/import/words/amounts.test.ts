import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseCurrency, parseCurrencyAmount } from './amounts.ts';
import { multiplierWords, parseCurrency } from './currencies.ts';

const read = (text: string, style = {}) => {
  const amount = parseCurrencyAmount(text, style);
  return amount && [amount.value, amount.currencies[0] ?? null];
};

describe('parseCurrencyAmount', () => {
  test.each([
    ['1200000', 1_200_000, null],
    ['1,200,000.50', 1_200_000.5, null],
    ['1 200 000', 1_200_000, null],
    ["1'200'000", 1_200_000, null],
    ['1,50,00,000', 15_000_000, null],
    ['1.8E+11', 180_000_000_000, null],
    ['$1.2M', 1_200_000, 'USD'],
    ['US$ 3 million', 3_000_000, 'USD'],
    ['USD 3,000,000', 3_000_000, 'USD'],
    ['€500k', 500_000, 'EUR'],
    ['500k€', 500_000, 'EUR'],
    ['12.5 mn EUR', 12_500_000, 'EUR'],
    ['£2bn', 2_000_000_000, 'GBP'],
    ['₹45 crore', 450_000_000, 'INR'],
    ['Rs. 45 lakh', 4_500_000, 'INR'],
    ['INR 4.35 Cr', 43_500_000, 'INR'],
    ['S$10m', 10_000_000, 'SGD'],
    ['R$ 7 million', 7_000_000, 'BRL'],
    ['0', 0, null],
    ['1,5', 1.5, null],
    ['1,5 Mio. €', 1_500_000, 'EUR'],
    ['1.2 Mrd €', 1_200_000_000, 'EUR'],
    ['€ 1.234.567,00', 1_234_567, 'EUR'],
    ['CHF 1’500’000', 1_500_000, 'CHF'],
    ['4 million dollars', 4_000_000, 'USD'],
    ['$3.2-million', 3_200_000, 'USD'],
    ['$2M (Series A)', 2_000_000, 'USD'],
    ['3 200 000,00 €', 3_200_000, 'EUR'],
    ['R$ 30 milhões', 30_000_000, 'BRL'],
    ['R$ 500 mil', 500_000, 'BRL'],
    ['zł 4 mln', 4_000_000, 'PLN'],
    ['1,2 млрд руб.', 1_200_000_000, 'RUB'],
    ['2,5 milioni di euro', 2_500_000, 'EUR'],
    ['30 millones de dólares', 30_000_000, 'USD'],
    ['MX$2 mil millones', 2_000_000_000, 'MXN'],
    ['3億円', 300_000_000, 'JPY'],
    ['3億5000万円', 350_000_000, 'JPY'],
    ['1.2亿美元', 120_000_000, 'USD'],
    ['１０億ウォン', undefined, undefined],
    ['10억원', 1_000_000_000, 'KRW'],
    ['45 MSEK', 45_000_000, 'SEK'],
  ])('reads %s', (text, value, currency) => {
    expect(read(text)).toEqual(value === undefined ? undefined : [value, currency]);
  });

  test.each([
    'undisclosed',
    '',
    '-',
    '-5',
    '1-2M',
    '10M+',
    '~5M',
    'about 5M',
    '1.2.3',
    'Over $100m',
    '$2M to $3M',
    '€1m €2m',
    '3億 or 5億',
    '5 XYZ',
    '$5 EUR',
    '3 million crore',
    '9e15',
    'Infinity',
    'Series A',
    '2021-03-04',
  ])('finds nothing in %j', (text) => {
    expect(parseCurrencyAmount(text)).toBeUndefined();
  });

  test('reads decimal commas where the mapping says so', () => {
    expect(read('1.234.567,89 EUR', { decimal: ',' })).toEqual([1_234_567.89, 'EUR']);
    expect(read('2,5 Mio', { decimal: ',' })).toEqual([2_500_000, null]);
    expect(read('1.234', { decimal: ',' })).toEqual([1234, null]);
    expect(read('1,234.5', { decimal: ',' })).toEqual([1234.5, null]);
  });

  test('reads a bare number in the unit of its column, and one with a unit in that unit', () => {
    expect(read('45', { multiplier: 'crore' })).toEqual([450_000_000, null]);
    expect(read('45 lakh', { multiplier: 'crore' })).toEqual([4_500_000, null]);
    expect(read('3,000', { multiplier: 'million' })).toEqual([3_000_000_000, null]);
    expect(read('7', { multiplier: 100 })).toEqual([700, null]);
  });

  test('reads every integer, however its thousands are separated', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(',', ' ', "'", '\u00a0', ''),
        (value, sign) => {
          const text = value.toLocaleString('en').replaceAll(',', sign);
          expect(parseCurrencyAmount(text)?.value).toBe(value);
        },
      ),
    );
  });

  test('multiplies without a rounding error: cents of a crore are whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), (hundredths) => {
        const text = `${(hundredths / 100).toFixed(2)} crore`;
        expect(parseCurrencyAmount(text)?.value).toBe(hundredths * 100_000);
      }),
    );
  });

  test('never returns a negative or infinite figure, or one that is not in the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(undefined, ...multiplierWords), (text, multiplier) => {
        const value = parseCurrencyAmount(text, { multiplier })?.value;
        expect(value === undefined || (value >= 0 && value <= 1e15)).toBe(true);
        if (value !== undefined) expect(text).toMatch(/\d/);
      }),
    );
  });
});

describe('chooseCurrency', () => {
  test('a bare dollar sign is US dollars unless the row names another dollar', () => {
    const { currencies } = parseCurrencyAmount('$5')!;
    expect(chooseCurrency(currencies, undefined)).toBe('USD');
    expect(chooseCurrency(currencies, 'SGD')).toBe('SGD');
    expect(chooseCurrency(currencies, 'EUR')).toBeUndefined();
  });

  test('other signs with several currencies are ambiguous until the row says which', () => {
    const { currencies } = parseCurrencyAmount('Rs 5')!;
    expect(chooseCurrency(currencies, undefined)).toBeUndefined();
    expect(chooseCurrency(currencies, 'INR')).toBe('INR');
    expect(chooseCurrency(parseCurrencyAmount('Rs. 12 Cr')!.currencies, undefined)).toBe('INR');
    expect(chooseCurrency([], 'EUR')).toBe('EUR');
  });
});

test.each(['constructor', '__proto__'])('%s is neither a currency nor a unit', (word) => {
  expect(parseCurrency(word)).toBeUndefined();
  expect(parseCurrencyAmount(`5 ${word}`)).toBeUndefined();
});
