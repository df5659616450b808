import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable, retryWhileUnavailable } from './unavailable.ts';
import { type Migration, migrate } from './migrations.ts';
import { type Pool, createPool, createPoolLike } from './pool.ts';
import { formatServers, isSocketAddress, parseServerList } from './servers.ts';
import type { SlowLog } from './slow-statements.ts';
import { type Parameter, type Sql, createSql } from './sql.ts';
import { StartError, createDiskFullError } from './start-error.ts';

const oldestVersion = 150_000;
const extensions = ['pg_trgm', 'unaccent'];

/** How a database is opened: with how many connections at most (default 6), and how its schema is upgraded. */
export interface OpenOptions {
  max?: number;
  /** The migrations of this program. */
  steps?: readonly Migration[];
  /** Receives the number of the schema's newest migration. If it throws, nothing is changed. */
  beforeUpgrade?: ((sql: Pool, from: number) => Promise<void>) | undefined;
  /** Receives slow statements, including those of pools made from this one. */
  slowLog?: SlowLog | undefined;
}

/**
 * Connects to a database, checks that it can serve Fundscope, and migrates its schema. The caller ends the
 * pool. Throws a StartError when the database cannot be used.
 */
export async function openDatabase(address: string, options: OpenOptions = {}): Promise<Pool> {
  const sql = createPool({ address, max: options.max ?? 6, settings, slowLog: options.slowLog });
  try {
    await retryWhileUnavailable(5_000, () => checkServer(sql));
    await createExtensions(sql);
    const { steps, beforeUpgrade } = options;
    await migrate(sql, steps, beforeUpgrade && ((from) => beforeUpgrade(sql, from)));
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw explainOpenError(error, address);
  }
}

/**
 * Connects to a database without any check; the address is a URL, in which `?host=` may name a socket's folder.
 * `onStatement` is called with every statement and its parameters, for measurements.
 */
export const connect = (
  address: string,
  max: number,
  onStatement?: (text: string, parameters: unknown[]) => void,
): Pool => createPool({ address, max, settings, onStatement });

/** Connects to a replica without any check, for the queries of requests. */
export const connectReplica = (address: string, slowLog?: SlowLog): Pool =>
  createPool({ address, max: 2, settings, answerTimeoutMs: replicaTimeoutMs, slowLog });

const settings = {
  application_name: 'fundscope',
  search_path: 'data, public',
  jit: 'off',
  TimeZone: 'UTC',
};

/** How long a statement of a request that writes may take before its connection is given up as lost. */
const answerTimeoutMs = 10_000;
/** How long a replica may take to report its position. */
const replicaTimeoutMs = 3_000;

/**
 * Connects to a database for the requests of a service, after `openDatabase`. A pooler keeps no settings of a
 * connection; they are set on the role. The caller ends the pool. Throws a StartError when the pooler's connections
 * lack them.
 */
export async function openRequestPool(direct: Pool, address: string): Promise<Pool> {
  const { slowLog } = direct.options;
  const sql = createPool({ address, max: 6, settings, answerTimeoutMs, slowLog });
  try {
    if (parseServerList(address).isPooled) {
      await keepSettingsInRole(direct);
      await retryWhileUnavailable(5_000, () => checkPooledSettings(sql));
    }
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw explainOpenError(error, address);
  }
}

async function keepSettingsInRole(direct: Pool): Promise<void> {
  const { application_name: _, ...kept } = settings;
  await direct.begin(async (tx) => {
    // Several gateways may start at once.
    await tx`SELECT pg_advisory_xact_lock(4310)`;
    const [role] = await tx<{ settings: string[] }[]>`
      SELECT setconfig AS settings FROM pg_db_role_setting
      WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    for (const [name, value] of Object.entries(kept)) {
      if (role?.settings.includes(`${name}=${value}`)) continue;
      const [statement] = await tx<{ text: string }[]>`
        SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = ', current_database(), ${name}::text) AS text`;
      await tx.unsafe(`${statement?.text} ${value}`);
    }
  });
}

async function checkPooledSettings(sql: Sql): Promise<void> {
  const [found] = await sql<{ path: string }[]>`SELECT current_setting('search_path') AS path`;
  if (found?.path === settings.search_path) return;
  throw new StartError(
    "The pooler's connections were opened before this user had Fundscope's settings.",
    'Run RECONNECT in the console of PgBouncer, then start again.',
  );
}

