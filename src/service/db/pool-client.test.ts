import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test, vi } from 'vitest';
import { callAfterFreeTime } from './pool-client.ts';
import { createPool } from './pool.ts';

/** Blocks the event loop, as the generation of many records does. */
const keepBusy = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('time in which the program itself was busy does not count against the server', async () => {
  const onTimeout = vi.fn();
  const cancel = callAfterFreeTime(200, onTimeout);
  for (let round = 0; round < 3; round += 1) {
    keepBusy(250);
    // The response that arrived in the meantime is read now.
    await sleep(1);
  }
  expect(onTimeout).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onTimeout).toHaveBeenCalledOnce());
  cancel();
});

test('a cancelled limit is never reached', async () => {
  const onTimeout = vi.fn();
  callAfterFreeTime(20, onTimeout)();
  await sleep(60);
  expect(onTimeout).not.toHaveBeenCalled();
});

test('a socket address has the port and the escaped password of its URL', async () => {
  const address = new URL(inject('templateAddress'));
  const folder = await mkdtemp(join(tmpdir(), 'socket-'));
  // The socket of a second server on the same machine, such as another version of PostgreSQL.
  await symlink(join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432'), join(folder, '.s.PGSQL.5433'));
  address.searchParams.set('host', folder);
  address.port = '5433';
  address.password = Array.from(address.password, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  address.pathname = '/postgres';
  const pool = createPool({ address: address.href, settings: {}, max: 1 });
  try {
    expect(await pool`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await rm(folder, { recursive: true });
  }
});
