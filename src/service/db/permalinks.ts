import type { Fragment, Sql } from './sql.ts';

/** The three filters whose values are permalinks, in any section. */
export type PermalinkKind = 'locations' | 'industries' | 'super_categories';

/** A filter whose values are permalinks: its dotted path on the wire, its kind and its values. */
export type PermalinkFilter = {
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
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? collectPermalinkFilters(value, member)
      : [];
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
 * Resolves permalinks in one round trip, none when there is nothing to resolve. A value that exists only under
 * another kind, such as a super category among the industries, is unknown here (contract 4).
 */
export async function resolvePermalinks(sql: Sql, filters: readonly PermalinkFilter[]): Promise<ResolvedPermalinks> {
  const valuesOf = (kind: PermalinkKind) =>
    filters.filter((filter) => filter.kind === kind).flatMap(({ values }) => values);
  const known = new Map<string, number>();
  let generation: number | undefined;
  if (filters.length > 0) {
    const rows = await sql<{ kind: string; permalink: string; id: number }[]>`
      SELECT 'generation' AS kind, '' AS permalink, ${currentGeneration(sql)} AS id
      UNION ALL
      SELECT 'locations', permalink, id FROM locations WHERE permalink = ANY(${valuesOf('locations')}::text[])
      UNION ALL
      SELECT 'industries', permalink, id FROM industries
      WHERE industry_type = 'INDUSTRY' AND permalink = ANY(${valuesOf('industries')}::text[])
      UNION ALL
      SELECT 'super_categories', permalink, id FROM industries
      WHERE industry_type = 'SUPER_CATEGORY' AND permalink = ANY(${valuesOf('super_categories')}::text[])`;
    generation = rows.find((row) => row.kind === 'generation')?.id;
    for (const row of rows) known.set(`${row.kind} ${row.permalink}`, row.id);
  }
  return {
    ids: (kind, values) =>
      values.flatMap((value) => {
        const id = known.get(`${kind} ${value}`);
        return id === undefined ? [] : [id];
      }),
    ignored: filters.flatMap(({ member, kind, values }) =>
      values.filter((value) => !known.has(`${kind} ${value}`)).map((value) => `${member}=${encodeURIComponent(value)}`),
    ),
    generation,
  };
}

/** A number that changes when an import replaces the records: internal ids are valid within one generation. */
export const currentGeneration = (sql: Sql): Fragment => sql`'data'::regnamespace::oid::bigint`;

/**
 * The comparison of an id with a list. A single id is compared with `=`: then the planner knows that a pair of tag and
 * record is unique, and joins the lists of two tags before it reads any record.
 */
export const isOneOf = (sql: Sql, ids: readonly number[]): Fragment =>
  ids.length === 1 ? sql`= ${ids[0] ?? null}::int` : sql`= ANY(${ids}::int[])`;
