import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Plugin, type Rolldown, build } from 'vite';

const source = resolve(import.meta.dirname, '../../dashboard/app/offline-worker.ts');

/** A file that the service worker stores. Without a revision its name changes with its content. */
type StoredFile = { readonly url: string; readonly revision: string | null };

/** Vite plugin: builds the service worker of the dashboard, offline.js, with the list of files that it stores. */
export function offlineWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'fundscope-offline-worker',
    apply: ({ build: { ssr } = {} }, { command, mode }) => command === 'build' && !ssr && mode === 'production',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    async generateBundle(_, bundle) {
      const files = [...listPublicFiles(publicDir), ...listBundleFiles(bundle)];
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
      if (!entry) throw new Error('The dashboard has no entry.');
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: await bundleWorker(files, entry.fileName) });
    },
  };
}

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The page, and the files that Vite names by their content. */
export const listBundleFiles = (bundle: Rolldown.OutputBundle): StoredFile[] =>
  Object.values(bundle).flatMap((output): StoredFile[] => {
    if (output.fileName.startsWith('assets/')) return [{ url: output.fileName, revision: null }];
    if (output.fileName !== 'index.html' || output.type !== 'asset') return [];
    return [{ url: './', revision: hash(output.source) }];
  });

/** The files directly in `public`, whose names stay; its folders are not for the dashboard. */
const listPublicFiles = (folder: string): StoredFile[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => ({ url: name, revision: hash(readFileSync(join(folder, name))) }));

/** A separate build, because a service worker is a single file. */
async function bundleWorker(files: readonly StoredFile[], entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      'import.meta.env.FUNDSCOPE_FILES': JSON.stringify(files),
      'import.meta.env.FUNDSCOPE_ENTRY': JSON.stringify(entry),
    },
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [worker, ...others] = outputs.filter((output) => output.type === 'chunk');
  if (!worker || others.length > 0) throw new Error('The service worker must be one file.');
  return worker.code;
}
