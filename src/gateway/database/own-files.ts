import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { buildProcessOptions } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

const flagsOf = {
  read: O_RDONLY | O_NONBLOCK,
  change: O_RDWR | O_NONBLOCK,
  append: O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
};

/**
 * Opens a regular file that is no link and has one name; throws if there is none. When root runs Fundscope, it reads
 * files in another user's folder, where a link could lead to root's files and a pipe would block the start.
 */
export async function openFile(path: string, mode: keyof typeof flagsOf): Promise<FileHandle> {
  const file = await open(path, flagsOf[mode] | O_NOFOLLOW, 0o600);
  const info = await file.stat();
  if (info.isFile() && info.nlink === 1) return file;
  await file.close();
  throw Object.assign(new Error(`${path} is not an ordinary file`), { code: 'EEXIST' });
}

/** Reads such a file; returns an empty text if there is none that can be read. */
export async function readRegularFile(path: string): Promise<string> {
  const file = await openFile(path, 'read').catch(() => undefined);
  const text = await file?.readFile('utf8').catch(() => undefined);
  await file?.close();
  return text ?? '';
}

/** Deletes a folder of the server's user, as that user: a link could lead root out of it. */
export async function removeFolder(path: string, user: ServerUser | undefined): Promise<void> {
  await promisify(execFile)('rm', ['-rf', '--', path], buildProcessOptions(user)).catch(() => undefined);
  await rmdir(path).catch(() => undefined);
}

/** Writes a file that only its owner can read, completely or not at all. */
export async function writeSecret(path: string, secret: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
