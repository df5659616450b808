import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type CompanyRecord, unlockedCompanies } from '../../records/records.ts';
import { buildComparedRow, buildSections, findTopRows } from './measures.ts';

afterEach(() => unlockedCompanies.reset());

const measure = { name: 'Raised', figure: (usd: { usd: number | null }) => usd.usd, toText: String };
const record = fc.option(fc.record({ usd: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })) }), {
  nil: undefined,
});

describe('a row of figures', () => {
  test('has one scale: the largest fills its cell, and half of it half', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 2, maxLength: 5 }), (records) => {
        const { cells } = buildComparedRow(measure, records);
        const known = records.flatMap((one) => (typeof one?.usd === 'number' ? [one.usd] : []));
        const most = Math.max(0, ...known);
        const shares = cells.flatMap((cell) => (cell.kind === 'figure' ? [cell.share] : []));
        expect(shares).toEqual(known.map((usd) => (most > 0 ? usd / most : 0)));
      }),
    );
  });

  test('shows an undisclosed figure as such, never as 0, and says nothing about locked records', () => {
    expect(
      buildComparedRow({ ...measure, missing: 'Undisclosed' }, [{ usd: null }, undefined, { usd: 0 }]).cells,
    ).toEqual([{ kind: 'unknown', text: 'Undisclosed' }, { kind: 'blank' }, { kind: 'figure', text: '0', share: 0 }]);
  });

  test('keeps an axis of its own end', () => {
    expect(buildComparedRow({ ...measure, full: 100 }, [{ usd: 40 }, { usd: 20 }]).cells).toMatchObject([
      { share: 0.4 },
      { share: 0.2 },
    ]);
  });
});

test('of the most frequent values those that all share come first, and what is not named is not 0', () => {
  type Tops = { tops: { name: string; count: number }[] };
  const one: Tops = {
    tops: [
      { name: 'Energy', count: 9 },
      { name: 'Health', count: 3 },
    ],
  };
  const other: Tops = { tops: [{ name: 'Health', count: 6 }] };
  expect(findTopRows(({ tops }: Tops) => tops, [one, other, undefined])).toEqual([
    {
      name: 'Health',
      cells: [
        { kind: 'figure', text: '3', share: 3 / 9 },
        { kind: 'figure', text: '6', share: 6 / 9 },
        { kind: 'blank' },
      ],
    },
    {
      name: 'Energy',
      cells: [{ kind: 'figure', text: '9', share: 1 }, { kind: 'unknown', text: 'Not in top 5' }, { kind: 'blank' }],
    },
  ]);
});

test('amounts of companies are said to be in dollars only where one is, and a missing text is aligned as text', () => {
  const company = { total_raised: null, latest_deal: null, latest_valuation_date: null, ipo_status: null };
  const [euros, dollars] = ['00000000-0000-4000-8000-00000000e001', '00000000-0000-4000-8000-00000000d001'];
  unlockedCompanies.add([
    { ...company, id: euros } as unknown as CompanyRecord,
    { ...company, id: dollars, total_raised: 5_000_000 } as unknown as CompanyRecord,
  ]);
  const [money, facts] = buildSections('companies', [euros]);
  expect(money!.basis).not.toContain('US dollars');
  expect(facts!.rows.at(-1)!.cells).toEqual([{ kind: 'unknown', text: 'Unknown', isText: true }]);
  expect(buildSections('companies', [euros, dollars])[0]!.basis).toContain('Amounts are US dollars.');
});

test('facts of a company begin with what it does, without its name, and are written as on its profile', () => {
  const id = '00000000-0000-4000-8000-00000000f001';
  const facts = { name: 'Acme', short_description: 'Acme is a bank for bakers.', ipo_status: 'private' };
  unlockedCompanies.add([{ ...facts, id, latest_deal: null, latest_valuation_date: null } as unknown as CompanyRecord]);
  const { rows } = buildSections('companies', [id])[1]!;
  expect(rows[0]).toEqual({ name: 'What it does', cells: [{ kind: 'text', text: 'Bank for bakers.' }] });
  expect(rows.at(-1)!.cells).toEqual([{ kind: 'text', text: 'Private' }]);
});
