import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCluster, removePostmasterFile } from './cluster-files.ts';

test('a server that starts on the folder while another program removes a dead server’s lock keeps its own lock', async () => {
  const cluster = mkdtempSync(join(tmpdir(), 'fundscope-disown-'));
  const path = join(cluster, 'postmaster.pid');
  const rest = '\n/data\n1700000000\n5432\n/socket\n\n  2149075        11\nready\n';
  for (let round = 0; round < 300; round += 1) {
    writeFileSync(path, `1000${rest}`);
    const disowned = removePostmasterFile(cluster, 1000);
    await (round % 3 === 0 ? Promise.resolve() : sleep(0));
    // Like PostgreSQL: the old file is deleted and a new one created.
    unlinkSync(path);
    writeFileSync(path, `2000${rest}`, { flag: 'wx' });
    await disowned;
    expect(readFileSync(path, 'utf8')).toBe(`2000${rest}`);
  }
  writeFileSync(path, `1000${rest}`);
  await removePostmasterFile(cluster, 1000);
  expect(readFileSync(path, 'utf8')).toBe(`${2 ** 31 - 1}${rest}`);
  await removePostmasterFile(cluster, 1000);
  rmSync(cluster, { recursive: true });
});

test('a user without a name on this machine is told so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundscope-nameless-'));
  mkdirSync(join(folder, 'bin'));
  const complaint = 'initdb: could not look up effective user ID 1234: user does not exist';
  writeFileSync(join(folder, 'bin/initdb'), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  await expect(createCluster(folder, join(folder, 'postgres'), undefined, false)).rejects.toThrow(
    'PostgreSQL cannot run as user 1234, because no user of this machine has that number.',
  );
  rmSync(folder, { recursive: true });
});
