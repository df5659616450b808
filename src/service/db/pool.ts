import { createHash } from 'node:crypto';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, type ConnectionOptions, createPoolClients } from './pool-client.ts';
import { type SlowLog, type TimeStatement, watchStatements } from './slow-statements.ts';
import { type Row, type Rows, type RunStatement, type Sql, type Statement, createSql } from './sql.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** One connection; its statements run one after the other. */
export interface Connection extends Sql {
  /** Sends rows to a `COPY … FROM STDIN`; returns how many arrived, or throws the database's error. */
  copyIn(statement: string, rows: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<number>;
  /** Reads the rows of a `COPY … TO STDOUT`. If the caller stops early, the connection is closed. */
  copyOut(statement: string): AsyncGenerator<Buffer>;
}

/** A connection taken out of a pool. */
export interface ReservedConnection extends Connection {
  /** Returns the connection to the pool; it must not be in a transaction. */
  release(): void;
}

/** A connection inside a transaction. */
export type Transaction = Connection;

/** Connections to a database, opened on demand. Statements run on any of them, in parallel. */
export interface Pool extends Sql {
  readonly options: PoolOptions;
  /** Commits `work`, or rolls it back when it throws or one of its statements failed. */
  begin<T>(work: (tx: Transaction) => Promise<T>, mode?: string): Promise<T>;
  reserve(): Promise<ReservedConnection>;
  /**
   * Closes all connections. Running statements have `timeout` seconds to end, or no limit by default; then they are
   * rejected. Those that still wait for a connection are rejected at once.
   */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface PoolOptions extends ConnectionOptions {
  readonly max: number;
  /** Maximum age of a connection, 0 for no limit: prepared statements accumulate in it. */
  readonly maxLifetimeSeconds?: number | undefined;
  /** Called with every statement and its parameters, for measurements. */
  readonly onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
  /** Receives slow statements. */
  readonly slowLog?: SlowLog | undefined;
}

const usualLifetimeSeconds = 45 * 60;

/** Creates a pool; nothing is connected before the first statement. */
export function createPool(options: PoolOptions): Pool {
  const clients = createPoolClients(options);
  const { max, maxLifetimeSeconds = usualLifetimeSeconds } = options;
  const pool = new pg.Pool({ max, maxLifetimeSeconds, idleTimeoutMillis: 0, ...clients.use });
  pool.on('error', () => undefined);

  const waiting = new Set<(error: Error) => void>();
  // pg never settles requests that wait for a connection when the pool ends.
  const connectOnce = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      waiting.add(reject);
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (error: unknown) => {
          waiting.delete(reject);
          reject(wrapDatabaseError(error));
        },
      );
    });
  const connect = async (): Promise<pg.PoolClient> => {
    for (let left = clients.servers; ; left -= 1) {
      try {
        return await connectOnce();
      } catch (error) {
        if (left <= 1 || ended || !isDatabaseUnavailable(error)) throw error;
      }
    }
  };
  const readPlan = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const client = await connect();
    try {
      // The extended protocol takes one statement only; otherwise EXPLAIN would run a second one.
      const query = { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values], queryMode: 'extended' };
      return (await client.query<{ 'QUERY PLAN': unknown }>(query)).rows[0]?.['QUERY PLAN'];
    } finally {
      client.release();
    }
  };
  const onTime = options.slowLog && watchStatements(options.slowLog, readPlan);
  const open = async () => new Session(await connect(), { ...options, isPooled: clients.isPooled, onTime });

  let ended: Promise<void> | undefined;
  async function end({ timeout }: { timeout?: number } = {}): Promise<void> {
    ended ??= pool.end();
    for (const reject of waiting) reject(new ConnectionError('The pool was closed.', 'CONNECTION_ENDED'));
    waiting.clear();
    if (timeout === undefined) return ended;
    // pg waits without limit for connections that are not returned.
    await Promise.race([ended, sleep(timeout * 1000, undefined, { ref: false }).then(clients.cut)]);
  }

  const run: RunStatement = async (statement) => {
    const session = await open();
    try {
      return await session.run(statement, { mayRetry: true });
    } finally {
      session.release();
    }
  };
  return Object.assign(createSql(run), {
    options,
    end,
    begin: async <T>(work: (tx: Transaction) => Promise<T>, mode = '') => runTransaction(await open(), work, mode),
    async reserve() {
      const session = await open();
      return Object.assign(session.toSql(), { release: () => session.release() });
    },
  });
}

/** Creates a pool for the same database with other settings. */
export const createPoolLike = ({ options }: Pool, { settings, ...other }: Omit<PoolOptions, 'address'>): Pool =>
  createPool({ ...options, ...other, settings: { ...options.settings, ...settings } });

