import { join } from 'node:path';
import { readKeyOwner } from '../../service/accounts/keys.ts';
import { readSchemaNumbers } from '../../service/db/migrations.ts';
import { checkServer, connect, explainOpenError, findMissingExtensions } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { formatServers } from '../../service/db/servers.ts';
import { StartError, createDiskFullError } from '../../service/db/start-error.ts';
import { writeTemporaryFile } from '../../service/http/disk-watch.ts';
import { findRunnableBinaries } from '../database/binaries.ts';
import { checkCluster } from '../database/cluster-files.ts';
import { openDatabaseServer } from '../database/open-server.ts';
import { readRegularFile } from '../database/own-files.ts';
import { defaultSystemDir, findDataDir, findServerUser } from '../database/server-user.ts';
import type { Environment } from '../environment.ts';
import { localKind } from '../server/local-account.ts';
import type { Shutdown } from '../shutdown.ts';
import { formatBytes } from './check-folder.ts';
import { type CheckFinding, checkClock, failCheck, passCheck } from './check-finding.ts';
import { checkReplicas } from './check-replicas.ts';

/**
 * Checks the database, its replicas, its clock and the local key. Joins the embedded server, or starts it if none is
 * running; no schema is upgraded, no database created. `shutdown` closes what was opened. Throws a StartError for the
 * first problem.
 */
export async function checkDatabase(env: Environment, shutdown: Shutdown): Promise<CheckFinding[]> {
  if (!env.databaseUrl && (await isNew(env))) {
    await findRunnableBinaries(defaultSystemDir, undefined);
    return [passCheck('database', 'There is none yet. The first start makes it.')];
  }
  const server = await openDatabaseServer(env, shutdown);
  if (await server.isDiskFull()) throw createDiskFullError(env.dataDir);
  if (env.databaseDirectUrl) await withPool(server.address(), (sql) => sql`SELECT 1`);
  return withPool(env.databaseDirectUrl ?? server.address(), (sql) => examineDatabase(sql, env));
}

async function isNew({ dataDir, databaseUser }: Environment): Promise<boolean> {
  const user = await findServerUser(databaseUser);
  return (await checkCluster(join(await findDataDir(dataDir, user), 'postgres'), user)) === 'new';
}

async function withPool<T>(address: string, work: (sql: Pool) => PromiseLike<T>): Promise<T> {
  const sql = connect(address, 1);
  try {
    return await work(sql);
  } catch (error) {
    throw explainOpenError(error, address);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function examineDatabase(sql: Pool, env: Environment): Promise<CheckFinding[]> {
  await checkServer(sql);
  const started = Date.now();
  const [facts] = await sql<Facts[]>`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, pg_database_size(current_database()) AS bytes`;
  if (!facts) throw new Error('a SELECT without FROM returned no row');
  const clock = checkClock((started + Date.now()) / 2 - facts.now, 'the database');
  if (facts.standby) {
    throw new StartError(
      `The database at ${formatServers(sql.options.address)} is a standby, which accepts no writes.`,
      'Name the primary in DATABASE_URL, or several servers with ?target_session_attrs=read-write.',
    );
  }
  const schema = await readSchemaNumbers(sql);
  await checkExtensions(sql, schema.applied === 0);
  await writeTemporaryFile(sql);
  const kind = env.databaseUrl ? formatServers(sql.options.address) : 'embedded';
  const about = `PostgreSQL ${facts.version} (${kind}), ${formatBytes(facts.bytes)}, ${describeSchema(schema)}`;
  const replicas = schema.applied === 0 ? [] : await checkReplicas(sql, env.databaseReplicaUrls);
  // In front of a hosted service the key is checked there.
  const key = env.upstream ? [] : [await checkLocalKey(sql, env, schema.applied)];
  return [passCheck('database', about), ...replicas, clock, ...key];
}

type Facts = { readonly version: string; readonly standby: boolean; readonly now: number; readonly bytes: number };

function describeSchema({ applied, known }: { applied: number; known: number }): string {
  if (applied === 0) return 'still empty: the next start makes its tables';
  return applied === known ? `schema ${applied}` : `schema ${applied}: the next start upgrades it to ${known}`;
}

async function checkExtensions(sql: Pool, isEmpty: boolean): Promise<void> {
  for (const { name, isInstallable } of await findMissingExtensions(sql)) {
    if (isEmpty && isInstallable) continue;
    throw new StartError(
      `The database lacks the extension ${name} in its schema public.`,
      isInstallable
        ? 'The next start puts it there.'
        : `Install PostgreSQL's contrib modules on its server, then let its administrator run: CREATE EXTENSION ${name} SCHEMA public;`,
    );
  }
}

async function checkLocalKey(sql: Pool, { dataDir }: Environment, applied: number): Promise<CheckFinding> {
  const path = join(dataDir, localKind.file);
  const key = (await readRegularFile(path)).trim();
  if (key === '' || applied === 0) return passCheck('key', 'There is no local key yet. The next start makes it.');
  const owner = await readKeyOwner(sql, key);
  if (owner === undefined) {
    return failCheck(
      'key',
      `The local key in ${path} does not work: this database does not know it, or it is disabled.`,
      `Start Fundscope again: the account "${localKind.name}" gets a new key; its credits and alerts stay.`,
    );
  }
  const [account] = await sql<{ disabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS disabled FROM accounts WHERE id = ${owner}`;
  return account?.disabled
    ? failCheck('key', 'The account of the local key is disabled.', `Run fundscope accounts enable ${owner}.`)
    : passCheck('key', 'The local key works.');
}
