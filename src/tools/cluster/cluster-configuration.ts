const texts = import.meta.glob<string>('./settings/*', { query: '?raw', import: 'default', eager: true });

/** The ports of all parts of a cluster, on 127.0.0.1. */
export interface ClusterPorts {
  etcd: number;
  etcdPeers: number;
  servers: readonly { postgres: number; patroni: number }[];
  /** HAProxy in front of the primary, and of the gateways. */
  primary: number;
  site: number;
  pooler: number;
  gateways: readonly number[];
}

/** Patroni's settings of one server. */
export function writePatroni(
  { etcd, servers }: ClusterPorts,
  at: number,
  folders: { data: string; binaries: string },
): string {
  return fillSettings('patroni.yml', { etcd, number: at + 1, ...servers[at], ...folders });
}

/** HAProxy's settings: the primary by Patroni's health check, the gateways by their ports. */
export function writeHaproxy({ primary, site, servers, gateways }: ClusterPorts): string {
  const serverLines = servers.map(
    ({ postgres, patroni: port }, at) => `  server server${at + 1} 127.0.0.1:${postgres} check port ${port}`,
  );
  const gatewayLines = gateways.map((port, at) => `  server gateway${at + 1} 127.0.0.1:${port} check`);
  return fillSettings('haproxy.cfg', {
    primary,
    site,
    servers: serverLines.join('\n'),
    gateways: gatewayLines.join('\n'),
  });
}

/** PgBouncer's settings: transaction pooling in front of the primary. */
export const writePgbouncer = ({ primary, pooler }: ClusterPorts, users: string): string =>
  fillSettings('pgbouncer.ini', { primary, pooler, users });

/** The text of a file in `settings` with its `${names}` replaced by values. */
function fillSettings(file: string, values: Readonly<Record<string, string | number>>): string {
  const text = texts[`./settings/${file}`];
  if (text === undefined) throw new Error(`there is no ${file}`);
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name} in ${file}`);
    return String(value);
  });
}
