import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startAlone, buildLockName } from './start-lock.ts';

const mine = async () => 'mine' as const;

test.runIf(process.platform === 'linux')(
  'one program at a time starts the server of a folder, and a killed one holds nobody up',
  async () => {
    const cluster = `/nowhere/${process.pid}`;
    const others = await startAlone(cluster, async () => [
      await startAlone(cluster, mine),
      await startAlone(`${cluster}/other`, mine),
    ]);
    expect(others).toEqual(['taken', 'mine']);

    const hold = `require('node:net').createServer().listen(${JSON.stringify(buildLockName(cluster))}, () => console.log('held'))`;
    const holder = spawn(process.execPath, ['--eval', hold]);
    await once(holder.stdout, 'data');
    expect(await startAlone(cluster, mine)).toBe('taken');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await startAlone(cluster, mine)).toBe('mine');
    await expect(startAlone(cluster, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await startAlone(cluster, mine)).toBe('mine');
  },
);
