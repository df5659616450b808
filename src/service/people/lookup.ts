import type { ParsedQueryOf } from '#contract/endpoint.ts';
import type { lookUpPeople, Person, PersonMatch } from '#contract/people.ts';
import { type Identifier, toIdentifierConditions, toOneIdentifierCondition } from '../db/identifiers.ts';
import { findByName } from '../db/names.ts';
import type { Sql } from '../db/sql.ts';
import { personColumns, personJoins, type PersonRow, toPerson } from './row.ts';
import { noFigures } from './search.ts';

/** The person whom an identifier names, with whole histories. */
export async function readOnePerson(sql: Sql, identifier: Identifier, now: Date): Promise<Person | undefined> {
  const [row] = await sql<PersonRow[]>`
    WITH page AS (
      SELECT d.id FROM people d WHERE ${toOneIdentifierCondition(sql, identifier)}
      ORDER BY d.total_deal_count DESC NULLS LAST, d.uuid LIMIT 1
    ) SELECT ${personColumns(sql, 'whole')}, ${noFigures(sql)} FROM page ${personJoins(sql, now)}`;
  return row && toPerson(row);
}

/** At most ten people whom a name or identifier means, best first; `company` means not an investor (contract 1.5). */
export async function findPersonMatches(
  sql: Sql,
  { name, person_type, ...identifiers }: ParsedQueryOf<typeof lookUpPeople>,
): Promise<PersonMatch[]> {
  const rows = await findByName<PersonMatch & { relevance_score: number }>(sql, {
    table: 'people',
    columns: sql`d.uuid AS id, d.name, d.linkedin AS linkedin_url, d.crunchbase AS crunchbase_url,
      d.twitter AS twitter_url, CASE WHEN d.is_investor THEN 'investor' ELSE 'company' END AS person_type`,
    prominence: sql`coalesce(d.total_deal_count, 0)`,
    name,
    conditions: [
      ...toIdentifierConditions(sql, identifiers),
      ...(person_type ? [sql`d.is_investor = ${person_type === 'investor'}`] : []),
    ],
  });
  return rows.map(({ relevance_score: _score, ...match }) => match);
}
