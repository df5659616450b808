import { connect } from '../../service/db/open.ts';
import type { Sql } from '../../service/db/sql.ts';
import type { Operation } from './operations.ts';

/** A statement as it went to the database. */
export interface Statement {
  text: string;
  parameters: unknown[];
}

/** The statements that an operation sends about the records; those about key, limit and credits are left out. */
export async function recordStatements(address: string, key: string, operation: Operation): Promise<Statement[]> {
  const seen: Statement[] = [];
  const sql = connect(address, 4, (text, parameters) => seen.push({ text, parameters }));
  // Loaded here, or every command would load the whole service.
  const { buildService } = await import('../../service/app.ts');
  const app = await buildService({ db: sql });
  const { method, path, body } = operation;
  const asked = {
    method,
    url: path,
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { payload: body } : {}),
  };
  // The first time the driver also asks for the types of the database.
  await app.inject(asked);
  seen.length = 0;
  const { statusCode } = await app.inject(asked);
  await app.close();
  await sql.end();
  if (statusCode !== 200) throw new Error(`${operation.name} is answered with ${statusCode}`);
  return seen.filter(({ text }) => !/rate_windows|INTO ledger/i.test(text));
}

/** Sends statements one after the other, as a request does. */
export async function replay(sql: Sql, statements: readonly Statement[]): Promise<void> {
  for (const { text, parameters } of statements) {
    await sql.unsafe(text, parameters as never[]);
  }
}

/** What the database does for each statement, once it is warm, as text. */
export async function explain(sql: Sql, statements: readonly Statement[]): Promise<string> {
  const plans: string[] = [];
  for (const { text, parameters } of statements) {
    const rows = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, parameters as never[]);
    const lines = rows.map((row) => String(Object.values(row)[0]));
    plans.push([text.trim(), '', ...lines].join('\n'));
  }
  return plans.join('\n\n');
}
