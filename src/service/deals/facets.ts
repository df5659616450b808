import { buildWhere } from '../db/predicates.ts';
import {
  type countDealFacets,
  type DealFacets,
  facetStages,
  findStagePlace,
  maxFacetValues,
  sizeBounds,
} from '#contract/facets.ts';
import { z } from 'zod';
import { financingTypes, industryType, locationType } from '#contract/enums.ts';
import { roundKey } from '#contract/rounds.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';
import type { CountedFacets, Facet, IndexSnapshot } from '../db/page.ts';
import { collectPermalinkFilters, currentGeneration, resolvePermalinks } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import type { Fragment, Sql } from '../db/sql.ts';

type FacetRequest = ParsedBodyOf<typeof countDealFacets>;
/** `place` orders the values of a facet; of a location or an industry it is that of its type. */
type FacetRow = { facet: Facet | 'total'; key: string | null; name: string; place: number; deals: number };

/** Counts all deals that satisfy every filter, by the requested facets; from an index if there is one. */
export async function countFacets(sql: Sql, request: FacetRequest, snapshot?: IndexSnapshot): Promise<DealFacets> {
  const known = await resolvePermalinks(sql, collectPermalinkFilters(request.deals), snapshot?.permalinks);
  const predicate = buildWhere(buildDealPredicates(known), request.deals);
  const counted = await snapshot?.countByFacet(sql, predicate, request.by);
  const named = counted && (await nameCounted(sql, counted, request.by));
  if (counted && named) return buildFacets(request.by, [...listCounts(counted), ...named], counted.total);
  const where = predicate && buildPredicateCondition(sql, predicate);
  const counts = [...new Set(request.by)].reduce(
    (all, facet) => sql`${all} UNION ALL (${facetCounts[facet](sql, where === undefined)})`,
    sql`SELECT 'total' AS facet, NULL AS key, '' AS name, ${currentGeneration(sql)} AS place, count(*)::int AS deals
      FROM matching`,
  );
  const rows = await sql<FacetRow[]>`
    WITH matching AS ${where ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (
      SELECT d.company_id, d.date, d.round_type, d.pre, d.extension, d.total_round_raised FROM deals d WHERE ${where ?? sql`true`}
    ) ${counts}`;
  const total = rows.find(({ facet }) => facet === 'total');
  // An import replaced the records between the statements, so the resolved ids are no longer valid.
  if (known.generation !== undefined && total?.place !== known.generation) return countFacets(sql, request);
  return buildFacets(request.by, rows, total?.deals ?? 0);
}

const buildFacets = (by: FacetRequest['by'], rows: readonly FacetRow[], total: number): DealFacets => ({
  total,
  ...Object.fromEntries(by.map((facet) => [facet, buildList(facet, rows)])),
});

/** The counts of an index by month and stage, round and size band. */
const listCounts = ({ months, rounds, sizes }: CountedFacets): FacetRow[] => [
  ...months.map(({ month, stage, deals }) => ({ facet: 'months', key: month, name: '', place: stage, deals }) as const),
  ...rounds.map(
    ({ deals, ...round }) => ({ facet: 'rounds', key: z.encode(roundKey, round), name: '', place: 0, deals }) as const,
  ),
  ...sizes.map(({ band, deals }) => ({ facet: 'sizes', key: null, name: '', place: band, deals }) as const),
];

/** The counted places and industries with their names; undefined if an import replaced the records. */
async function nameCounted(sql: Sql, counted: CountedFacets, by: FacetRequest['by']): Promise<FacetRow[] | undefined> {
  const lists = (['locations', 'industries'] as const)
    .filter((facet) => by.includes(facet))
    .map((facet) => {
      const most = counted[facet].toSorted((a, b) => b.deals - a.deals);
      const fewest = most[maxFacetValues - 1]?.deals ?? 0;
      // Values with as many deals as the last one are ordered by permalink.
      const shown = most.filter(({ deals }) => deals >= fewest);
      return sql`SELECT * FROM (SELECT ${facet}::text AS facet, v.permalink AS key, v.name,
          (${placeOfType(sql, facet)})::bigint AS place, counted.deals
        FROM unnest(${shown.map(({ id }) => id)}::int[], ${shown.map(({ deals }) => deals)}::int[]) AS counted (id, deals)
          JOIN ${sql.identifier(facet)} v ON v.id = counted.id
        ORDER BY counted.deals DESC, v.permalink LIMIT ${maxFacetValues}) AS ${sql.identifier(facet)}`;
    });
  const rows = await sql<(FacetRow | { facet: 'total'; place: number })[]>`
    SELECT 'total' AS facet, NULL AS key, '' AS name, ${currentGeneration(sql)} AS place, 0 AS deals
    ${lists.reduce((all, one) => sql`${all} UNION ALL ${one}`, sql``)}`;
  const isCurrent = rows.some(({ facet, place }) => facet === 'total' && place === counted.generation);
  return isCurrent ? (rows.filter(({ facet }) => facet !== 'total') as FacetRow[]) : undefined;
}

