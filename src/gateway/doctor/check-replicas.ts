import { setTimeout as sleep } from 'node:timers/promises';
import { readSchemaNumbers } from '../../service/db/migrations.ts';
import { connectReplica, explainOpenError } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { maxLagSeconds } from '../../service/db/replicas.ts';
import { formatServers } from '../../service/db/servers.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type CheckFinding, failCheck, passCheck, runCheck } from './check-finding.ts';

const setting = 'DATABASE_REPLICA_URLS';

/**
 * Checks that every address is a replica of the primary's database with its schema, and how long it takes until the
 * replica has what the primary has now; more than `maxSeconds` is a problem.
 */
export function checkReplicas(
  primary: Pool,
  addresses: readonly string[],
  maxSeconds: number = maxLagSeconds,
): Promise<CheckFinding[]> {
  return Promise.all(addresses.map((address) => runCheck('replica', () => checkReplica(primary, address, maxSeconds))));
}

async function checkReplica(primary: Pool, address: string, maxSeconds: number): Promise<CheckFinding> {
  const name = formatServers(address);
  const replica = connectReplica(address);
  try {
    await examineReplica(primary, replica, name);
    const seconds = await measureLag(primary, replica, maxSeconds);
    if (seconds === undefined) {
      return failCheck(
        'replica',
        `The replica ${name} is more than ${maxSeconds} s behind the primary, so it answers no search.`,
        "See pg_stat_replication on the primary and the replica's log.",
      );
    }
    const applied = (await readSchemaNumbers(replica)).applied;
    return passCheck('replica', `${name}: has what the primary has after ${seconds.toFixed(1)} s, schema ${applied}`);
  } catch (error) {
    const { message } = explainOpenError(error, address) as Error;
    if (error instanceof StartError) throw error;
    return failCheck('replica', message, `Check that the server runs and that ${setting} names it.`);
  } finally {
    await replica.end({ timeout: 1 });
  }
}

/** What a replica shares with its primary: the identity of the server's data, and the database in it. */
type Identity = { readonly system: string; readonly database: string; readonly standby: boolean };

async function readIdentity(sql: Pool): Promise<Identity | undefined> {
  const [identity] = await sql<Identity[]>`
    SELECT system_identifier::text AS system, current_database() AS database, pg_is_in_recovery() AS standby
    FROM pg_control_system()`;
  return identity;
}

async function examineReplica(primary: Pool, replica: Pool, name: string): Promise<void> {
  const [own, other] = [await readIdentity(primary), await readIdentity(replica)];
  if (!other?.standby) {
    throw new StartError(
      `The database at ${name} is not a replica: it accepts writes.`,
      `Name a standby in ${setting}, or several servers with ?target_session_attrs=standby.`,
    );
  }
  if (own?.system === other.system && own.database === other.database) return;
  throw new StartError(
    `The database at ${name} is a replica of another database than that of DATABASE_URL.`,
    `Correct ${setting}: searches would be answered from other records.`,
  );
}

/** The seconds until the replica has replayed what the primary has written so far; undefined if it takes too long. */
async function measureLag(primary: Pool, replica: Pool, maxSeconds: number): Promise<number | undefined> {
  const started = performance.now();
  const [now] = await primary<{ position: string }[]>`SELECT pg_current_wal_lsn()::text AS position`;
  for (;;) {
    const [row] = await replica<{ done: boolean | null }[]>`
      SELECT pg_last_wal_replay_lsn() >= ${now?.position ?? '0/0'}::pg_lsn AS done`;
    const seconds = (performance.now() - started) / 1000;
    if (row?.done) return seconds;
    if (seconds > maxSeconds) return undefined;
    await sleep(50);
  }
}
