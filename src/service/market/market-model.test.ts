import fc from 'fast-check';
import { expect, it } from 'vitest';
import { facetStages } from '#contract/facets.ts';
import { graduationMonths, type Market } from '#contract/market.ts';
import { buildDealTable, type PlainDeal } from './build-deal-table.ts';
import { computeMarket, type MarketFigures, type MarketQuestion } from './compute-market.ts';
import { toDayNumber } from './deal-table.ts';
import { computePosition } from './position-figures.ts';
import {
  chainLadder,
  historyOf,
  isoOf,
  kaplanMeier,
  lastDayOf,
  leadsOf,
  type Numbered,
  percentileOf,
  quarterOf,
  shiftQuarter,
  stageCounts,
  type MarketWorld,
  yearBefore,
} from './testing-market-model.ts';

const firstDay = toDayNumber('2018-01-01');
const today = toDayNumber('2026-11-20');

/** Deals with ties, undisclosed amounts, unknown dates and delays of up to two years. */
const deal: fc.Arbitrary<PlainDeal> = fc.record({
  day: fc.option(fc.integer({ min: firstDay, max: today }), { nil: undefined, freq: 20 }),
  created: fc.integer({ min: 0, max: 700 }),
  stage: fc.integer({ min: 0, max: 6 }),
  raised: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 4 }),
  postMoney: fc.option(fc.integer({ min: 5, max: 90 }), { nil: undefined }),
  company: fc.integer({ min: 0, max: 19 }),
  investors: fc.uniqueArray(fc.record({ investor: fc.integer({ min: 0, max: 6 }), isLead: fc.boolean() }), {
    selector: ({ investor }) => investor,
    maxLength: 3,
  }),
});

const world: fc.Arbitrary<MarketWorld> = fc.record({
  deals: fc
    .array(deal, { maxLength: 220, size: 'max' })
    .map((deals) =>
      deals.map((one) => ({ ...one, created: (one.day ?? firstDay) + Math.floor(one.created ** 2 / 700) })),
    ),
  companies: fc.array(
    fc.record({
      country: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      industry: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      isClosed: fc.boolean(),
    }),
    { minLength: 20, maxLength: 20 },
  ),
  knownOn: fc.integer({ min: toDayNumber('2024-01-01'), max: today }),
});

const start = toDayNumber('2021-01-01');

function compute<B extends MarketQuestion['blocks'][number]>(
  { deals, companies, knownOn }: MarketWorld,
  block: B,
  options: Partial<MarketQuestion> = {},
): NonNullable<MarketFigures[B]> & { readonly recentDays: Market['recent'] } {
  const question: MarketQuestion = {
    blocks: [block],
    days: { start, end: undefined },
    knownOn,
    period: 'quarter',
    measure: 'deals',
    figure: 'amount',
    stage: 'SEED',
    selection: undefined,
    ...options,
  };
  const rows = Int32Array.from(deals.keys());
  const figures = computeMarket(buildDealTable(deals, companies), rows, question);
  return { ...(figures[block] as NonNullable<MarketFigures[B]>), recentDays: figures.recent };
}

const number = (deals: readonly PlainDeal[]): Numbered[] => deals.map((one, row) => ({ ...one, row }));
/** What is known of a world on a day. */
const known = ({ deals, knownOn }: MarketWorld) => number(deals).filter(({ created }) => created <= knownOn);
const isBetween = (from: number, to: number) => (one: PlainDeal) =>
  one.day !== undefined && one.day >= from && one.day <= to;
/** A day of the year before with what was known then. */
const asYearBefore = ({ deals, knownOn }: MarketWorld, recent: Market['recent']) =>
  number(deals)
    .filter(({ created }) => created <= yearBefore(knownOn))
    .filter(isBetween(yearBefore(toDayNumber(recent.start)), yearBefore(toDayNumber(recent.end))));

