import { raw } from 'sql-template-tag';
import type { PageQuery, PageSql } from './page.ts';
import { buildPredicateCondition } from './predicate-sql.ts';
import type { Predicate } from './predicates.ts';
import { recordOrders } from './record-orders.ts';
import type { Sql } from './sql.ts';

/** The part of a page query that finds deals, newest first; `show` writes the columns of a row. */
export const findNewestDeals = (
  sql: Sql,
  where: Predicate,
  show: () => Pick<PageSql, 'columns' | 'joins'>,
): Pick<PageQuery<never, never>, 'table' | 'write' | 'plan'> => ({
  table: 'deals',
  write: () => ({
    source: sql`deals d`,
    total: sql`0`,
    where: buildPredicateCondition(sql, where),
    order: raw(recordOrders.deals.by.most_recent_deal),
    orderColumns: sql`d.uuid, d.date`,
    ...show(),
  }),
  plan: { table: 'deals', where, order: 'most_recent_deal' },
});