function buildList(facet: Facet, all: readonly FacetRow[]): object[] {
  const rows = all.filter((row) => row.facet === facet);
  if (facet === 'months') {
    const inOrder = rows.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? '') || a.place - b.place);
    return inOrder.map(({ key, place, deals }) => ({ month: key, stage: facetStages[place], deals }));
  }
  if (facet === 'rounds') {
    return rows
      .toSorted((a, b) => b.deals - a.deals || (a.key ?? '').localeCompare(b.key ?? ''))
      .map(({ key, deals }) => ({ ...z.decode(roundKey, key ?? ''), deals }));
  }
  if (facet === 'sizes') {
    return rows
      .toSorted((a, b) => a.place - b.place)
      .map(({ place, deals }) => ({ min: sizeBounds[place] ?? null, deals }));
  }
  return rows
    .toSorted((a, b) => b.deals - a.deals || (a.key ?? '').localeCompare(b.key ?? ''))
    .map(({ key, name, place, deals }) => ({
      permalink: key,
      name,
      ...(facet === 'locations'
        ? { location_type: locationType.options[place] }
        : { industry_type: industryType.options[place] }),
      deals,
    }));
}

const noStage = facetStages.indexOf('OTHER');
/** The rounds with a stage, and with their stage in "months"; extensions have that of their round. */
const stagedRounds = financingTypes.flatMap((type) =>
  [false, true].map((pre) => ({ type, pre })).filter((round) => findStagePlace(round) !== noStage),
);

const placeOfType = (sql: Sql, facet: 'locations' | 'industries'): Fragment =>
  facet === 'locations'
    ? sql`array_position(${locationType.options}::text[], v.location_type::text) - 1`
    : sql`array_position(${industryType.options}::text[], v.industry_type::text) - 1`;

const facetCounts: Record<Facet, (sql: Sql, isWhole: boolean) => Fragment> = {
  months: (sql) => sql`
    SELECT 'months', to_char(date AT TIME ZONE 'UTC', 'YYYY-MM'), '', coalesce(stage, ${noStage}), count(*)::int
    FROM matching LEFT JOIN unnest(${stagedRounds.map(({ type }) => type)}::text[]::financing_type[],
        ${stagedRounds.map(({ pre }) => pre)}::boolean[], ${stagedRounds.map(findStagePlace)}::int[])
      AS staged (round_type, pre, stage) USING (round_type, pre)
    GROUP BY 2, 4`,
  rounds: (sql) => sql`
    SELECT 'rounds', concat_ws('~', round_type, CASE WHEN pre THEN 'pre' END, CASE WHEN extension THEN 'extension' END),
      '', 0, count(*)::int
    FROM matching WHERE round_type IS NOT NULL GROUP BY 2`,
  locations: (sql, isWhole) => countTags(sql, 'location', isWhole),
  industries: (sql, isWhole) => countTags(sql, 'industry', isWhole),
  sizes: (sql) => sql`
    SELECT 'sizes', NULL, '', coalesce(width_bucket(total_round_raised, ${[...sizeBounds]}::float8[]) - 1,
      ${sizeBounds.length}::int), count(*)::int
    FROM matching GROUP BY 4`,
};

/** Without filters, the counts are already stored. */
function countTags(sql: Sql, tag: 'location' | 'industry', isWhole: boolean): Fragment {
  const facet = tag === 'location' ? 'locations' : 'industries';
  const [table, id] = [sql.identifier(facet), sql.identifier(`${tag}_id`)];
  const counted = isWhole
    ? sql`SELECT id, deal_count AS deals FROM ${table} WHERE deal_count > 0`
    : sql`SELECT t.${id} AS id, sum(matched.deals)::int AS deals
        FROM (SELECT company_id, count(*) AS deals FROM matching GROUP BY 1) AS matched
          JOIN ${sql.identifier(`company_${tag}_tags`)} t USING (company_id) GROUP BY 1`;
  return sql`SELECT ${facet}::text, v.permalink, v.name, ${placeOfType(sql, facet)}, counted.deals FROM (${counted}) AS counted
    JOIN ${table} v ON v.id = counted.id ORDER BY counted.deals DESC, v.permalink LIMIT ${maxFacetValues}`;
}
