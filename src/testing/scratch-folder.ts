import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
const neededBytes = 6 * 1024 ** 3;

/**
 * The folder for files of tests. A database has a thousand files, for which a disk takes ten times as long as memory,
 * so the folder is in memory if there is plenty; TMPDIR names another place.
 */
export function findScratchFolder(): string {
  return !process.env['TMPDIR'] && hasRoomInMemory() ? memoryFolder : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return Math.min(bavail * bsize, freemem()) >= neededBytes;
  } catch {
    return false;
  }
}
