import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The folder of the checkout or the package: two above this file, and two above the bundle in dist/server as well. */
export const projectDir = resolve(import.meta.dirname, '../..');

/**
 * The default data folder: in the checkout if it is writable, otherwise in the user's folder for data, because an
 * installed package may be replaced at any time.
 */
export function findDefaultDataDir({ XDG_DATA_HOME: shared = '' }: NodeJS.ProcessEnv): string {
  const inCheckout = join(projectDir, '.fundscope');
  if (existsSync(join(projectDir, 'vite.config.ts')) && (existsSync(inCheckout) || isWritable(projectDir))) {
    return inCheckout;
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/fundscope');
  return join(isAbsolute(shared) ? shared : join(homedir(), '.local/share'), 'fundscope');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The built command line. */
export const cliFile = join(projectDir, 'dist/server/cli.js');

/** The built dashboard, in one file. */
export const dashboardArchive = join(projectDir, 'dist/client.zip');

const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** The version in package.json. */
export const { version } = manifest;

/** The supported versions of Node, such as `^20.19.0 || >=22.12.0`. */
export const nodeRange = manifest.engines.node;
