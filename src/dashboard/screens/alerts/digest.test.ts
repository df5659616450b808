import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { type DealRecord, unlockedDeals } from '../../records/records.ts';
import { formatChange, buildDigest, getComparedDays, formatDigestCsv, formatMarkdown, formatTotal } from './digest.ts';
import { type AlertItem, buildItems } from '../../records/alerts/items.ts';

const sample = sampleRecords.alert.deals[0]!;
const found = fc.record({
  company: fc.integer({ min: 0, max: 12 }),
  round: fc.constantFrom('SEED', 'SERIES_A', 'SERIES_C', 'GRANT'),
  country: fc.constantFrom('Germany', 'France', 'Kenya', null),
  raised: fc.option(fc.nat(9_000_000)),
});
type Found = typeof found extends fc.Arbitrary<infer T> ? T : never;

const buildResult = (deals: readonly Found[], prefix = ''): AlertItem[] =>
  buildItems(
    [
      {
        ...sampleRecords.alert,
        deals: deals.map(({ company, round, country, raised }, index) => ({
          ...sample,
          id: `${prefix}${index}`,
          company_id: `company ${company}`,
          company_name: `Company ${company}`,
          round_type: round,
          total_round_raised: raised,
          location: { city: null, state: null, country, region: null },
        })),
      },
    ],
    'usd',
    () => undefined,
  );

const seedRound: Found = { company: 1, round: 'SEED', country: null, raised: null };

const readNothing = () => ({ industries: undefined, investors: undefined, isShortlisted: false });

