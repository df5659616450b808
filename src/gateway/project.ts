import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout's folder: two above this file, and two above the bundle in dist/server as well. */
export const projectDir = resolve(import.meta.dirname, '../..');

/** The built command line. */
export const cliFile = join(projectDir, 'dist/server/cli.js');

/** The folder of the built dashboard. */
export const clientDir = join(projectDir, 'dist/client');

/** The version in package.json. */
export const version = (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string })
  .version;
