// npm passes the arguments after `--` only to the last command of a script, so one script runs all builds.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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

// Compressed once here; the gateway serves these files as they are (gateway/server/static.ts).
if (!direct) compressAll(join(projectDir, 'dist/client'));

/** @param {string} folder */
function compressAll(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * Writes the declarations of the client and of the contract below it, which other packages read without our aliases.
 * @param {string} folder
 */
function writeTypes(folder) {
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-b', 'src/client'], { cwd: projectDir, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const layer of ['client', 'contract']) {
    const emitted = join(projectDir, 'node_modules/.cache/tsc', layer, layer);
    for (const name of readdirSync(emitted, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.d.ts')) continue;
      const target = join(folder, layer, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        readFileSync(join(emitted, name), 'utf8')
          .replaceAll("'#contract/", "'../contract/")
          .replaceAll('"#contract/', '"../contract/'),
      );
    }
  }
}
