import type { Industry, Location, searchIndustries, searchLocations } from '#contract/lookups.ts';
import type { ParsedQueryOf } from '#contract/endpoint.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { buildNameKey, toSlug } from '../db/name-key.ts';

/** Matches, best first, and their total number. */
type LookupResult<T> = { readonly matches: T[]; readonly total: number };

/** The places that match a name, best first (contract 1.5). */
export async function findLocations(
  sql: Sql,
  query: ParsedQueryOf<typeof searchLocations>,
): Promise<LookupResult<Location>> {
  const type = query.type ?? query.location_type ?? null;
  const rows = await sql<(Location & { total: number })[]>`
    WITH ${rankedNames(sql, query, 'location')}
    SELECT l.permalink, l.name, l.location_type, count(*) OVER ()::int AS total
    FROM ranked JOIN locations l ON l.id = ranked.id
    WHERE ${type}::text IS NULL OR l.location_type::text = ${type}
    ORDER BY CASE WHEN ranked.rank = 1 AND l.deal_count = 0 AND l.location_type IN ('STATE', 'REGION') THEN 2 ELSE ranked.rank END,
      ranked.likeness DESC, l.deal_count * CASE WHEN starts_with(l.permalink, ${toSlug(query.name)}) THEN 2 ELSE 1 END DESC,
      ranked.rank, l.population DESC, l.id
    LIMIT ${query.limit}`;
  return buildLookupResult(rows);
}

/** The industries and super categories that match a name, best first (contract 1.5). */
export async function findIndustries(
  sql: Sql,
  query: ParsedQueryOf<typeof searchIndustries>,
): Promise<LookupResult<Industry>> {
  const type = query.type ?? query.industry_type ?? null;
  const rows = await sql<(Industry & { total: number })[]>`
    WITH ${rankedNames(sql, query, 'industry')}
    SELECT n.permalink, n.name, n.industry_type, count(*) OVER ()::int AS total
    FROM ranked JOIN industries n ON n.id = ranked.id
    WHERE ${type}::text IS NULL OR n.industry_type::text = ${type}
    ORDER BY ranked.rank, ranked.likeness DESC, n.deal_count DESC, n.id
    LIMIT ${query.limit}`;
  return buildLookupResult(rows);
}

/** `minLikeness`: how similar a name must be to the typed one to match (see README.md for the figures). */
const tables = {
  location: { names: 'location_names', id: 'location_id', records: 'locations', minLikeness: 0.3 },
  industry: { names: 'industry_names', id: 'industry_id', records: 'industries', minLikeness: 0.5 },
} as const;

/**
 * `ranked (id, rank, likeness)`: 0 the permalink itself, 1 the exact name, 2 names that begin with it, 3 similar names,
 * which are searched only if the others are fewer than the limit.
 */
function rankedNames(sql: Sql, query: { name: string; limit: number }, kind: keyof typeof tables): Fragment {
  const folded = buildNameKey(query.name);
  const { names, id, records, minLikeness } = tables[kind];
  return sql`
    sure AS (
      SELECT id, 0 AS rank, 1::real AS likeness FROM ${sql.identifier(records)} WHERE permalink = ${query.name.trim()}
      UNION ALL
      SELECT ${sql.identifier(id)}, CASE WHEN folded = ${folded} THEN 1 ELSE 2 END, 1 FROM ${sql.identifier(names)}
      WHERE folded LIKE ${`${folded}%`} AND ${folded} <> ''
    ), likely AS (
      SELECT ${sql.identifier(id)} AS id, 3 AS rank, similarity(folded, ${folded}) AS likeness FROM ${sql.identifier(names)}
      WHERE (SELECT count(*) FROM sure) < ${query.limit} AND folded % ${folded}
        AND similarity(folded, ${folded}) >= ${minLikeness}::real
    ), ranked AS (
      SELECT id, min(rank) AS rank, max(likeness) AS likeness
      FROM (SELECT * FROM sure UNION ALL SELECT * FROM likely) AS found GROUP BY id
    )`;
}

function buildLookupResult<T extends object>(rows: readonly (T & { total: number })[]): LookupResult<T> {
  return { matches: rows.map(({ total: _total, ...match }) => match as unknown as T), total: rows[0]?.total ?? 0 };
}
