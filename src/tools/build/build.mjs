import { zipSync } from 'fflate';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, mergeConfig } from 'vite';

const projectDir = resolve(import.meta.dirname, '../../..');
const { logLevel } = parseArgs({ options: { logLevel: { type: 'string', default: 'info' } } }).values;

process.chdir(projectDir);
// Under vitest it is `test`, with which Vite would build React for development.
process.env['NODE_ENV'] = 'production';

// All builds share one process, because half of the time of a small build is spent loading Vite and Tailwind.
await buildPart({ build: { ssr: true } });
// The gateway starts while the dashboard is built.
process.send?.('server');
await buildPart({});
// The API reference is built separately, so that it shares no file with the dashboard.
await buildPart({ mode: 'docs' });
packDashboard(join(projectDir, 'dist/client'), join(projectDir, 'dist/client.zip'));

/** @param {import('vite').InlineConfig} config */
async function buildPart(config) {
  // On a slow machine Vite would warn of its own plugins.
  const rolldownOptions = { checks: { bundlerTimings: false } };
  await build(mergeConfig({ logLevel, build: { rolldownOptions } }, config));
}

/**
 * Packs what the gateway serves (gateway/server/static.ts) into one file, because npm unpacks each file of the package
 * four times. It is compressed here once; the gateway itself compresses for the few browsers that do not accept Brotli,
 * on plain http from another machine.
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
    // A smaller file fits in one packet uncompressed.
    if (!/\.(js|css|svg)$/.test(path) || bytes.length < 1024) continue;
    // A higher quality takes six times as long to save 2 %.
    files[`${path}.br`] = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  }
  writeFileSync(archive, zipSync(files, { level: 0 }));
}
