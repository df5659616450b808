import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../service/db/start-error.ts';
import type { RegistryPackage } from './catalog.ts';

/**
 * Downloads the archive of a package into `folder` with npm, which knows this machine's registry, proxy and
 * certificates. An archive that exists is not downloaded again, and one with another hash is deleted.
 */
export async function fetchPackage(wanted: RegistryPackage, folder: string, signal: AbortSignal): Promise<string> {
  const name = `${wanted.name.replace(/^@/, '').replace('/', '-')}-${wanted.version}`;
  const archive = join(folder, `${name}.tgz`);
  if ((await hashFile(archive)) === wanted.integrity) return archive;
  const incoming = join(folder, `${name}.incoming`);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  try {
    await packWithNpm(`${wanted.name}@${wanted.version}`, incoming, signal);
    const [file = ''] = (await readdir(incoming)).filter((entry) => entry.endsWith('.tgz'));
    if ((await hashFile(join(incoming, file))) !== wanted.integrity) throw rejectHash(wanted);
    await rename(join(incoming, file), archive);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
  return archive;
}

const rejectHash = ({ name, version }: RegistryPackage): StartError =>
  new StartError(
    `${name}@${version} is not the archive that Fundscope knows: its hash is another one. It was deleted.`,
    'Check which registry `npm config get registry` names, then try again.',
  );

/** Undefined if there is no such file. */
async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha512');
  try {
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
  } catch {
    return undefined;
  }
  return `sha512-${hash.digest('base64')}`;
}

/** A separate cache, so that the user's does not store what is installed anyway. */
async function packWithNpm(spec: string, folder: string, signal: AbortSignal): Promise<void> {
  const cli = process.env['npm_execpath'];
  const args = ['pack', spec, '--pack-destination', folder, '--cache', join(folder, 'cache'), '--ignore-scripts'];
  const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const all = [...args, ...retries, '--loglevel=error', '--no-update-notifier'];
  const npm = spawn(cli ? process.execPath : 'npm', cli ? [cli, ...all] : all, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let errors = '';
  npm.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    npm.on('error', reject);
    npm.on('close', resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartError('npm was not found.', 'Install npm, which comes with Node, then try again.');
  });
  if (code !== 0) throw describeFailure(spec, errors);
}

function describeFailure(spec: string, errors: string): StartError {
  const [, code = 'unknown error'] = /npm (?:error|ERR!) code (\S+)/.exec(errors) ?? [];
  const retryAdvice = 'Run the command again: what has been fetched is kept.';
  if (/^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENET\w+|EHOST\w+|ERR_SOCKET\w*|UNABLE_\w+|.*CERT.*)$/.test(code))
    return new StartError(
      `${spec} could not be fetched: the npm registry cannot be reached (${code}).`,
      `Check the network, and the registry and proxy in \`npm config list\`. ${retryAdvice}`,
    );
  if (code === 'E404' || code === 'ETARGET')
    return new StartError(
      `${spec} could not be fetched: this npm registry does not have it (${code}).`,
      'Check which registry `npm config get registry` names, then try again.',
    );
  const [line = code] = [...errors.matchAll(/npm (?:error|ERR!) (?!code)(.+)/g)].map(([, text]) => text);
  return new StartError(`${spec} could not be fetched: ${line} (${code}).`, retryAdvice);
}