/** One read-only connection, for one request at a time. */
export interface Reader {
  readonly sql: Sql;
  /** Cancels its running query, which fails with 57014. */
  stop(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens one more connection to the database of a pool when it is first used; a query over the limit fails with 57014.
 * The limit and read-only mode are set on the connection, so a query needs no transaction; through a pooler every query
 * has one.
 */
export function openReader(db: Pool, queryMs: number): Reader {
  // Identifies the connection in pg_stat_activity, also after a reconnect.
  const name = `fundscope reader ${randomUUID()}`;
  const sql = createPoolLike(db, {
    max: 1,
    settings: {
      application_name: name,
      statement_timeout: queryMs,
      default_transaction_read_only: 'on',
      // The best plan of a search depends on its values. Statements of the pool (keys, charges) are planned once.
      plan_cache_mode: 'force_custom_plan',
    },
    answerTimeoutMs: queryMs + answerTimeoutMs,
  });
  return {
    sql: parseServerList(db.options.address).isPooled ? readInTransactions(sql, name, queryMs) : sql,
    stop: () => db`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = ${name}`.execute(),
    close: () => sql.end({ timeout: 1 }),
  };
}

/** Runs each statement in a transaction with the settings of a reader. */
function readInTransactions(pool: Pool, name: string, queryMs: number): Sql {
  const mode = `READ ONLY; SET LOCAL statement_timeout = ${queryMs}; SET LOCAL application_name = '${name}'`;
  return createSql(
    ({ text, values, parameters }) =>
      pool.begin((tx) => tx.unsafe(text, parameters ?? (values as Parameter[])).execute(), mode) as Promise<never>,
  );
}

/** Checks version and encoding of a database. Throws a StartError when it cannot serve Fundscope. */
export async function checkServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number; encoding: string }[]>`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`;
  if (row && row.version < oldestVersion) {
    throw new StartError(
      `The database server is PostgreSQL ${Math.floor(row.version / 10_000)}; Fundscope needs 15 or newer.`,
      'Name a newer server with DATABASE_URL.',
    );
  }
  if (row && row.encoding !== 'UTF8') {
    throw new StartError(
      `The database is encoded in ${row.encoding}; Fundscope needs UTF8.`,
      "Make one with CREATE DATABASE fundscope ENCODING 'UTF8' TEMPLATE template0, and name it with DATABASE_URL.",
    );
  }
}

/** The extensions that are not in schema public, and whether this user may put them there. */
export const findMissingExtensions = (sql: Sql): Promise<{ name: string; isInstallable: boolean }[]> =>
  sql<{ name: string; isInstallable: boolean }[]>`
    SELECT name, has_database_privilege(current_database(), 'CREATE') AND EXISTS (
        SELECT FROM pg_available_extensions a WHERE a.name = wanted.name
      ) AS "isInstallable"
    FROM unnest(${extensions}::text[]) AS wanted (name)
    WHERE NOT EXISTS (
      SELECT FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = name AND nspname = 'public'
    )`;

async function createExtensions(sql: Sql): Promise<void> {
  for (const name of extensions) {
    const [found] = await sql<{ schema: string }[]>`
      SELECT nspname AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = ${name}`;
    if (found?.schema === 'public') continue;
    const statement = found ? `ALTER EXTENSION ${name} SET SCHEMA public` : `CREATE EXTENSION ${name} SCHEMA public`;
    try {
      await sql.unsafe(found ? statement : statement.replace(name, `IF NOT EXISTS ${name}`));
    } catch (cause) {
      // Another program created it at the same time.
      if ((cause as { code?: string }).code === '23505') continue;
      throw new StartError(
        `The database lacks the extension ${name} in its schema public, and this user may not put it there.`,
        `Ask the administrator of the database to run: ${statement};`,
        { cause },
      );
    }
  }
}

/** Converts a failure to open a database to a StartError with a remedy; returns any other error unchanged. */
export function explainOpenError(error: unknown, address: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const place = formatServers(address);
  if (error instanceof StartError) return error;
  if (code === '53100') return createDiskFullError(place, error);
  if (code === 'XX001' || code === 'XX002') {
    return new StartError(
      `The database at ${place} is damaged: ${message}.`,
      'Restore a backup into a new database, or import again. Nothing was changed.',
      { cause: error },
    );
  }
  if (isDatabaseUnavailable(error)) {
    return new StartError(
      `The database at ${place} cannot be reached (${code}).`,
      isSocketAddress(address)
        ? 'The reason is in postgres.log in the data folder; most often the disk is full.'
        : 'Check that the server runs and that DATABASE_URL names it.',
      { cause: error },
    );
  }
  if (code?.startsWith('28') || code === '3D000' || code === '42501') {
    return new StartError(
      `The database at ${place} refused: ${message}.`,
      'Check user, password, database and rights in DATABASE_URL.',
      { cause: error },
    );
  }
  return error;
}
