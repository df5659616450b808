import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { runWithStartLock, buildLockName } from './start-lock.ts';

const mine = async () => 'mine' as const;

test.runIf(process.platform === 'linux')(
  'one program at a time starts the server of a folder, and a killed one holds nobody up',
  async () => {
    const cluster = `/nowhere/${process.pid}`;
    const others = await runWithStartLock(cluster, async () => [
      await runWithStartLock(cluster, mine),
      await runWithStartLock(`${cluster}/other`, mine),
    ]);
    expect(others).toEqual(['taken', 'mine']);

    const hold = `require('node:net').createServer().listen(${JSON.stringify(buildLockName(cluster))}, () => console.log('held'))`;
    const holder = spawn(process.execPath, ['--eval', hold]);
    await once(holder.stdout, 'data');
    expect(await runWithStartLock(cluster, mine)).toBe('taken');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await runWithStartLock(cluster, mine)).toBe('mine');
    await expect(runWithStartLock(cluster, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await runWithStartLock(cluster, mine)).toBe('mine');
  },
);
