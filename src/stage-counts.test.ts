import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deal } from '#contract/deals.ts';
import { type DealFacets, facetStages, listStageRounds } from '#contract/facets.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { findStage, type Round, stageGroups, stageNames, toRound } from './dashboard/platform/rounds.ts';
import { countByQuarter, countedStageDeals, toStageDeals } from './dashboard/screens/profiles/quarters-block.tsx';
import { arrangeRecords } from './dashboard/screens/searches/kit/charts/classes.ts';
import { toStage } from './dashboard/screens/searches/kit/lookups/facet-query.ts';
import { groupByStage } from './dashboard/screens/searches/kit/record/groupings.tsx';
import { createRecordIndex } from './service/index/record-index.ts';
import { openForTests } from './testing/open-for-tests.ts';
import { startService } from './testing/service.ts';

/** Every place that shows deals by stage, held against each other on deals with random rounds. */

const index = createRecordIndex();
const service = openForTests(
  () =>
    startService({
      demo: true,
      index,
      async seed(sql) {
        await sql`
          UPDATE deals SET pre = id % 3 = 0, extension = id % 5 < 2,
            round_type = CASE WHEN id % 7 < 5 THEN ('{SEED,SERIES_A,SERIES_B,SERIES_D,SERIES_G}'::financing_type[])[1 + id % 5]
              ELSE round_type END`;
      },
    }),
  120_000,
);

type Counts = Record<string, number>;
const tally = (names: readonly string[]): Counts => {
  const counts: Counts = Object.fromEntries(stageNames.map((name) => [name, 0]));
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

async function countFacets(deals: object): Promise<DealFacets> {
  const sent = await service.inject('POST', '/account/facets', { body: { deals, by: ['months', 'rounds'] } });
  return sent.json<{ data: { facets: DealFacets } }>().data.facets;
}

async function searchAll(filters: object): Promise<Deal[]> {
  const rows: Deal[] = [];
  for (let page = 0; ; page += 1) {
    const sent = await service.inject('POST', '/api/v1/deals', { body: { ...filters, page, page_size: 500 } });
    const { deals } = sent.json<{ data: { deals: Deal[] } }>().data;
    rows.push(...deals);
    if (deals.length < 500) return rows;
  }
}

async function countMatches(filters: { readonly deal?: object }, stage: (typeof facetStages)[number]): Promise<number> {
  const deal = { ...filters.deal, financing_types: listStageRounds(stage) };
  const sent = await service.inject('POST', '/account/deals/total', { body: { ...filters, deal } });
  return sent.json<{ data: { total: number } }>().data.total;
}

const sumMonths = ({ months = [] }: DealFacets): Counts => {
  const counts = tally([]);
  for (const { stage, deals } of months) counts[stageNames[toStage(stage)]]! += deals;
  return counts;
};

/** What the chips and lists of stages show. */
const sumRounds = ({ rounds = [] }: DealFacets): Counts => {
  const found = new Map(rounds.map(({ deals, ...round }) => [formatRoundKey(round), deals]));
  return Object.fromEntries(
    stageGroups.map((group) => [
      group.name,
      group.rounds.reduce((sum, round) => sum + (found.get(formatRoundKey(round)) ?? 0), 0),
    ]),
  );
};

test('deals by stage have the same counts in facets, chips, filters, charts, groups and profiles', async () => {
  await service.sql`UPDATE accounts SET purchased_tenths = 1000000000`;
  const filters = fc.record(
    {
      deal: fc.record(
        { size_min: fc.integer({ min: 0, max: 20_000_000 }), date_start: fc.constant('2025-01-01') },
        { requiredKeys: [] },
      ),
      company: fc.record({ locations: fc.subarray(['europe', 'united-states', 'india'], { minLength: 1 }) }),
    },
    { requiredKeys: [] },
  );
  for (const [at, drawn] of fc.sample(filters, { numRuns: 4, seed: 26 }).entries()) {
    // Half of them are counted from memory.
    if (at === 2) await index.update(service.sql);
    const facets = await countFacets(drawn);
    const deals = await searchAll(drawn);
    const expected = tally(deals.map((deal) => stageNames[findStage(toRound(deal))]));
    expect(sumMonths(facets)).toEqual(expected);
    const { 'Other rounds': _others, ...staged } = expected;
    expect(sumRounds(facets)).toEqual(staged);
    const totals = await Promise.all(facetStages.map((stage) => countMatches(drawn, stage)));
    expect(Object.fromEntries(facetStages.map((stage, place) => [stageNames[toStage(stage)], totals[place]]))).toEqual(
      expected,
    );

    // Charts of loaded rows and groups of a table tell series after D apart, which are one stage.
    const rounds = deals.map((deal) => toRound(deal));
    const { bars, members } = arrangeRecords(
      'round',
      rounds.map((round) => ({ round })),
    );
    const groups = groupByStage<{ readonly id: string; readonly round: Round }>(({ round }) => round);
    for (const name of ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C']) {
      const bar = bars.findIndex(({ label }) => label === name);
      // The rarest rounds share a bar.
      if (bar >= 0) expect(members.filter((own) => own.includes(bar)).length, name).toBe(expected[name]);
      const grouped = rounds.filter((round) => groups.read({ id: '', round })?.name === name);
      expect(grouped.length, name).toBe(expected[name]);
    }
    const dated = deals.filter(({ date }) => date !== null);
    const months = (facets.months ?? []).filter(({ month }) => month !== null);
    expect(countQuarters(dated.map(toStageDeals))).toEqual(countQuarters(months.map(countedStageDeals)));
  }
}, 120_000);

const countQuarters = (all: Parameters<typeof countByQuarter>[0]) =>
  countByQuarter(all, '2026-11-29', 16).quarters.map(({ name, parts }) => [
    name,
    [...parts].map(([stage, { deals }]) => [stage, deals] as const).toSorted(([one], [other]) => one - other),
  ]);
