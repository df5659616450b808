import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { findFreePorts } from '../free-ports.ts';
import { programs, startDaemon } from '../debian.ts';

const examples = import.meta.glob<string>('./examples/*', { query: '?raw', import: 'default', eager: true });

/** The reverse proxies with an example, each with the command that runs its file. */
const proxies = {
  nginx: {
    file: 'nginx.conf',
    wrap: (text: string, folder: string) =>
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\nproxy_temp_path ${folder}/proxy;\nclient_body_temp_path ${folder}/body;\n${text}}\n`,
    getArgs: (path: string, folder: string) => ['-c', path, '-p', folder],
  },
  caddy: {
    file: 'caddy.conf',
    wrap: (text: string) => `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`,
    getArgs: (path: string) => ['run', '--config', path, '--adapter', 'caddyfile'],
  },
  haproxy: {
    file: 'haproxy.cfg',
    wrap: (text: string) => text,
    getArgs: (path: string) => ['-db', '-f', path],
  },
} as const;

/** A reverse proxy with an example. */
type ProxyName = keyof typeof proxies;
export const proxyNames = Object.keys(proxies) as ProxyName[];

/** A running proxy: its address with the path of the site, and the certificate to trust. */
export interface RunningProxy {
  readonly origin: string;
  readonly certificate: Buffer;
  /** What it wrote to its log. */
  readLog(): string;
}

/** Starts a proxy with its example in front of a gateway on this machine; `shutdown` stops it. */
export async function startProxy(name: ProxyName, gateway: number, shutdown: Shutdown): Promise<RunningProxy> {
  const { file, wrap, getArgs } = proxies[name];
  const folder = await mkdtemp(join(tmpdir(), `fundscope-${name}-`));
  shutdown.add(() => rm(folder, { recursive: true, force: true }));
  const [port] = await findFreePorts(1);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  createCertificate(certificate, key);
  const certificateWithKey = join(folder, 'both.pem');
  await writeFile(certificateWithKey, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
  const values: Record<string, string> = {
    gateway: String(gateway),
    port: String(port),
    certificate,
    key,
    certificateWithKey,
  };
  const example = examples[`./examples/${file}`] ?? '';
  const path = join(folder, file);
  await writeFile(
    path,
    wrap(
      example.replaceAll(/\$\{(\w+)\}/g, (_, value: string) => values[value] ?? ''),
      folder,
    ),
  );
  const logFile = join(folder, 'log');
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  startDaemon({ command: programs[name], args: getArgs(path, folder), logFile, env }, shutdown);
  return {
    origin: `https://localhost:${port}`,
    certificate: readFileSync(certificate),
    readLog: () => readFileSync(logFile, 'utf8'),
  };
}

function createCertificate(certificate: string, key: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
}
