import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { gatewayInDevelopment } from './src/tools/build/development-gateway.ts';
import { findScratchFolder } from './src/testing/scratch-folder.ts';
import { ReportUnits } from './src/testing/report-units.ts';
import { LongestFirst } from './src/testing/test-order.ts';

// The policy allows no font from a data: address.
const keepFonts = (file: string): false | undefined => (file.endsWith('.woff2') ? false : undefined);

/** The command line, and a module that runs it. */
const server = { 'cli.js': 'src/gateway/cli/main.ts', 'command-line.js': 'src/gateway/cli/command-line.ts' };

/** Threads that Node starts from a file, by the name of the file. */
const threads = {
  'record-index.js': 'src/service/index/index-worker.ts',
  'company-ranking.js': 'src/service/relevance/ranking/ranking-worker.ts',
  'sentence-model.js': 'src/service/relevance/model/model-worker.ts',
};

const tools = Object.fromEntries(
  ['bench', 'chaos', 'cluster', 'flaky', 'fresh', 'proxies', 'screenshots'].map((name) => [
    `${name}.js`,
    `src/tools/${name}/main.ts`,
  ]),
);

/** What is built for Node besides the gateway: the tools, and the client that others install. */
const serverBuilds: Record<string, { outDir: string; input: Record<string, string> }> = {
  tools: { outDir: 'dist/tools', input: { ...tools, ...threads } },
  client: { outDir: 'dist/package', input: { 'client.js': 'src/client/client.ts' } },
};

/** What configures zod, with the part of zod that holds the configuration. */
const zodConfig = /\/zod-config\.ts$|\/zod\/v4\/core\/core\.js$/;

/** The API reference, a page of its own. */
const docsFolder = 'src/dashboard/app/docs';

/** Tests of the dashboard that need a document, or that replace a module: each has modules of its own. */
const separateTests = readdirSync('src/dashboard', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join('src/dashboard', name))
  .filter((path) => /@vitest-environment|vi\.mock\(/.test(readFileSync(path, 'utf8')));

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  ...(mode === 'docs' ? { root: docsFolder, publicDir: resolve(import.meta.dirname, 'public') } : {}),
  plugins: [react(), tailwindcss(), gatewayInDevelopment()],
  // The gateway prepends the path of a proxy (FUNDSCOPE_BASE).
  ...(command === 'build' && !isSsrBuild ? { base: './' } : {}),
  server: { host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 4310), strictPort: true },
  // An installed package then has no other packages to unpack, and holds what is used of them, with the licenses of
  // all. The development server runs modules one by one, and none of CommonJS; tools run in a checkout only.
  ssr: { noExternal: command === 'build' && mode !== 'tools' ? true : [] },
  build: isSsrBuild
    ? {
        license: { fileName: 'licenses.md' },
        outDir: serverBuilds[mode]?.outDir ?? 'dist/server',
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: {
          input: serverBuilds[mode]?.input ?? { ...server, ...threads },
          output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
        },
      }
    : mode === 'docs'
      ? {
          outDir: resolve(import.meta.dirname, 'dist/client'),
          emptyOutDir: false,
          license: { fileName: 'licenses-docs.md' },
          copyPublicDir: false,
          assetsInlineLimit: keepFonts,
          rolldownOptions: { input: resolve(import.meta.dirname, docsFolder, 'docs.html') },
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          license: { fileName: 'licenses.md' },
          assetsInlineLimit: keepFonts,
          // A chunk runs as a whole, so zod is configured before another chunk builds a schema.
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'zod-config', test: zodConfig }] } } },
        },
  test: {
    // A fixed zone, unless one is given: TZ=Pacific/Kiritimati npm run unit proves that nothing depends on it.
    env: { TZ: process.env['TZ'] ?? 'UTC', TMPDIR: findScratchFolder() },
    setupFiles: ['src/testing/fixed-seed.ts'],
    // Two more than the cores of a small machine: a file that waits for a process or a timeout leaves its core to
    // others.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A poll waits for what happens, not for the second that it takes on an idle machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', new ReportUnits(), ...(process.env['FUNDSCOPE_TEST_REPORTS'] ? ['json'] : [])],
    outputFile: { json: `${process.env['FUNDSCOPE_TEST_REPORTS']}/vitest.json` },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          // The files of a worker share what they import: it keeps no state but what it reads once and never changes.
          isolate: false,
          // Without it V8 optimizes the WebAssembly of each model that a test opens: seconds for code that runs a few times.
          execArgv: ['--liftoff-only'],
          include: ['src/{contract,ask,client,service,gateway,tools}/**/*.test.ts', 'src/*.test.ts'],
          globalSetup: ['src/testing/cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          isolate: false,
          include: ['src/dashboard/**/*.test.{ts,tsx}'],
          exclude: separateTests,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'document',
          // A test that needs a document says so in its first line. A context for each file, as apart as a process
          // would be, because a process would load jsdom anew for a second each.
          pool: 'vmThreads',
          include: separateTests,
          testTimeout: 30_000,
        },
      },
    ],
  },
}));