it.each(['deals', 'amount'] as const)(
  'the clock shows the %s of each quarter by stage, and of the year before at the same age',
  (measure) => {
    fc.assert(
      fc.property(world, (one) => {
        const { periods } = compute(one, 'clock', { measure });
        const sum = (some: readonly PlainDeal[]) =>
          stageCounts(some, measure).reduce((all, { value }) => all + value, 0);
        expect(periods.map((period) => period.start)).toEqual(listQuarters(start, one.knownOn));
        for (const period of periods) {
          const own = known(one).filter(
            isBetween(toDayNumber(period.start), Math.min(lastDayOf(period.start), one.knownOn)),
          );
          expect(period.stages).toEqual(stageCounts(own, measure));
          expect([period.deals, period.value]).toEqual([own.length, sum(own)]);
          const days = toDayNumber(period.end) - toDayNumber(period.start);
          const before = toDayNumber(shiftQuarter(period.start, -4));
          const beforeEnd = period.is_running
            ? Math.min(before + days, lastDayOf(isoOf(before)))
            : lastDayOf(isoOf(before));
          const age = Math.min(one.knownOn - toDayNumber(period.end), 548);
          const then = number(one.deals)
            .filter(isBetween(before, beforeEnd))
            .filter(({ created }) => created <= beforeEnd + age);
          expect(period.year_before ?? 0).toBe(sum(then));
        }
      }),
      { numRuns: 60 },
    );
  },
);

function listQuarters(from: number, to: number): string[] {
  const quarters = [quarterOf(from)];
  while ((quarters.at(-1) as string) < quarterOf(to)) quarters.push(shiftQuarter(quarters.at(-1) as string, 1));
  return quarters;
}

it('the clock expects what the chain ladder says, and its range is that of its own earlier errors', () => {
  // Many deals, so that every stage has its own factors.
  const deals = Array.from({ length: 4000 }, (_, at): PlainDeal => {
    const day = firstDay + Math.floor((at * 7919) % (today - firstDay));
    const isLate = (at * 31) % 10 < 4;
    return {
      day,
      created: day + (isLate ? (at * 97) % 400 : (at * 13) % 5),
      stage: (at * 17) % 7,
      raised: undefined,
      company: at,
    };
  });
  const one: MarketWorld = { deals, companies: deals.map(() => ({})), knownOn: toDayNumber('2026-10-31') };
  const first = quarterOf(firstDay);
  const inQuarter = deals.map((some) => ({ ...some, quarter: quarterOf(some.day as number) }));
  const count = (quarter: string, stage: number | undefined, age: number) =>
    inQuarter.filter(
      (some) =>
        some.quarter === quarter &&
        (stage === undefined || some.stage === stage) &&
        some.created <= lastDayOf(quarter) + age,
    ).length;
  const memory = new Map<string, number>();
  const remember = (quarter: string, stage: number | undefined, age: number) => {
    const key = `${quarter} ${stage} ${age}`;
    const value = memory.get(key) ?? count(quarter, stage, age);
    memory.set(key, value);
    return value;
  };
  const { periods, estimate } = compute(one, 'clock');
  const quarter = '2026-07-01';
  const age = one.knownOn - lastDayOf(quarter);
  const project = (of: string, knownOn: number, from: number) =>
    chainLadder({ count: remember, quarter: of, knownOn, age: from, first }) as number;
  const value = project(quarter, one.knownOn, age);
  const reportedAt = (of: string) => remember(of, undefined, age);
  const errors = Array.from({ length: 40 }, (_, back) => shiftQuarter(quarter, -1 - back))
    .filter((of) => of >= first && one.knownOn - lastDayOf(of) >= Math.min(548, age + 365))
    .flatMap((of) => {
      const then = chainLadder({ count: remember, quarter: of, knownOn: lastDayOf(of) + age, age, first });
      const truth = project(of, one.knownOn, Math.min(one.knownOn - lastDayOf(of), 548));
      return then === undefined || then <= reportedAt(of) ? [] : [(truth - then) / Math.sqrt(then - reportedAt(of))];
    })
    .slice(0, 12)
    .toSorted((a, b) => a - b);
  const scale = Math.sqrt(value - reportedAt(quarter));
  // Ranks (n + 1) / 10 and 9 (n + 1) / 10 of 12 errors: 1.3 and 11.7.
  const rank = (at: number) => {
    const [low, high] = [errors[Math.floor(at) - 1], errors[Math.ceil(at) - 1]] as [number, number];
    return value + scale * (low + (high - low) * (at - Math.floor(at)));
  };
  expect(errors).toHaveLength(12);
  const { expected } = periods.find((period) => period.start === quarter) ?? {};
  expect(expected?.value).toBeCloseTo(value, 6);
  expect(expected?.low).toBeCloseTo(Math.max(reportedAt(quarter), rank(1.3)), 6);
  expect(expected?.high).toBeCloseTo(rank(11.7), 6);
  expect(estimate).toMatchObject({ state: 'estimated', tested: 12 });
});

