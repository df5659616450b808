import type { ParsedQueryOf } from '#contract/endpoint.ts';
import type { InvestorMatch, lookUpInvestors } from '#contract/investors.ts';
import { type Identifier, buildIdentifierConditions, buildIdentifierCondition } from '../db/identifiers.ts';
import { findByName } from '../db/names.ts';
import type { IndexSnapshot } from '../db/page.ts';
import type { Sql } from '../db/sql.ts';
import { type InvestorProfile, investorSqlColumns, investorJoins, type ProfileRow, buildProfile } from './row.ts';

/** The investor with an identifier; of several with one domain, the one with the most deals (contract 1.5). */
export async function readOneInvestor(
  sql: Sql,
  identifier: Identifier,
  now: Date,
): Promise<InvestorProfile | undefined> {
  const [row] = await sql<ProfileRow[]>`
    WITH page AS (
      SELECT i.id FROM investors i WHERE ${buildIdentifierCondition(sql, 'i', identifier)}
      ORDER BY i.total_deal_count DESC, i.uuid LIMIT 1
    ) SELECT ${investorSqlColumns(sql)} FROM page ${investorJoins(sql, now)}`;
  return row && buildProfile(row);
}

/** At most ten investors that match a name or identifier, best first; all parameters must match (contract 1.5). */
export async function findInvestorMatches(
  sql: Sql,
  { name, ...identifiers }: ParsedQueryOf<typeof lookUpInvestors>,
  snapshot: IndexSnapshot | undefined,
): Promise<InvestorMatch[]> {
  return findByName<InvestorMatch>(
    sql,
    {
      table: 'investors',
      columns: sql`i.uuid AS id, i.permalink AS guru_permalink, i.name, i.description, i.image, i.domain, i.website`,
      prominence: sql`i.total_deal_count`,
      name,
      conditions: buildIdentifierConditions(sql, 'i', identifiers),
    },
    snapshot,
  );
}
