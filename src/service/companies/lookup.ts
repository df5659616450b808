import type { Company, CompanyMatch, lookUpCompanies } from '#contract/companies.ts';
import type { ParsedQueryOf } from '#contract/endpoint.ts';
import { type Identifier, buildIdentifierConditions, buildIdentifierCondition } from '../db/identifiers.ts';
import { findByName } from '../db/names.ts';
import type { IndexSnapshot } from '../db/page.ts';
import type { Sql } from '../db/sql.ts';
import { companySqlColumns, type CompanySqlRow, buildCompany } from './row.ts';

/** The company with an identifier; of several with one domain, the one with the most deals (contract 1.5). */
export async function readOneCompany(sql: Sql, identifier: Identifier): Promise<Company | undefined> {
  const [row] = await sql<CompanySqlRow[]>`
    SELECT ${companySqlColumns(sql)}, NULL::float8 AS similarity
    FROM companies c LEFT JOIN company_texts ct ON ct.company_id = c.id
    WHERE ${buildIdentifierCondition(sql, 'c', identifier)} ORDER BY c.num_funding_rounds DESC, c.uuid LIMIT 1`;
  return row && buildCompany(row);
}

/** At most ten companies that match a name or identifier, best first (contract 1.5). */
export async function findCompanyMatches(
  sql: Sql,
  { name, ...identifiers }: ParsedQueryOf<typeof lookUpCompanies>,
  snapshot: IndexSnapshot | undefined,
): Promise<CompanyMatch[]> {
  return findByName<CompanyMatch>(
    sql,
    {
      table: 'companies',
      columns: sql`c.uuid AS id, c.permalink AS guru_permalink, c.name, ct.short_description, c.domain, c.linkedin,
      c.crunchbase`,
      joins: sql`LEFT JOIN company_texts ct ON ct.company_id = c.id`,
      prominence: sql`c.num_funding_rounds`,
      name,
      conditions: buildIdentifierConditions(sql, 'c', identifiers),
    },
    snapshot,
  );
}
