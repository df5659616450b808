import { watch } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportError } from './import-error.ts';

/** Waits before a file is tried again. */
const retryMs = 30_000;
/** A file is whole once it has not changed for this time. */
const settleMs = 1000;

type WatchOptions = {
  /** Looks only this often; by default whenever the folder changes. */
  readonly everyMs: number | undefined;
  readonly signal: AbortSignal;
  /** Imports a file and moves it away; false leaves it for another attempt. */
  readonly onFile: (path: string) => Promise<boolean>;
};

/** Hands over every file that is or comes into a folder, one after the other, until the signal aborts. */
export async function watchFolder(folder: string, { everyMs, signal, onFile }: WatchOptions): Promise<never> {
  const waiting = everyMs === undefined ? openChanges(folder, signal) : () => sleep(everyMs, undefined, { signal });
  let seen = new Map<string, string>();
  for (;;) {
    const files = await listFiles(folder);
    const ready = [...files].filter(([path, mark]) => seen.get(path) === mark);
    let isLeft = false;
    for (const [path] of ready) {
      signal.throwIfAborted();
      if (!(await onFile(path))) isLeft = true;
    }
    seen = files;
    if (isLeft) await sleep(retryMs, undefined, { signal });
    else if (files.size > ready.length) await sleep(settleMs, undefined, { signal });
    else await waiting();
  }
}

/** Returns what waits until the folder has changed since the last call. */
function openChanges(folder: string, signal: AbortSignal): () => Promise<void> {
  let isChanged = false;
  let wake: (() => void) | undefined;
  watch(folder, { signal }, () => {
    isChanged = true;
    wake?.();
  });
  return async () => {
    if (!isChanged) {
      await new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    }
    isChanged = false;
  };
}

/** The files directly in a folder, without hidden ones, with what shows that one has changed. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: Error) => {
    throw new ImportError(`The folder ${folder} cannot be read.`, 'Check the path.', { cause });
  });
  const files = new Map<string, string>();
  for (const entry of entries.toSorted((one, other) => one.name.localeCompare(other.name))) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.set(path, `${found.size} ${found.mtimeMs}`);
  }
  return files;
}

/** Moves a file into a folder next to it, under a name that is free there, with a note about it. */
export async function setAside(path: string, into: 'imported' | 'rejected', note?: string): Promise<string> {
  const folder = join(dirname(path), into);
  const ending = extname(path);
  const stem = basename(path, ending);
  try {
    await mkdir(folder, { recursive: true });
    const taken = new Set(await readdir(folder));
    const time = new Date().toISOString().replaceAll(/[-:]|\..*/g, '');
    let name = `${stem}${ending}`;
    for (let at = 1; taken.has(name); at += 1) name = `${stem}-${time}${at === 1 ? '' : `-${at}`}${ending}`;
    await rename(path, join(folder, name));
    if (note !== undefined) await writeFile(join(folder, `${name}.txt`), `${note}\n`);
    return join(folder, name);
  } catch (cause) {
    throw new ImportError(`${path} cannot be moved to ${folder}.`, 'Let this program write there.', { cause });
  }
}
