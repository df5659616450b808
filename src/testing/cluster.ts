import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../service/db/open.ts';
import { findRunnableBinaries } from '../gateway/database/binaries.ts';
import { productRole, runSingleUser } from '../gateway/database/secure-cluster.ts';
import { defaultSystemDir, findServerUser } from '../gateway/database/server-user.ts';
import { startServer } from '../gateway/database/server.ts';
import { findScratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's cluster; its database is the migrated template of all test databases. */
    templateAddress: string;
  }
}

/** Starts the database cluster of a test run, with a migrated template; returns a function that removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(findScratchFolder(), 'fundscope-test-'));
  await (await startServer({ dataDir, fsync: false })).stop();
  await allowReferencesLater(join(dataDir, 'postgres'));
  const server = await startServer({ dataDir, fsync: false });
  const template = await openDatabase(server.address(), { max: 1 });
  await template.end();
  project.provide('templateAddress', server.address());
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Lets tests fill tables in any order: the product's role may not turn references off. */
async function allowReferencesLater(cluster: string): Promise<void> {
  const user = await findServerUser();
  const { native } = await findRunnableBinaries(defaultSystemDir, user);
  const stopped = { native, cluster, passwordFile: '', user, fsync: false };
  const failure = await runSingleUser(stopped, 'postgres', [
    `GRANT SET ON PARAMETER session_replication_role TO ${productRole}`,
  ]);
  if (failure !== undefined) throw new Error(failure);
}