it('the clock has no estimate after a bulk import, nor with fewer than 8 periods, and says why', () => {
  const deals = Array.from({ length: 400 }, (_, at): PlainDeal => {
    const day = firstDay + at * 8;
    return { day, created: day + (at % 50), stage: 1, raised: 1, company: 0 };
  });
  const question = { companies: [{}], knownOn: today };
  const imported = deals.map((one) => ({ ...one, created: today - 30 }));
  expect(compute({ ...question, deals: imported }, 'clock').estimate).toEqual({
    state: 'none',
    reason: 'bulk_import',
    day: isoOf(today - 30),
  });
  const recent = deals.filter(({ day }) => (day as number) > today - 400);
  expect(compute({ ...question, deals: recent }, 'clock').estimate).toEqual({
    state: 'none',
    reason: 'few_periods',
    day: null,
  });
  expect(compute({ ...question, deals: [] }, 'clock').estimate).toMatchObject({ state: 'none' });
  expect(compute({ ...question, deals: imported }, 'clock').periods.every(({ expected }) => expected === null)).toBe(
    true,
  );
});

it('a difference is too close to call if chance explains it: Poisson, 80 %, at any size', () => {
  // Deals of the last two full quarters, all known at once.
  const [now, before] = [toDayNumber('2026-07-01'), toDayNumber('2026-04-01')];
  const isClose = (a: number, b: number) => {
    const deals = [...Array(a).fill(now), ...Array(b).fill(before)].map((day: number): PlainDeal => ({
      day,
      created: day,
      stage: 1,
      raised: undefined,
      company: 0,
    }));
    return compute({ deals, companies: [{}], knownOn: today }, 'clock').latest?.previous?.is_close;
  };
  // The difference of two Poisson counts has the deviation of the root of their sum.
  expect([isClose(100, 118), isClose(100, 119)]).toEqual([true, false]);
  expect([isClose(10_000, 10_182), isClose(10_000, 10_183)]).toEqual([true, false]);
  expect(isClose(3, 1)).toBe(true);
});

it('round sizes are percentiles of type 7 of the disclosed rounds, with none below 8', () => {
  fc.assert(
    fc.property(world, (one) => {
      const found = compute(one, 'sizes');
      const check = (
        own: readonly PlainDeal[],
        stated: (typeof found.recent)[number] | (typeof found.periods)[number]['stages'][number],
      ) => {
        const amounts = own.flatMap(({ raised }) => raised ?? []);
        expect([stated.deals, stated.disclosed]).toEqual([own.length, amounts.length]);
        if (amounts.length < 8) expect(stated.percentiles).toBeNull();
        else {
          const { p10, p25, median, p75, p90 } = stated.percentiles as NonNullable<typeof stated.percentiles>;
          const plain = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => percentileOf(amounts, share));
          for (const [at, value] of [p10, p25, median, p75, p90].entries())
            expect(value).toBeCloseTo(plain[at] as number, 9);
        }
      };
      for (const period of found.periods) {
        const own = known(one).filter(
          isBetween(toDayNumber(period.start), Math.min(lastDayOf(period.start), one.knownOn)),
        );
        expect(period.stages.map(({ stage }) => stage)).toEqual(stageCounts(own, 'deals').map(({ stage }) => stage));
        for (const stated of period.stages)
          check(
            own.filter(({ stage }) => facetStages[stage] === stated.stage),
            stated,
          );
      }
    }),
    { numRuns: 60 },
  );
});

