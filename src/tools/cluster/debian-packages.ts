import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../service/db/start-error.ts';

/** The programs of a cluster, by their Debian package. */
const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresql: '/usr/lib/postgresql',
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
} as const;

/** A program that comes from a Debian package. */
export type PackageName = keyof typeof programs;

/** Installs missing packages, as root on Debian; elsewhere throws a StartError that names what to install. */
export function installPackages(names: readonly PackageName[]): void {
  const isMissing = (name: PackageName) => !existsSync(programs[name]);
  const missing = names.filter(isMissing);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 2, 2] });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      env,
      stdio: ['ignore', 2, 2],
    });
  }
  if (!missing.some(isMissing)) return;
  throw new StartError(
    `These programs are missing: ${missing.filter(isMissing).join(', ')}.`,
    `Install them: apt-get install ${missing.join(' ')}`,
  );
}

/** The path of a package's program. */
export const findProgram = (name: Exclude<PackageName, 'postgresql'>): string => programs[name];

/** The folder of the newest installed PostgreSQL's programs. */
export function findPostgresFolder(): string {
  const versions = readdirSync(programs.postgresql).toSorted((a, b) => Number(b) - Number(a));
  return join(programs.postgresql, versions[0] ?? '', 'bin');
}
