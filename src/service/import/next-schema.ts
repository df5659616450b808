import type { Pool } from '../db/pool.ts';

export const dropNextSchema = 'DROP SCHEMA IF EXISTS data_next CASCADE';

/** The statements that make what a table has beside its columns, in this order; `constraints` and `checks` by table. */
export type Finish = {
  constraints: Map<string, string>;
  indexes: string[];
  references: string[];
  checks: Map<string, string>;
};

/**
 * Makes the empty schema data_next with the tables of the live one, read from its own catalogue so that no second
 * description of the tables exists. What a load that was killed left there is removed first.
 */
export async function makeNextSchema(sql: Pool): Promise<void> {
  const tables = await sql<{ name: string; comment: string | null; options: string[] | null }[]>`
    SELECT quote_ident(relname) AS name, quote_literal(obj_description(oid, 'pg_class')) AS comment, reloptions AS options
    FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' ORDER BY relname`;
  const statements = tables.flatMap(({ name, comment, options }) => [
    `CREATE TABLE data_next.${name} (LIKE data.${name} INCLUDING ALL EXCLUDING INDEXES)`,
    ...(comment ? [`COMMENT ON TABLE data_next.${name} IS ${comment}`] : []),
    ...(options ? [`ALTER TABLE data_next.${name} SET (${options.join(', ')})`] : []),
  ]);
  await sql.unsafe(
    [
      dropNextSchema,
      'CREATE SCHEMA data_next',
      ...statements,
      // Where records lie, before everything above those places is added; gone before the swap.
      'CREATE UNLOGGED TABLE data_next.company_places (company_id integer NOT NULL, location_id integer NOT NULL)',
      'CREATE UNLOGGED TABLE data_next.investor_places (investor_id integer NOT NULL, location_id integer NOT NULL)',
    ].join(';\n'),
  );
}

/**
 * Reads the keys, indexes and references of the live tables. The names in them are not qualified, so that they mean
 * the live tables under this search path and the new ones under that of the load.
 */
export async function readFinish(sql: Pool): Promise<Finish> {
  return sql.begin(async (tx) => {
    await tx`SET LOCAL search_path = data, public`;
    const constraints = await tx<{ table: string; kind: string; name: string; text: string }[]>`
      SELECT quote_ident(relname) AS table, contype AS kind, quote_ident(conname) AS name,
        pg_get_constraintdef(c.oid, true) AS text
      FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
      WHERE relnamespace = 'data'::regnamespace AND contype IN ('p', 'u', 'x', 'f') ORDER BY relname, conname`;
    const indexes = await tx<{ text: string }[]>`
      SELECT pg_get_indexdef(indexrelid, 0, true) AS text
      FROM pg_index JOIN pg_class t ON t.oid = indrelid
      WHERE relnamespace = 'data'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
      ORDER BY pg_relation_size(indexrelid) DESC, indexrelid`;
    const isReference = ({ kind }: { kind: string }) => kind === 'f';
    const keys = constraints.filter((constraint) => !isReference(constraint));
    const references = constraints.filter(isReference);
    return {
      constraints: alterEach(keys, ({ name, text }) => `ADD CONSTRAINT ${name} ${text}`),
      indexes: indexes.map(({ text }) => text),
      references: references.map(
        ({ table, name, text }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text} NOT VALID`,
      ),
      checks: alterEach(references, ({ name }) => `VALIDATE CONSTRAINT ${name}`),
    };
  });
}

/** One statement for each table with all that is to be done to it. */
function alterEach<T extends { table: string }>(
  constraints: T[],
  toAction: (constraint: T) => string,
): Map<string, string> {
  const actions = new Map<string, string[]>();
  for (const constraint of constraints) {
    actions.set(constraint.table, [...(actions.get(constraint.table) ?? []), toAction(constraint)]);
  }
  return new Map([...actions].map(([table, all]) => [table, `ALTER TABLE ${table} ${all.join(', ')}`]));
}
