import type { Company, CompanyMatch, lookUpCompanies } from '#contract/companies.ts';
import type { ParsedQueryOf } from '#contract/endpoint.ts';
import { type Identifier, toIdentifierConditions, toOneIdentifierCondition } from '../db/identifiers.ts';
import { findByName } from '../db/names.ts';
import type { Sql } from '../db/sql.ts';
import { companyColumns, type CompanyRow, toCompany } from './row.ts';

/** The company that an identifier names; of several on one domain the one with most deals (contract 1.5). */
export async function readOneCompany(sql: Sql, identifier: Identifier): Promise<Company | undefined> {
  const [row] = await sql<CompanyRow[]>`
    SELECT ${companyColumns(sql)}, NULL::float8 AS similarity
    FROM companies d LEFT JOIN company_texts t ON t.company_id = d.id
    WHERE ${toOneIdentifierCondition(sql, identifier)} ORDER BY d.num_funding_rounds DESC, d.uuid LIMIT 1`;
  return row && toCompany(row);
}

/** At most ten companies that a name or identifier means, best first (contract 1.5). */
export async function findCompanyMatches(
  sql: Sql,
  { name, ...identifiers }: ParsedQueryOf<typeof lookUpCompanies>,
): Promise<CompanyMatch[]> {
  return findByName<CompanyMatch>(sql, {
    table: 'companies',
    columns: sql`d.uuid AS id, d.permalink AS guru_permalink, d.name, t.short_description, d.domain, d.linkedin,
      d.crunchbase`,
    joins: sql`LEFT JOIN company_texts t ON t.company_id = d.id`,
    prominence: sql`d.num_funding_rounds`,
    name,
    conditions: toIdentifierConditions(sql, identifiers),
  });
}
