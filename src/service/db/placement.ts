import type { Fragment, Sql } from './sql.ts';

/** Where a record `d` sits, as one JSON object with the levels that are known. */
export const placementColumn = (sql: Sql): Fragment => sql`
  (SELECT coalesce(json_object_agg(level, json_build_object('name', l.name, 'permalink', l.permalink)), '{}')
    FROM (VALUES ('region', d.region_id), ('country', d.country_id), ('state', d.state_id), ('city', d.city_id))
      AS placed (level, id)
    JOIN locations l ON l.id = placed.id)`;
