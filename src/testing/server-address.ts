import { join } from 'node:path';
import { readPostmaster } from '../gateway/database/cluster-files.ts';
import { buildAddress } from '../gateway/database/presence.ts';
import { readPassword } from '../gateway/database/secure-cluster.ts';

/** The connection string of the embedded server that runs on a data folder. */
export async function readServerAddress(dataDir: string): Promise<string> {
  const server = await readPostmaster(join(dataDir, 'postgres'));
  return buildAddress(server?.socketDir ?? '', await readPassword(join(dataDir, 'database-password')));
}
