import postgres from 'postgres';
import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { disownPostmaster, isPostgres, readPostmaster } from './server-files.ts';
import { StartError } from './start-error.ts';

/** One open connection that says "somebody uses this server" to whoever wants to stop it, and notices its death. */
export interface Presence {
  socketDir: string;
  /** Gives the presence up; answers whether nobody else is there, so that the server may be stopped. */
  leave(): Promise<'last' | 'others'>;
}

/** How a connection for work calls itself; names that begin so do not count, since their process has a presence too. */
export const WORK_NAME = 'fundscope';
const PRESENCE_NAME = 'fundscope presence';

/** Joins the running server of a data folder; undefined when there is none. Throws a StartError when it is not ours. */
export async function joinServer(cluster: string, onLost: () => void): Promise<Presence | undefined> {
  let patience = Date.now() + 20_000;
  for (;;) {
    const file = await readPostmaster(cluster);
    if (!file) return undefined;
    try {
      return await connectPresence(cluster, file.socketDir, onLost);
    } catch (error) {
      const { code } = error as { code?: string };
      const alive = await isPostgres(file.pid);
      if (!alive) {
        await disownPostmaster(cluster, file.pid);
        return undefined;
      }
      // Recovery after a crash of a large database may take minutes, and it does end.
      if (code === '57P03') patience = Date.now() + 20_000;
      if (Date.now() > patience || isRefusal(error)) throw busy(cluster, file.pid, error);
    }
    await sleep(25);
  }
}

/** Errors with which a living server says no, as opposed to not being ready yet or going away. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: string };
  return error instanceof StartError || (code !== undefined && /^(28|3D|42)/.test(code));
}

function busy(cluster: string, pid: number, cause: unknown): StartError {
  return new StartError(
    `The data folder ${cluster} is in use by a PostgreSQL server (process ${pid}) that Fundscope cannot use.`,
    'Stop that server, or name another folder with FUNDSCOPE_DATA.',
    { cause },
  );
}

async function connectPresence(cluster: string, named: string, onLost: () => void): Promise<Presence> {
  let joined = false;
  // A server that is just starting has not written yet where its socket stands.
  const socketDir = named.startsWith('/') ? named : cluster;
  const sql = postgres({
    host: socketDir,
    port: 5432,
    user: 'fundscope',
    database: 'postgres',
    max: 1,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: PRESENCE_NAME },
    onnotice: () => undefined,
    onclose: () => {
      if (joined) onLost();
      joined = false;
    },
  });
  try {
    const [row] = await sql<{ folder: string }[]>`SELECT current_setting('data_directory') AS folder`;
    if ((await realpath(row?.folder ?? '')) !== (await realpath(cluster))) {
      throw new StartError('The server answers for another folder.', 'Stop that server.');
    }
    joined = true;
    return { socketDir, leave };
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }

  async function leave(): Promise<'last' | 'others'> {
    if (!joined) return 'last';
    joined = false;
    try {
      // First give up, then count: of two that leave at the same time the later one sees nobody. A connection that is
      // only being made has no name yet; it may be our own, and whoever else makes one finds the server gone and starts it.
      await sql`SELECT set_config('application_name', ${WORK_NAME}, false)`;
      const [row] = await sql<{ others: number }[]>`
        SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          AND state <> 'starting' AND (application_name NOT LIKE 'fundscope%' OR application_name = ${PRESENCE_NAME})`;
      return row?.others === 0 ? 'last' : 'others';
    } catch {
      return 'last';
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
