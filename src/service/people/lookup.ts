import type { ParsedQueryOf } from '#contract/endpoint.ts';
import type { lookUpPeople, Person, PersonMatch } from '#contract/people.ts';
import { type Identifier, buildIdentifierConditions, buildIdentifierCondition } from '../db/identifiers.ts';
import { findByName } from '../db/names.ts';
import type { IndexSnapshot } from '../db/page.ts';
import type { Sql } from '../db/sql.ts';
import { personSqlColumns, personJoins, type PersonSqlRow, buildPerson } from './row.ts';
import { nullFilteredFigures } from './search.ts';

/** The person with an identifier, with complete histories. */
export async function readOnePerson(sql: Sql, identifier: Identifier, now: Date): Promise<Person | undefined> {
  const [row] = await sql<PersonSqlRow[]>`
    WITH page AS (
      SELECT p.id FROM people p WHERE ${buildIdentifierCondition(sql, 'p', identifier)}
      ORDER BY p.total_deal_count DESC NULLS LAST, p.uuid LIMIT 1
    ) SELECT ${personSqlColumns(sql, 'whole')}, ${nullFilteredFigures(sql)} FROM page ${personJoins(sql, now)}`;
  return row && buildPerson(row);
}

/** At most ten people who match a name or identifier, best first; a `company` is not an investor (contract 1.5). */
export async function findPersonMatches(
  sql: Sql,
  { name, person_type, ...identifiers }: ParsedQueryOf<typeof lookUpPeople>,
  snapshot: IndexSnapshot | undefined,
): Promise<PersonMatch[]> {
  const rows = await findByName<PersonMatch & { relevance_score: number }>(
    sql,
    {
      table: 'people',
      columns: sql`p.uuid AS id, p.name, p.linkedin AS linkedin_url, p.crunchbase AS crunchbase_url,
      p.twitter AS twitter_url, CASE WHEN p.is_investor THEN 'investor' ELSE 'company' END AS person_type`,
      prominence: sql`coalesce(p.total_deal_count, 0)`,
      name,
      conditions: [
        ...buildIdentifierConditions(sql, 'p', identifiers),
        ...(person_type ? [sql`p.is_investor = ${person_type === 'investor'}`] : []),
      ],
    },
    snapshot,
  );
  return rows.map(({ relevance_score: _score, ...match }) => match);
}