describe('the digest', () => {
  test('counts industries and repeat investors of the deals that are unlocked, and lists the shortlist', () => {
    const items = buildResult([1, 2, 3].map((company) => ({ company, round: 'SEED', country: null, raised: 5 })));
    const facts = [
      { industries: ['Energy', 'Storage'], investors: ['Alder', 'Brook'], isShortlisted: true },
      { industries: ['Energy'], investors: ['Alder'], isShortlisted: false },
      readNothing(),
    ];
    const digest = buildDigest(items, undefined, ({ id }) => facts[Number(id)]!);
    expect(digest).toMatchObject({
      sectors: [
        { name: 'Energy', deals: 2 },
        { name: 'Storage', deals: 1 },
      ],
      sectorDeals: 2,
      investors: [{ name: 'Alder', deals: 2 }],
      investorDeals: 2,
      shortlist: [{ id: '0' }],
    });
    const text = formatMarkdown(digest, { from: '2026-11-16', to: '2026-11-22' });
    expect(text).toContain('## By industry (2 deals with an unlocked company)');
    expect(text).toContain('- Alder: 2 deals');
    expect(text).toContain('## Shortlisted');
  });

  test('has the sums that adding up one deal after the other gives', () => {
    fc.assert(
      fc.property(fc.array(found, { maxLength: 40 }), fc.array(found, { maxLength: 20 }), (deals, earlier) => {
        const digest = buildDigest(
          buildResult(deals),
          { items: buildResult(earlier, 'earlier '), days: { from: '2026-11-09', to: '2026-11-15' } },
          readNothing,
        );
        let [usd, disclosed] = [0, 0];
        for (const { raised } of deals) {
          if (raised !== null) [usd, disclosed] = [usd + raised, disclosed + 1];
        }
        expect(digest.total).toMatchObject({ deals: deals.length, undisclosed: deals.length - disclosed });
        expect(digest.total.usd).toBe(disclosed === 0 ? null : usd);
        for (const lines of [digest.stages, digest.countries]) {
          expect(lines.reduce((sum, line) => sum + line.deals, 0)).toBe(deals.length);
          expect(lines.reduce((sum, line) => sum + (line.usd ?? 0), 0)).toBe(usd);
          expect(lines.reduce((sum, line) => sum + line.undisclosed, 0)).toBe(deals.length - disclosed);
        }
        const seed = deals.filter(({ round }) => round === 'SEED').length;
        expect(digest.stages.find(({ name }) => name === 'Seed')?.deals ?? 0).toBe(seed);
        const amounts = deals.flatMap(({ raised }) => raised ?? []).toSorted((a, b) => b - a);
        expect(digest.largest.map((item) => item.usd)).toEqual(amounts.slice(0, 10));
        const companies = deals.map(({ company }) => company);
        const repeated = new Set(companies.filter((one, at) => companies.indexOf(one) !== at));
        expect(digest.repeats).toHaveLength(repeated.size);
        const known = new Set(earlier.map(({ company }) => company));
        expect(digest.newCompanies).toBe(new Set(companies.filter((one) => !known.has(one))).size);
      }),
    );
  });

  test('leaves the previous period out while it loads, and never counts undisclosed as 0', () => {
    const digest = buildDigest(
      buildResult([{ company: 1, round: 'SEED', country: null, raised: null }]),
      undefined,
      readNothing,
    );
    expect(formatChange(digest)).toBeUndefined();
    expect(formatTotal(digest)).toBe('1 deal, 1 match, 1 undisclosed');
    const days = { from: '2026-11-16', to: '2026-11-22' };
    expect(formatMarkdown(digest, days)).toContain('| Seed | 1 | not known | 1 |');
    expect(formatDigestCsv(digest, days)).toContain('stage,Seed,1,,1,2026-11-16,2026-11-22');
  });

  test('adds up rounds that are known in another currency alone, apart from undisclosed ones', () => {
    const items = buildResult(
      [2_000_000, null, null, null].map((raised) => ({ ...seedRound, raised })),
      'euro ',
    );
    const financing = (size_native: number) => [{ id: 'x', type: null, size_usd: null, size_native, currency: 'EUR' }];
    unlockedDeals.add([
      { id: 'euro 1', financings: financing(2_500_000) } as DealRecord,
      { id: 'euro 2', financings: financing(500_000) } as DealRecord,
    ]);
    const days = { from: '2026-11-16', to: '2026-11-22' };
    const digest = buildDigest(items, undefined, readNothing);
    expect(formatTotal(digest)).toBe('4 deals, 4 matches, $2.0M and EUR 3.0M disclosed, 1 undisclosed');
    expect(digest.total).toMatchObject({ withoutUsd: 2, undisclosed: 1 });
    expect(formatMarkdown(digest, days)).toContain('| Seed | 4 | $2.0M and EUR 3.0M | 1 |');
    expect(formatDigestCsv(digest, days)).toContain('stage,Seed,4,2000000,1,2026-11-16,2026-11-22,EUR 3000000');
    const euros = items.filter(({ id }) => id === 'euro 1');
    expect(formatTotal(buildDigest(euros, undefined, readNothing))).toBe('1 deal, 1 match, EUR 2.5M disclosed');
  });

  test('escapes Markdown in names', () => {
    const [item] = buildResult([{ company: 1, round: 'SEED', country: 'Kenya', raised: 5 }]);
    const named = { ...item!, deal: { ...item!.deal, company_name: 'A|B [x](y)\n# <i>' } };
    expect(
      formatMarkdown(buildDigest([named], undefined, readNothing), { from: '2026-11-16', to: '2026-11-22' }),
    ).toContain(String.raw`- A\|B \[x\](y) \# \<i\>: Seed, $5, `);
  });

  test('compares with the same days of the period before, and with all of it for new companies', () => {
    const onDay = (items: AlertItem[], day: string) => items.map((item) => ({ ...item, day }));
    const now = buildResult([
      { company: 1, round: 'SEED', country: null, raised: 2_000_000 },
      { company: 2, round: 'SEED', country: null, raised: 1_000_000 },
      { company: 3, round: 'SEED', country: null, raised: null },
    ]);
    const before = [
      ...onDay(buildResult([{ company: 2, round: 'SEED', country: null, raised: 500_000 }], 'earlier '), '2026-11-19'),
      ...onDay(buildResult([{ company: 3, round: 'SEED', country: null, raised: 9e6 }], 'later '), '2026-11-20'),
    ];
    const compare = (today: string) => {
      const days = getComparedDays({ from: '2026-11-23', to: '2026-11-29' }, today);
      return buildDigest(now, { items: before, days }, readNothing);
    };
    expect(formatChange(compare('2026-11-26'))).toBe(
      '2 more than the 1 deal of 16 to 19 Nov 2026; $3.0M compared with $500K; 1 new company.',
    );
    expect(formatDigestCsv(compare('2026-11-26'), { from: '2026-11-23', to: '2026-11-29' })).toContain(
      'previous period,Before,1,500000,0,2026-11-16,2026-11-19',
    );
    expect(formatChange(compare('2026-11-29'))).toBe(
      '1 more than the 2 deals of 16 to 22 Nov 2026; $3.0M compared with $9.5M; 1 new company.',
    );
  });
});
