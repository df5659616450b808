/**
 * Which servers of an address may be used: any, the one that accepts writes, or one that does not (named as in libpq).
 */
export type ServerRole = 'any' | 'primary' | 'standby';

/** A database address, parsed from a connection URL. */
interface ServerList {
  /** One URL for each server, in the order in which they are tried. */
  readonly servers: readonly string[];
  readonly role: ServerRole;
  /** Whether a pooler assigns a server connection per transaction, so that no setting outlives it. */
  readonly isPooled: boolean;
}

const roles: Readonly<Record<string, ServerRole>> = {
  any: 'any',
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
};

/** The parameters that are read here and unknown to the driver. */
const ownParameters = ['target_session_attrs', 'pgbouncer'];

/**
 * Parses `postgres://user:password@a:5432,b:5433/database?target_session_attrs=read-write` and `?pgbouncer=true`. Throws
 * a TypeError, without the address in its message, when the address is malformed.
 */
export function parseServerList(address: string): ServerList {
  const [, scheme, login = '', hosts, rest] =
    /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)((?:[/?#].*)?)$/.exec(address.trim()) ?? [];
  if (scheme === undefined || hosts === undefined) throw new TypeError('not the address of a database');
  const urls = hosts.split(',').map((host) => parseUrl(`${scheme}${login}${host}${rest}`));
  const parameters = urls[0]?.searchParams;
  const role = roles[parameters?.get('target_session_attrs') ?? 'any'];
  const pooled = parameters?.get('pgbouncer') ?? 'false';
  if (urls.length > 1 && urls.some(({ hostname }) => hostname === '')) throw new TypeError('a server without a name');
  if (!role || !/^(true|false)$/.test(pooled)) throw new TypeError('not a value of this parameter');
  return { servers: urls.map(removeOwnParameters), role, isPooled: pooled === 'true' };
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new TypeError('not the address of a server');
  return new URL(text);
}

function removeOwnParameters(url: URL): string {
  for (const name of ownParameters) url.searchParams.delete(name);
  return url.href;
}

/** Whether the address is the folder of a Unix socket, as with the embedded server. */
export const isSocketAddress = (address: string): boolean =>
  parseServerList(address).servers.some((server) => new URL(server).searchParams.has('host'));

/** The servers of an address without user and password, for messages and metrics. */
export function formatServers(address: string): string {
  const urls = parseServerList(address).servers.map((server) => new URL(server));
  const [first] = urls;
  return first?.searchParams.get('host') ?? `${urls.map(({ host }) => host).join(',')}${first?.pathname ?? ''}`;
}
