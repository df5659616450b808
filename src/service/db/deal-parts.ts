import type { Fragment, Sql } from './sql.ts';

/** The firms of a deal, given by its internal id, as an array of uuids in their order. */
export const investorIdsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  array(SELECT i.uuid FROM deal_investors di JOIN investors i ON i.id = di.investor_id
    WHERE di.deal_id = ${dealId} ORDER BY i.uuid)`;

/** The angels of a deal, given by its internal id, as an array of uuids in their order. */
export const angelIdsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  array(SELECT p.uuid FROM deal_angels da JOIN people p ON p.id = da.person_id
    WHERE da.deal_id = ${dealId} ORDER BY p.uuid)`;

/** The financings of a deal, given by its internal id, as a JSON array in the wire's own names. */
export const financingsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  (SELECT coalesce(json_agg(json_build_object('id', f.uuid, 'type', f.type, 'size_usd', f.size_usd,
      'size_native', f.size_native, 'currency', f.currency) ORDER BY f.position), '[]')
    FROM financings f WHERE f.deal_id = ${dealId})`;
