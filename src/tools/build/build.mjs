// npm passes the arguments after `--` only to the last command of a script, so one script runs all builds.
import { zipSync } from 'fflate';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const projectDir = resolve(import.meta.dirname, '../../..');
const args = process.argv.slice(2);

// The page for static hosts needs no server.
if (/(^|\s)(--mode|-m)[\s=]direct(\s|$)/.test(args.join(' '))) await build();
else await Promise.all([buildDashboard(), build('--ssr')]);

async function buildDashboard() {
  await build();
  // The API reference is built by itself, so that it shares no file with the dashboard.
  await build('--mode', 'docs');
  packDashboard(join(projectDir, 'dist/client'), join(projectDir, 'dist/client.zip'));
}

/** @param {string[]} target */
async function build(...target) {
  const child = spawn(
    process.execPath,
    [join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', ...target, ...args],
    {
      cwd: projectDir,
      stdio: 'inherit',
      // A test that finds the build stale sets it to test, which would build React for development and no service worker.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(Number(code ?? 1));
}

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
    // A higher quality takes six times as long for 2 % less.
    files[`${path}.br`] = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  }
  writeFileSync(archive, zipSync(files, { level: 0 }));
}