it('the median of a stage changes against the year before, as that was known a year ago', () => {
  fc.assert(
    fc.property(world, (one) => {
      const { recent, recentDays } = compute(one, 'sizes');
      for (const { stage, percentiles, change } of recent) {
        const before = asYearBefore(one, recentDays)
          .filter((some) => facetStages[some.stage] === stage)
          .flatMap(({ raised }) => raised ?? []);
        const earlier = before.length < 8 ? undefined : percentileOf(before, 0.5);
        if (percentiles && earlier) expect(change).toBeCloseTo(percentiles.median / earlier - 1, 9);
        else expect(change).toBeNull();
      }
    }),
    { numRuns: 60 },
  );
});

it('step-ups compare the value before a round with that after the last one, and months count from the last round', () => {
  const day = (text: string) => toDayNumber(text);
  const deals: PlainDeal[] = Array.from({ length: 8 }, (_, company) => [
    { day: day('2025-01-01'), created: day('2025-01-01'), stage: 1, raised: 2, postMoney: 10, company },
    { day: day('2026-01-01'), created: day('2026-01-01'), stage: 2, raised: 10, postMoney: 40, company },
  ]).flat();
  const one = { deals, companies: Array.from({ length: 8 }, () => ({})), knownOn: day('2026-03-31') };
  const median = (figure: 'step_up' | 'months' | 'valuation') =>
    compute(one, 'sizes', { figure })
      .periods.at(-1)
      ?.stages.map(({ stage, percentiles }) => [stage, percentiles?.median]);
  expect(median('step_up')).toEqual([['SERIES_A', 3]]);
  expect(median('valuation')).toEqual([['SERIES_A', 40]]);
  expect(median('months')?.[0]?.[1]).toBeCloseTo(365 / (365.25 / 12), 9);
});

it('graduation is the estimate of Kaplan and Meier for each cohort, with the interval by Greenwood', () => {
  fc.assert(
    fc.property(world, (one) => {
      const found = compute(one, 'graduation');
      const rounds = one.companies.flatMap((_, company) => {
        const history = historyOf(number(one.deals), company, one.knownOn);
        const first = history.find(({ stage }) => stage === 1);
        if (first?.day === undefined || first.day < start) return [];
        const next = history.find(
          (some) => some.stage > 1 && some.stage < 6 && (some.day as number) >= (first.day as number),
        );
        return [{ company, day: first.day, days: (next?.day ?? one.knownOn) - first.day, isEvent: next !== undefined }];
      });
      const check = (cells: typeof found.all.cells, own: typeof rounds) => {
        for (const [at, months] of graduationMonths.entries()) {
          const days = (months * 365.25) / 12;
          const old = own.filter(({ day }) => one.knownOn - day >= days).length;
          const cell = cells[at] as (typeof cells)[number];
          expect(cell.observed).toBe(old === 0 ? 'none' : old < own.length ? 'part' : 'all');
          if (own.length < 8 || old === 0) expect(cell.share).toBeNull();
          else {
            const plain = kaplanMeier(own, days);
            expect(cell.share).toBeCloseTo(plain.share, 9);
            expect(cell.low).toBeCloseTo(plain.low, 9);
            expect(cell.high).toBeCloseTo(plain.high, 9);
          }
        }
      };
      check(found.all.cells, rounds);
      for (const cohort of found.cohorts) {
        const own = rounds.filter(({ day }) => quarterOf(day) === cohort.start);
        check(cohort.cells, own);
        expect(cohort.raised).toBe(own.filter(({ isEvent }) => isEvent).length);
        expect(cohort.closed).toBe(
          own.filter(({ isEvent, company }) => !isEvent && one.companies[company]?.isClosed).length,
        );
      }
      expect(found.cohorts.reduce((sum, { companies }) => sum + companies, 0)).toBe(rounds.length);
    }),
    { numRuns: 60 },
  );
});

