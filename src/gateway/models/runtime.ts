import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, toErrorMessage } from '../../service/db/start-error.ts';
import { nativeName, portableName, type RegistryPackage, type Runtime } from './catalog.ts';
import { fetchPackage } from './fetch-package.ts';
import { extractFiles } from './read-archive.ts';

/** A runtime for models, installed in a data folder. */
export type InstalledRuntime = {
  readonly name: string;
  readonly version: string;
  /** The folder of its package. */
  readonly folder: string;
};

/** What to fetch, and where. */
export type FetchOptions = {
  readonly dataDir: string;
  /** The runtimes to try, best first. */
  readonly runtimes: readonly Runtime[];
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
};

/** The folder of models and of their runtime. */
export const modelsFolder = (dataDir: string): string => join(dataDir, 'models');

/** Downloaded archives; an interrupted install continues with them. */
const downloadsFolder = (dataDir: string): string => join(modelsFolder(dataDir), 'downloads');

const runtimeFolder = (dataDir: string) => join(modelsFolder(dataDir), 'runtime');

/** Finds the runtime that is installed in a data folder. */
export async function findRuntime(dataDir: string): Promise<InstalledRuntime | undefined> {
  for (const name of [nativeName, portableName]) {
    const folder = join(runtimeFolder(dataDir), 'node_modules', name);
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (manifest === undefined) continue;
    const { version } = JSON.parse(manifest) as { version: string };
    return { name, version, folder };
  }
  return undefined;
}

/** As `findRuntime`; if there is none, throws a StartError that says what to run. */
export async function requireRuntime(dataDir: string): Promise<InstalledRuntime> {
  const runtime = await findRuntime(dataDir);
  if (runtime) return runtime;
  throw new StartError('The model runtime is not installed.', 'Run "fundscope model runtime" once, then start again.');
}

/**
 * Keeps the installed runtime if it is one of `runtimes` and `attempt` works with it. Otherwise downloads and tries
 * them in turn, and installs the first that works. Throws the error of the last one.
 */
export async function installRuntime<T>(
  options: FetchOptions,
  attempt: (folder: string) => Promise<T>,
): Promise<{ runtime: InstalledRuntime; result: T }> {
  const { dataDir, runtimes, onProgress } = options;
  const present = await findRuntime(dataDir);
  if (present && runtimes.some(([{ name, version }]) => name === present.name && version === present.version)) {
    const result = await attempt(present.folder).catch(() => undefined);
    if (result !== undefined) return { runtime: present, result };
  }
  let failure: unknown;
  for (const [at, runtime] of runtimes.entries()) {
    const incoming = join(modelsFolder(dataDir), 'incoming/runtime');
    await rm(incoming, { recursive: true, force: true });
    await fetchRuntime(runtime, incoming, options);
    try {
      const [{ name }] = runtime;
      const result = await attempt(join(incoming, 'node_modules', name));
      await rm(runtimeFolder(dataDir), { recursive: true, force: true });
      await rename(incoming, runtimeFolder(dataDir));
      return { runtime: await requireRuntime(dataDir), result };
    } catch (error) {
      failure = error;
      if (at < runtimes.length - 1)
        onProgress(
          `The native runtime does not work here, so WebAssembly is used, which is slower: ${toErrorMessage(error)}`,
        );
    }
  }
  throw failure;
}

async function fetchRuntime(runtime: Runtime, folder: string, options: FetchOptions): Promise<void> {
  for (const wanted of runtime) {
    const archive = await fetchArchive(wanted, options);
    await extractFiles(archive, (path) => {
      const file = path.replace(/^[^/]*\//, '');
      return wanted.keeps(file) ? join(folder, 'node_modules', wanted.name, file) : undefined;
    });
  }
}

/** Downloads the archive of a package and reports it; returns its path. */
export function fetchArchive(
  wanted: RegistryPackage & { readonly download: number },
  { dataDir, signal, onProgress }: FetchOptions,
): Promise<string> {
  onProgress(`Fetching ${wanted.name} ${wanted.version} (${formatMegabytes(wanted.download)}) ...`);
  return fetchPackage(wanted, downloadsFolder(dataDir), signal);
}

/** Bytes as megabytes, such as "161 MB". */
export const formatMegabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;
