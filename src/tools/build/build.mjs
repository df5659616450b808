// npm passes the arguments after `--` only to the last command of a script, so one script runs all builds.
import { zipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const projectDir = resolve(import.meta.dirname, '../../..');
const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
const args = process.argv.slice(2);

// The page for static hosts needs no server.
const direct = /(^|\s)(--mode|-m)[\s=]direct(\s|$)/.test(args.join(' '));

// The API reference is built by itself, so that it shares no file with the dashboard.
for (const target of direct ? [[]] : [[], ['--mode', 'docs'], ['--ssr'], ['--ssr', '--mode', 'client']]) {
  const { status } = spawnSync(process.execPath, [vite, 'build', ...target, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    // A test that finds the build stale sets it to test, which would build React for development and no service worker.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!direct) writeTypes(join(projectDir, 'dist/package/types'));

if (!direct) packDashboard(join(projectDir, 'dist/client'), join(projectDir, 'dist/client.zip'));

/**
 * Packs what the gateway serves (gateway/server/static.ts) into one file, because npm unpacks each file of the package
 * four times. Compressed here once; the gateway itself compresses for the few browsers that take no Brotli, on plain http
 * from another machine.
 * @param {string} folder
 * @param {string} archive
 */
function packDashboard(folder, archive) {
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/^(\.vite|screenshots)/.test(path) || !statSync(join(folder, path)).isFile()) continue;
    const bytes = readFileSync(join(folder, path));
    files[path] = bytes;
    // A smaller file fits into one packet as it is.
    if (!/\.(js|css|svg)$/.test(path) || bytes.length < 1024) continue;
    files[`${path}.br`] = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  }
  writeFileSync(archive, zipSync(files, { level: 0 }));
}

/**
 * Writes the declarations of the client and of all that they import, from the contract and from zod, so that another
 * package reads them without our aliases and without zod.
 * @param {string} folder
 */
function writeTypes(folder) {
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', 'src/client'], { cwd: projectDir, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const emitted = join(projectDir, 'node_modules/.cache/tsc');
  /** @type {Record<string, string>} */
  const sources = {
    client: join(emitted, 'client/client'),
    contract: join(emitted, 'contract/contract'),
    zod: join(projectDir, 'node_modules/zod/v4'),
  };
  /** @type {Record<string, string>} */
  const aliases = { zod: '/zod/classic/index.d.ts', 'zod/v4/core': '/zod/core/index.d.ts' };
  const files = new Set(['/client/client.d.ts']);
  for (const file of files) {
    const [, layer = '', rest = ''] = /^\/([a-z]+)\/(.*)$/.exec(file) ?? [];
    const text = readFileSync(join(sources[layer] ?? '', rest), 'utf8');
    // Messages in other languages are half of zod's files, and nothing of ours names their types.
    const own = text.replace(/^export \* as locales from .*$/m, '');
    const written = own.replaceAll(/(?<=(?:from |import\()(['"]))[^'"]+(?=\1)/g, (name) => {
      const found = aliases[name] ?? posix.resolve(dirname(file), name.replace(/^#contract/, '/contract'));
      const imported = found.replace(/(\.d)?\.[jt]s$/, '.d.ts');
      files.add(imported);
      return `./${posix.relative(dirname(file), imported)}`.replace(/\.d\.ts$/, '.js');
    });
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), written);
  }
}