/** Companies with a seed round of which some raise a series A later. */
const seedWorld: fc.Arbitrary<MarketWorld> = fc
  .record({
    rest: world,
    deals: fc.array(fc.record({ at: fc.nat(2500), gap: fc.nat(1400), isFollowed: fc.boolean() }), {
      minLength: 20,
      maxLength: 60,
    }),
  })
  .map(({ rest, deals }) => ({
    ...rest,
    companies: deals.map((_, company) => rest.companies[company % 20] ?? {}),
    deals: deals.flatMap(({ at, gap, isFollowed }, company): PlainDeal[] => {
      const seed = { day: firstDay + at, created: firstDay + at, stage: 1, raised: 1, company };
      const next = { ...seed, day: seed.day + gap, created: seed.day + gap, stage: 2 };
      return isFollowed ? [seed, next] : [seed];
    }),
  }));

it('in the window are the open companies whose last round is as old as when the middle half of those that raise again did', () => {
  fc.assert(
    fc.property(seedWorld, (one) => {
      const found = compute(one, 'window', { days: { start: firstDay, end: undefined } });
      const monthDays = 365.25 / 12;
      const rounds = one.companies.flatMap((_, company) => {
        const history = historyOf(number(one.deals), company, one.knownOn);
        const first = history.find(({ stage }) => stage === 1);
        if (first?.day === undefined) return [];
        const day = first.day;
        const next = history.find((some) => some.stage > 1 && some.stage < 6 && (some.day as number) >= day);
        const last = history.findLast(({ stage }) => stage === 1) as Numbered;
        return [{ company, last, days: (next?.day ?? one.knownOn) - day, isEvent: next !== undefined }];
      });
      const curve = Array.from({ length: 49 }, (_, month) => kaplanMeier(rounds, month * monthDays).share);
      for (const [month, share] of curve.entries()) expect(found.curve[month]).toBeCloseTo(share, 9);
      const raised = rounds.filter(({ isEvent }) => isEvent).length;
      const end = curve[48] as number;
      if (raised < 8 || end === 0) {
        expect([found.months, found.total]).toEqual([null, 0]);
        return;
      }
      // A straight line between the last month below the share and the first one that reaches it.
      const monthOfShare = (share: number) => {
        const at = curve.findIndex((value) => value >= share);
        if (at === 0) return 0;
        const [low, high] = [curve[at - 1] as number, curve[at] as number];
        return at - 1 + (share - low) / (high - low);
      };
      const [from, to] = [monthOfShare(end * 0.25), monthOfShare(end * 0.75)];
      expect([found.months?.from, found.months?.to]).toEqual([expect.closeTo(from, 9), expect.closeTo(to, 9)]);
      const within = rounds.filter(({ isEvent, company, last }) => {
        const months = (one.knownOn - (last.day as number)) / monthDays;
        return !isEvent && !one.companies[company]?.isClosed && months >= from && months <= to;
      });
      expect(found.deals.map((row) => row.deal).toSorted((a, b) => a - b)).toEqual(
        within.map(({ last }) => last.row).toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 60 },
  );
});

it('leads are counted against the year before, and newcomers led none in the 24 months before', () => {
  fc.assert(
    fc.property(world, (one) => {
      const { recentDays: recent, ...found } = compute(one, 'leads');
      const [from, to] = [toDayNumber(recent.start), toDayNumber(recent.end)];
      const now = known(one).filter(isBetween(from, to));
      const before = asYearBefore(one, recent);
      const twoYears = known(one).filter(isBetween(yearBefore(yearBefore(from)), from - 1));
      const countLed = (deals: readonly PlainDeal[], investor: number) =>
        deals.filter((some) => leadsOf(some).includes(investor)).length;
      expect([found.deals, found.with_lead]).toEqual([
        now.length,
        now.filter((some) => leadsOf(some).length > 0).length,
      ]);
      const active = [0, 1, 2, 3, 4, 5, 6].filter((investor) => countLed(now, investor) > 0);
      expect(found.investors.map(({ investor }) => investor).toSorted((a, b) => a - b)).toEqual(active);
      for (const lead of found.investors) {
        const amounts = now
          .filter((some) => leadsOf(some).includes(lead.investor))
          .flatMap(({ raised }) => raised ?? []);
        expect([lead.led, lead.led_before]).toEqual([countLed(now, lead.investor), countLed(before, lead.investor)]);
        expect(lead.typical).toEqual(amounts.length === 0 ? null : percentileOf(amounts, 0.5));
      }
      expect(found.newcomers.map(({ investor }) => investor).toSorted((a, b) => a - b)).toEqual(
        active.filter((investor) => countLed(twoYears, investor) === 0),
      );
    }),
    { numRuns: 60 },
  );
});

it('next leads are those of the rounds after the first that matches', () => {
  fc.assert(
    fc.property(world, (one) => {
      const found = compute(one, 'next_leads');
      const later = one.companies.flatMap((_, company) => historyOf(number(one.deals), company, one.knownOn).slice(1));
      // A deal without a date matches too, and then all rounds of its company follow.
      if (one.deals.some(({ day }) => day === undefined)) return;
      expect(found.rounds).toBe(later.length);
      for (const { investor, rounds } of found.investors)
        expect(rounds).toBe(later.filter((some) => leadsOf(some).includes(investor)).length);
    }),
    { numRuns: 60 },
  );
});

it('places count every recent deal once, by country and industry, and the year before at the same age', () => {
  fc.assert(
    fc.property(world, (one) => {
      const { recentDays: recent, ...found } = compute(one, 'where');
      const now = known(one).filter(isBetween(toDayNumber(recent.start), toDayNumber(recent.end)));
      const before = asYearBefore(one, recent);
      const countIn = (deals: readonly PlainDeal[], country: number, industry: number) =>
        deals.filter(
          (some) =>
            (one.companies[some.company]?.country ?? -1) === country &&
            (one.companies[some.company]?.industry ?? -1) === industry,
        );
      expect(found.all.reduce((sum, { deals }) => sum + deals, 0)).toBe(now.length);
      for (const { country, cells } of found.countries) {
        for (const [at, industry] of found.industries.entries()) {
          if (country === -1 || industry === -1) continue;
          const own = countIn(now, country, industry);
          expect(cells[at]).toEqual({
            deals: own.length,
            amount: own.reduce((sum, { raised }) => sum + (raised ?? 0), 0),
            deals_before: countIn(before, country, industry).length,
            amount_before: countIn(before, country, industry).reduce((sum, { raised }) => sum + (raised ?? 0), 0),
          });
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('a selection narrows to its stages, cells, leads and days', () => {
  fc.assert(
    fc.property(world, (one) => {
      const none = {
        start: undefined,
        end: undefined,
        stages: undefined,
        cells: undefined,
        leads: undefined,
        cohort: undefined,
      };
      const count = (selection: Partial<NonNullable<MarketQuestion['selection']>>) =>
        compute(one, 'clock', { selection: { ...none, ...selection } }).periods.reduce(
          (sum, { deals }) => sum + deals,
          0,
        );
      const dated = known(one).filter(isBetween(start, one.knownOn));
      const [from, to] = [toDayNumber('2022-04-01'), toDayNumber('2023-03-31')];
      expect(count({ stages: ['SEED', 'SERIES_A'] })).toBe(
        dated.filter(({ stage }) => stage === 1 || stage === 2).length,
      );
      expect(count({ start: from, end: to })).toBe(dated.filter(isBetween(from, to)).length);
      expect(count({ start: toDayNumber('2016-01-01'), end: toDayNumber('2016-12-31') })).toBe(0);
      expect(count({ leads: [2] })).toBe(dated.filter((some) => leadsOf(some).includes(2)).length);
      expect(count({ cells: [{ country: 1, industry: undefined }] })).toBe(
        dated.filter(({ company }) => one.companies[company]?.country === 1).length,
      );
    }),
    { numRuns: 40 },
  );
});

it('a round is larger than the share of disclosed peers that are smaller, of the first group with 30', () => {
  const day = toDayNumber('2026-06-01');
  const round = (raised: number | undefined, at = 0): PlainDeal => ({
    day: day - at,
    created: day - at,
    stage: 2,
    raised,
    company: 0,
  });
  const deals = [
    round(5),
    ...Array.from({ length: 40 }, (_, at) => round((at % 10) + 1, at)),
    round(undefined),
    { ...round(1), stage: 3 },
    round(1, 800),
  ];
  const table = buildDealTable(deals, [{}]);
  const all = Int32Array.from(deals.keys());
  const position = (find: () => Int32Array) =>
    computePosition(table, { deal: 0, groups: [undefined, undefined], knownOn: day }, find);
  const found = position(() => all);
  expect(found).toMatchObject({
    group: 0,
    deals: 41,
    disclosed: 40,
    larger_than: 16 / 40,
    start: '2024-06-02',
    end: '2026-06-01',
  });
  expect(found.percentiles?.median).toBe(5.5);
  // With fewer than 30 everywhere, the last group counts; below 8 there is no share.
  expect(position(() => all.slice(0, 20))).toMatchObject({ group: 1, disclosed: 19 });
  expect(position(() => all.slice(0, 5))).toMatchObject({ disclosed: 4, larger_than: null, percentiles: null });
});

it('a question without days is about the last 16 quarters, up to the newest deal of data that has ended', () => {
  const round = (day: string): PlainDeal => ({
    day: toDayNumber(day),
    created: toDayNumber('2023-04-09'),
    stage: 1,
    raised: 1,
    company: 0,
  });
  const deals = ['2017-01-01', '2021-02-03', '2023-02-01'].map(round);
  const rows = Int32Array.from(deals.keys());
  const ask = (knownOn: string) =>
    computeMarket(buildDealTable(deals, [{}]), rows, {
      blocks: ['clock'],
      days: { start: undefined, end: undefined },
      knownOn: toDayNumber(knownOn),
      period: 'quarter',
      measure: 'deals',
      figure: 'amount',
      stage: 'SEED',
      selection: undefined,
    });
  const old = ask('2026-11-20');
  expect([old.total, old.clock?.periods.length]).toEqual([2, 16]);
  expect(old.clock?.periods.at(-1)?.start).toBe('2023-01-01');
  expect(old.clock?.estimate).toMatchObject({ reason: 'bulk_import' });
  expect(ask('2023-05-20').clock?.periods.at(-1)).toMatchObject({ start: '2023-04-01', is_running: true });
});

it('a backtest says how many matches were known after 7, 30 and 90 days', () => {
  fc.assert(
    fc.property(world, (one) => {
      const found = compute(one, 'backtest');
      const old = known(one).filter(({ day }) => day !== undefined && day + 90 <= one.knownOn);
      expect(found.deals).toBe(old.length);
      for (const { days, deals } of found.known)
        expect(deals).toBe(old.filter(({ created, day }) => created - (day as number) <= days).length);
    }),
    { numRuns: 40 },
  );
});

it('the latest period grows by day up to what is reported of it', () => {
  fc.assert(
    fc.property(world, (one) => {
      const { growth = [], latest, periods } = compute(one, 'clock');
      const period = periods.find((shown) => shown.start === latest?.start);
      if (!latest || !period) return;
      const first = toDayNumber(latest.start);
      const own = known(one).filter(isBetween(first, toDayNumber(period.end)));
      for (const [at, value] of growth.entries()) {
        expect(value).toBe(own.filter(({ created }) => created <= first + at).length);
      }
    }),
    { numRuns: 60 },
  );
});
