import { connect } from '../../service/db/open.ts';
import type { Parameter, Sql } from '../../service/db/sql.ts';
import type { BenchOperation } from './operations.ts';

/** A statement as sent to the database. */
interface RecordedStatement {
  text: string;
  parameters: readonly Parameter[];
}

/** The statements that an operation sends for its records, without those for key, rate limit and credits. */
export async function recordStatements(
  address: string,
  key: string,
  { name, method, path, body }: BenchOperation,
): Promise<RecordedStatement[]> {
  const seen: RecordedStatement[] = [];
  const sql = connect(address, 4, (text, parameters) => seen.push({ text, parameters: parameters as Parameter[] }));
  // Loaded here, so that other commands do not load the whole service.
  const { buildService } = await import('../../service/app.ts');
  const app = await buildService({ db: sql });
  const headers = { authorization: `Bearer ${key}` };
  const request = { method, url: path, headers, ...(body ? { payload: body } : {}) };
  // On a new connection the driver also queries the database's types.
  await app.inject(request);
  seen.length = 0;
  const { statusCode } = await app.inject(request);
  await app.close();
  await sql.end();
  if (statusCode !== 200) throw new Error(`${name} returned ${statusCode}`);
  return seen.filter(({ text }) => !/rate_windows|INTO ledger/i.test(text));
}

/** Runs statements one after the other, as a request does. */
export async function replay(sql: Sql, statements: readonly RecordedStatement[]): Promise<void> {
  for (const { text, parameters } of statements) await sql.unsafe(text, parameters);
}

/** The query plan of each statement on a warm database. */
export async function explainStatements(sql: Sql, statements: readonly RecordedStatement[]): Promise<string> {
  const plans: string[] = [];
  for (const { text, parameters } of statements) {
    const rows = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, parameters);
    plans.push([text.trim(), '', ...rows.map((row) => String(Object.values(row)[0]))].join('\n'));
  }
  return plans.join('\n\n');
}
