import { Client, type ClientConfig } from 'pg';
import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { removePostmasterFile, isPostgres, readPostmaster } from './cluster-files.ts';
import { productRole, type StoppedCluster, readPassword } from './secure-cluster.ts';
import { StartError } from '../../service/db/start-error.ts';

/** An open connection that marks the server as in use and notices when it dies. */
export interface Presence {
  socketDir: string;
  password: string | undefined;
  /** Ends the presence; resolves to whether it was the last one, so that the server may be stopped. */
  leave(): Promise<'last' | 'others'>;
}

/** The application name of other connections; they do not count, because their process has a presence too. */
export const workName = 'fundscope';
const presenceName = 'fundscope presence';

/** How to reach a server's maintenance database. */
export const buildConfig = (socketDir: string, password = ''): ClientConfig => ({
  host: socketDir,
  port: 5432,
  user: productRole,
  password,
  database: 'postgres',
  ssl: false,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
});

/** The connection string of the product's database. */
export const buildAddress = (socketDir: string, password = ''): string =>
  `postgres://${productRole}:${password}@localhost/fundscope?host=${encodeURIComponent(socketDir)}`;

/** Joins the running server of a data folder; undefined when there is none. Throws a StartError when it is not ours. */
export async function joinServer(
  { cluster, passwordFile }: Pick<StoppedCluster, 'cluster' | 'passwordFile'>,
  onLost: () => void,
): Promise<Presence | undefined> {
  let deadline = Date.now() + 20_000;
  for (;;) {
    const file = await readPostmaster(cluster);
    if (!file) return undefined;
    try {
      return await connectPresence(cluster, file.socketDir, await readPassword(passwordFile), onLost);
    } catch (error) {
      const { code } = error as { code?: string };
      const alive = await isPostgres(file.pid, cluster);
      if (!alive) {
        await removePostmasterFile(cluster, file.pid);
        return undefined;
      }
      // Recovery of a large database after a crash may take minutes, but it does end.
      if (code === '57P03') deadline = Date.now() + 20_000;
      if (Date.now() > deadline || isRefusal(error))
        throw code === '28P01'
          ? createPasswordError(passwordFile, file.pid, error)
          : createInUseError(cluster, file.pid, error);
    }
    await sleep(25);
  }
}

/** Errors by which a running server rejects a connection, as opposed to starting up or shutting down. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: string };
  return error instanceof StartError || (code !== undefined && /^(28|3D|42)/.test(code));
}

function createInUseError(cluster: string, pid: number, cause: unknown): StartError {
  return new StartError(
    `The data folder ${cluster} is in use by a PostgreSQL server (process ${pid}) that Fundscope cannot use.`,
    'Stop that server, or name another folder with FUNDSCOPE_DATA.',
    { cause },
  );
}

function createPasswordError(file: string, pid: number, cause: unknown): StartError {
  return new StartError(
    `The password in ${file} does not open the database.`,
    `Stop its server (process ${pid}), delete that file, then start again: a new password is set, and no data changes.`,
    { cause },
  );
}

async function connectPresence(
  cluster: string,
  named: string,
  password: string | undefined,
  onLost: () => void,
): Promise<Presence> {
  let joined = false;
  // A starting server has not written the path of its socket yet.
  const socketDir = named.startsWith('/') ? named : cluster;
  const client = new Client({ ...buildConfig(socketDir, password), application_name: presenceName });
  client.on('error', () => undefined);
  client.once('end', () => {
    if (joined) onLost();
    joined = false;
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
    if ((await realpath(rows[0]?.folder ?? '')) !== (await realpath(cluster))) {
      throw new StartError('The server answers for another folder.', 'Stop that server.');
    }
    joined = true;
    return { socketDir, password, leave };
  } catch (error) {
    await client.end();
    throw error;
  }

  async function leave(): Promise<'last' | 'others'> {
    if (!joined) return 'last';
    joined = false;
    try {
      // Disconnect first, then count: if two leave at the same time, the later one counts zero. A connection that is
      // still being opened has no name yet; it may be our own, and any other program restarts a stopped server.
      await client.query(`SET application_name = '${workName}'`);
      const { rows } = await client.query<{ others: number }>(`
        SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          AND state <> 'starting' AND (application_name NOT LIKE 'fundscope%' OR application_name = '${presenceName}')`);
      return rows[0]?.others === 0 ? 'last' : 'others';
    } catch {
      return 'last';
    } finally {
      await client.end();
    }
  }
}
