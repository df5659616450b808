import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The name of the lock: a socket without a file. */
export const buildLockName = (cluster: string): string =>
  `\0fundscope-start-${createHash('sha256').update(cluster).digest('hex').slice(0, 32)}`;

/**
 * Runs `task` while no other program on this machine does the same for the cluster; resolves to `taken` at once if one
 * does. Two servers that start over the file of a dead one can each remove the other's file, and the one that runs then
 * stops within a minute, without a message. The kernel releases the lock when the program ends; systems without
 * abstract sockets have no lock.
 */
export async function runWithStartLock<T>(cluster: string, task: () => Promise<T>): Promise<T | 'taken'> {
  if (process.platform !== 'linux') return task();
  const lock = createServer((socket) => socket.destroy());
  lock.listen(buildLockName(cluster));
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') return 'taken';
    throw error;
  }
  try {
    return await task();
  } finally {
    lock.close();
  }
}