/** Reads the rows of a statement in batches from one snapshot, so that a result may be larger than memory. */
export async function* readBatches<R extends Row>(
  pool: Pool,
  statement: Statement<R[]>,
  size: number,
): AsyncGenerator<R[]> {
  const connection = await pool.reserve();
  try {
    await connection`BEGIN READ ONLY`;
    await connection`DECLARE batches NO SCROLL CURSOR FOR ${statement}`;
    for (;;) {
      const rows = await connection.unsafe<R[]>(`FETCH ${size} FROM batches`);
      if (rows.length === 0) break;
      yield rows;
    }
  } finally {
    await connection`ROLLBACK`.catch(() => undefined);
    connection.release();
  }
}

/** The driver's own errors about a connection have no code. */
function wrapDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  if (error.message === 'timeout expired' || error.message === 'Query read timeout') {
    return new ConnectionError('The database did not answer in time.', 'CONNECT_TIMEOUT', { cause: error });
  }
  return /^(Connection terminated|Client (was closed|has encountered)|Cannot use a pool)/.test(error.message)
    ? new ConnectionError('The connection to the database was lost.', 'CONNECTION_CLOSED', { cause: error })
    : error;
}

type SessionOptions = Pick<PoolOptions, 'onStatement'> & {
  readonly isPooled: boolean;
  readonly onTime: TimeStatement | undefined;
};

/** A connection and its state: the driver runs one statement at a time. */
class Session {
  readonly #client: pg.PoolClient;
  readonly #options: SessionOptions;
  #last: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  constructor(client: pg.PoolClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  run<R extends readonly unknown[]>(statement: Statement<R>, { mayRetry = false } = {}): Promise<Rows<R>> {
    return this.#enqueue(async () => {
      const { parameters } = statement;
      const text = statement.text;
      const values = [...(parameters ?? statement.values)];
      this.#options.onStatement?.(text, values);
      const started = performance.now();
      try {
        return toRows<R>(await this.#query(text, values, parameters === undefined, mayRetry));
      } finally {
        this.#options.onTime?.(text, values, performance.now() - started);
      }
    });
  }

  async #query(text: string, values: unknown[], mayPrepare: boolean, mayRetry: boolean): Promise<pg.QueryResult> {
    // A pooler gives every transaction another server connection, which does not know statements prepared on this one.
    if (!mayPrepare || this.#options.isPooled) return this.#client.query(text, values.length > 0 ? values : undefined);
    try {
      return await this.#client.query({ name: nameStatement(text), text, values });
    } catch (error) {
      if (!mayRetry || !isStaleStatement(error)) throw error;
      // A restore replaced the types of this statement and of every other one prepared on this connection.
      this.#isBroken = true;
      return this.#client.query(text, values);
    }
  }

  copyIn(statement: string, rows: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<number> {
    return this.#enqueue(async () => {
      const stream = this.#client.query(copyFrom(statement));
      await pipeline(rows, stream);
      return stream.rowCount;
    });
  }

  async *copyOut(statement: string): AsyncGenerator<Buffer> {
    await this.#last;
    const stream = this.#client.query(copyTo(statement));
    let isEnded = false;
    try {
      for await (const chunk of stream) yield chunk as Buffer;
      isEnded = true;
    } catch (error) {
      isEnded = true;
      throw wrapDatabaseError(error);
    } finally {
      if (!isEnded) this.#isBroken = true;
    }
  }

  /** Rolls back the transaction, unless the connection is lost. */
  async rollBack(): Promise<void> {
    if (!this.#isBroken) await this.#enqueue(() => this.#client.query('ROLLBACK')).catch(() => undefined);
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  toSql(): Connection {
    return Object.assign(
      createSql((statement) => this.run(statement)),
      { copyIn: this.copyIn.bind(this), copyOut: this.copyOut.bind(this) },
    );
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work).catch((cause: unknown) => {
      const error = wrapDatabaseError(cause);
      if (isDatabaseUnavailable(error)) this.#isBroken = true;
      throw error;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

async function runTransaction<T>(session: Session, work: (tx: Transaction) => Promise<T>, mode: string): Promise<T> {
  const sql = session.toSql();
  try {
    await sql.unsafe(`BEGIN ${mode}`);
    const result = await work(sql);
    const { command } = await sql.unsafe('COMMIT');
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and its error was ignored');
    return result;
  } catch (error) {
    await session.rollBack();
    throw error;
  } finally {
    session.release();
  }
}

/** A statement is prepared once per connection, under the hash of its text. */
const nameStatement = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** PostgreSQL functions whose errors mean that a prepared statement is out of date. */
const staleRoutines = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery', 'transformAssignedExpr']);

const isStaleStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && staleRoutines.has(error.routine ?? '');

/** SQL text with several statements has several results. */
function toRows<R extends readonly unknown[]>(result: pg.QueryResult | pg.QueryResult[]): Rows<R> {
  const [rows, count, command] = Array.isArray(result)
    ? [result.map((one) => toRows(one)), 0, '']
    : [result.rows as unknown[], result.rowCount ?? 0, result.command];
  // Not enumerable, so that rows are equal to an array of the same rows.
  return Object.defineProperties(rows, { count: { value: count }, command: { value: command } }) as unknown as Rows<R>;
}
