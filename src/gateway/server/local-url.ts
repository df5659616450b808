import type { Environment } from '../environment.ts';

/** The address under which this machine reaches a gateway that listens there. */
export function formatLocalUrl({ host, port }: Pick<Environment, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
