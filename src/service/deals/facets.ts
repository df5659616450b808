import { type countDealFacets, type DealFacets, facetStages, maxFacetValues, sizeBounds } from '#contract/facets.ts';
import { z } from 'zod';
import { roundKey } from '#contract/rounds.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';
import { buildWhere } from '../db/filters.ts';
import { collectPermalinkFilters, currentGeneration, resolvePermalinks } from '../db/permalinks.ts';
import type { Fragment, Sql } from '../db/sql.ts';

type FacetRequest = ParsedBodyOf<typeof countDealFacets>;
type Facet = FacetRequest['by'][number];
type FacetRow = { facet: Facet | 'total'; key: string | null; name: string; place: number; deals: number };

/** Counts all deals that satisfy every filter, by what was asked for, in one statement. */
export async function countFacets(sql: Sql, request: FacetRequest): Promise<DealFacets> {
  const { page: _page, page_size: _size, sort_by: _order, ...filters } = request.deals;
  const known = await resolvePermalinks(sql, collectPermalinkFilters(filters));
  const where = buildWhere(sql, buildDealPredicates(known), filters);
  const counts = [...new Set(request.by)].reduce(
    (all, facet) => sql`${all} UNION ALL (${facetCounts[facet](sql, where === undefined)})`,
    sql`SELECT 'total' AS facet, NULL AS key, '' AS name, ${currentGeneration(sql)} AS place, count(*)::int AS deals
      FROM matching`,
  );
  const rows = await sql<FacetRow[]>`
    WITH matching AS ${where ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (
      SELECT d.id, d.date, d.round_type, d.pre, d.extension, d.total_round_raised FROM deals d WHERE ${where ?? sql`true`}
    ) ${counts}`;
  const total = rows.find(({ facet }) => facet === 'total');
  // An import replaced the records between the statements, so the resolved ids are no longer valid.
  if (known.generation !== undefined && total?.place !== known.generation) return countFacets(sql, request);
  return {
    total: total?.deals ?? 0,
    ...Object.fromEntries(request.by.map((facet) => [facet, buildList(facet, rows)])),
  };
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
    .map(({ key, name, deals }) => ({ permalink: key, name, deals }));
}

const facetCounts: Record<Facet, (sql: Sql, isWhole: boolean) => Fragment> = {
  months: (sql) => sql`
    SELECT 'months', to_char(date AT TIME ZONE 'UTC', 'YYYY-MM'), '', CASE
      WHEN round_type = 'SEED' THEN CASE WHEN pre THEN 0 ELSE 1 END
      WHEN round_type BETWEEN 'SERIES_A' AND 'SERIES_M'
        THEN least(5, 2 + ascii(right(round_type::text, 1)) - ascii('A'))
      ELSE 6 END AS stage, count(*)::int
    FROM matching GROUP BY 2, 4`,
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

/** The whole load has its counts already. */
function countTags(sql: Sql, tag: 'location' | 'industry', isWhole: boolean): Fragment {
  const facet = tag === 'location' ? 'locations' : 'industries';
  const [table, id] = [sql.identifier(facet), sql.identifier(`${tag}_id`)];
  const counted = isWhole
    ? sql`SELECT id, deal_count AS deals FROM ${table} WHERE deal_count > 0`
    : sql`SELECT t.${id} AS id, count(*)::int AS deals FROM matching
        JOIN ${sql.identifier(`deal_${tag}_tags`)} t ON t.deal_id = matching.id GROUP BY 1`;
  return sql`SELECT ${facet}::text, v.permalink, v.name, 0, counted.deals FROM (${counted}) AS counted
    JOIN ${table} v ON v.id = counted.id ORDER BY counted.deals DESC, v.permalink LIMIT ${maxFacetValues}`;
}
