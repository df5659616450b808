import type { Sql } from './sql.ts';

/** How many investors and angels these deals name. */
export async function countInvestorsOfDeals(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ investors: number }[]>`
    WITH wanted AS (SELECT id FROM deals WHERE uuid = ANY(${[...ids]}::uuid[]))
    SELECT ((SELECT count(*) FROM deal_investors JOIN wanted ON wanted.id = deal_id)
      + (SELECT count(*) FROM deal_angels JOIN wanted ON wanted.id = deal_id))::int AS investors`;
  return row?.investors ?? 0;
}
