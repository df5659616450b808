import { openRequestPool } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { type Replica, watchReplicas } from '../../service/db/replicas.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';

/** The connections of requests, with replicas; with a database of your own, separate from those of background work. */
export async function openForRequests(
  sql: Pool,
  { databaseUrl, databaseReplicaUrls }: Environment,
  shutdown: Shutdown,
): Promise<{ db: Pool; replicas: readonly Replica[] }> {
  if (databaseUrl === undefined) return { db: sql, replicas: [] };
  const db = await openRequestPool(sql, databaseUrl);
  shutdown.add(() => db.end({ timeout: 5 }));
  if (databaseReplicaUrls.length === 0) return { db, replicas: [] };
  const replicas = watchReplicas(db, databaseReplicaUrls);
  shutdown.add(() => replicas.close());
  return { db, replicas: replicas.list };
}
