import { isObject } from '#contract/json.ts';
import type { Fragment, Sql } from './sql.ts';

/** The three filters whose values are permalinks, in any section. */
type PermalinkKind = 'locations' | 'industries' | 'super_categories';

/** A filter whose values are permalinks: its dotted path on the wire, its kind and its values. */
type PermalinkFilter = {
  readonly member: string;
  readonly kind: PermalinkKind;
  readonly values: readonly string[];
};

/** The known and the unknown permalinks of a request. */
export type ResolvedPermalinks = {
  /** Internal ids for the known values of a member; empty when none is known, so that nothing matches. */
  readonly ids: (kind: PermalinkKind, values: readonly string[]) => number[];
  /** Every unknown value as `member=value`, encoded (contract 4). */
  readonly ignored: readonly string[];
  /** Which load of the records the ids belong to; undefined when nothing was resolved. */
  readonly generation: number | undefined;
};

/** Every filter of a request whose values are permalinks, in any section. */
export function collectPermalinkFilters(filters: object, path = ''): PermalinkFilter[] {
  return Object.entries(filters).flatMap(([key, value]: [string, unknown]): PermalinkFilter[] => {
    const member = path === '' ? key : `${path}.${key}`;
    const kind = permalinkMembers[key];
    if (kind && Array.isArray(value)) return [{ member, kind, values: value as string[] }];
    return isObject(value) ? collectPermalinkFilters(value, member) : [];
  });
}

const permalinkMembers: Record<string, PermalinkKind | undefined> = {
  locations: 'locations',
  investor_locations: 'locations',
  portfolio_locations: 'locations',
  industries: 'industries',
  super_categories: 'super_categories',
};

/**
 * Resolves permalinks in one round trip, or none if there is nothing to resolve or all are known. A value that exists
 * only under another kind, such as a super category among the industries, is unknown here (contract 4).
 */
export async function resolvePermalinks(
  sql: Sql,
  filters: readonly PermalinkFilter[],
  known?: PermalinkIds,
): Promise<ResolvedPermalinks> {
  const { ids, generation } = known ?? (await readPermalinks(sql, filters));
  const find = (kind: PermalinkKind, value: string) => ids.get(`${kind} ${value}`);
  return {
    ids: (kind, values) => values.flatMap((value) => find(kind, value) ?? []),
    ignored: filters.flatMap(({ member, kind, values }) =>
      values
        .filter((value) => find(kind, value) === undefined)
        .map((value) => `${member}=${encodeURIComponent(value)}`),
    ),
    generation,
  };
}

/** Ids by kind and permalink, joined by a space, and the load of the records that they belong to. */
export type PermalinkIds = { readonly ids: ReadonlyMap<string, number>; readonly generation: number | undefined };

async function readPermalinks(sql: Sql, filters: readonly PermalinkFilter[]): Promise<PermalinkIds> {
  if (filters.length === 0) return { ids: new Map(), generation: undefined };
  const valuesOf = (kind: PermalinkKind) =>
    filters.filter((filter) => filter.kind === kind).flatMap(({ values }) => values);
  const rows = await sql<PermalinkRow[]>`
    SELECT 'generation' AS kind, '' AS permalink, ${currentGeneration(sql)} AS id
    UNION ALL
    SELECT 'locations', permalink, id FROM locations WHERE permalink = ANY(${valuesOf('locations')}::text[])
    UNION ALL
    SELECT 'industries', permalink, id FROM industries
    WHERE industry_type = 'INDUSTRY' AND permalink = ANY(${valuesOf('industries')}::text[])
    UNION ALL
    SELECT 'super_categories', permalink, id FROM industries
    WHERE industry_type = 'SUPER_CATEGORY' AND permalink = ANY(${valuesOf('super_categories')}::text[])`;
  return collectPermalinks(rows);
}

/** Reads the permalinks of all places and industries. */
export async function readAllPermalinks(sql: Sql): Promise<PermalinkIds> {
  const rows = await sql<PermalinkRow[]>`
    SELECT 'generation' AS kind, '' AS permalink, ${currentGeneration(sql)} AS id
    UNION ALL
    SELECT 'locations', permalink, id FROM locations
    UNION ALL
    SELECT CASE industry_type WHEN 'INDUSTRY' THEN 'industries' ELSE 'super_categories' END, permalink, id
    FROM industries WHERE industry_type IN ('INDUSTRY', 'SUPER_CATEGORY')`;
  return collectPermalinks(rows);
}

type PermalinkRow = { kind: string; permalink: string; id: number };

const collectPermalinks = (rows: readonly PermalinkRow[]): PermalinkIds => ({
  ids: new Map(rows.map(({ kind, permalink, id }) => [`${kind} ${permalink}`, id])),
  generation: rows.find(({ kind }) => kind === 'generation')?.id,
});

/** A number that changes when an import replaces the records: internal ids are valid within one generation. */
export const currentGeneration = (sql: Sql): Fragment => sql`'data'::regnamespace::oid::bigint`;

/**
 * The comparison of an id with a list. A single id is compared with `=`: the planner then knows that a pair of tag and
 * record is unique, and joins the lists of two tags before it reads any record.
 */
export const isOneOf = (sql: Sql, ids: readonly number[]): Fragment =>
  ids.length === 1 ? sql`= ${ids[0] ?? null}::int` : sql`= ANY(${ids}::int[])`;
