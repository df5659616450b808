import type { Fragment, Sql } from './sql.ts';

/** Where a company `c` or an investor `i` sits, as one JSON object with the levels that are known. */
export const placementColumn = (sql: Sql, alias: 'c' | 'i'): Fragment => {
  const record = sql.identifier(alias);
  return sql`
  (SELECT coalesce(json_object_agg(level, json_build_object('name', l.name, 'permalink', l.permalink)), '{}')
    FROM (VALUES ('region', ${record}.region_id), ('country', ${record}.country_id), ('state', ${record}.state_id), ('city', ${record}.city_id))
      AS placed (level, id)
    JOIN locations l ON l.id = placed.id)`;
};
