import { Socket } from 'node:net';
import pg from 'pg';
import { type ServerRole, parseServerList } from './servers.ts';

const connectTimeoutMs = 10_000;
/** If the address names several servers, the next one is tried after this time. */
const connectTimeoutOfManyMs = 3_000;
/** A vanished server is noticed on idle connections after this time and ten more seconds. */
const keepAliveMs = 5_000;

export interface ConnectionOptions {
  /**
   * A URL, in which `?host=` may name the folder of a Unix socket. It may name several servers, a role with
   * `target_session_attrs`, and a pooler with `pgbouncer=true` (servers.ts).
   */
  readonly address: string;
  /** Server settings of every connection, such as `search_path`; a pooler keeps only `application_name`. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** How long a statement may take before its connection is given up as lost; no limit by default. */
  readonly answerTimeoutMs?: number | undefined;
}

/** The connections of a pool, and the server that new ones go to. */
interface PoolClients {
  /** Options of the driver's pool. */
  readonly use: { readonly Client: new () => pg.Client; readonly onConnect: (client: pg.ClientBase) => Promise<void> };
  /** The number of servers to try. */
  readonly servers: number;
  readonly isPooled: boolean;
  /** Closes all connections immediately. */
  readonly cut: () => void;
}

/**
 * Connects to the servers of an address. New connections go to the server that last worked; if it cannot be reached or
 * has the wrong role, the next one is tried.
 */
export function createPoolClients(options: ConnectionOptions): PoolClients {
  const { servers, role, isPooled } = parseServerList(options.address);
  const config = createClientConfig(options, isPooled);
  const connectMs = servers.length > 1 ? connectTimeoutOfManyMs : connectTimeoutMs;
  let current = 0;
  const sockets = new Set<Socket>();
  class PoolClient extends pg.Client {
    readonly #server = current;
    readonly #socket: Socket;
    constructor() {
      const socket = new Socket();
      super({ ...parseClientAddress(servers[current] ?? ''), ...config, stream: () => socket });
      this.#socket = socket;
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // Without a listener, the loss of an idle connection would end the process; the pool replaces it.
      this.on('error', () => undefined);
    }
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      if (!callback) return super.connect() as Promise<this>;
      const cancel = callAfterFreeTime(connectMs, () => {
        this.#socket.destroy(new ConnectionError('The database did not answer in time.', 'CONNECT_TIMEOUT'));
      });
      super.connect((error: Error | null) => {
        cancel();
        if (error) this.leaveServer();
        callback(error as Error);
      });
    }
    /** Makes new connections go to the next server, unless another connection has already done so. */
    leaveServer(): void {
      if (current === this.#server) current = (current + 1) % servers.length;
    }
  }
  return {
    use: {
      Client: PoolClient,
      async onConnect(client) {
        if (await hasRole(client, role)) return;
        if (client instanceof PoolClient) client.leaveServer();
        throw new ConnectionError('The server does not have the role that this connection needs.', 'WRONG_SERVER_ROLE');
      },
    },
    servers: servers.length,
    isPooled,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  };
}

const stepsOfLimit = 10;

/**
 * Calls `onTimeout` after the event loop was free for `ms`. A timer alone would count the time that the program was
 * busy, and would run before a response that has arrived is read. Returns a function that cancels it.
 */
export function callAfterFreeTime(ms: number, onTimeout: () => void): () => void {
  let left = stepsOfLimit;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onTimeout();
  }, ms / stepsOfLimit);
  timer.unref();
  return () => clearInterval(timer);
}

/** The database cannot be reached; `code` says why, as in errors of Node and PostgreSQL. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

function parseClientAddress(address: string): pg.ClientConfig {
  const url = new URL(address);
  const host = url.searchParams.get('host');
  if (host?.startsWith('/')) {
    const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
    return { host, port: Number(url.port || 5432), user, password, database, ssl: false };
  }
  // sslmode has the same meaning as in PostgreSQL's own programs.
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  return { connectionString: url.href };
}

function createClientConfig(options: ConnectionOptions, isPooled: boolean): pg.ClientConfig {
  const { settings, answerTimeoutMs } = options;
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
    types: { getTypeParser: (type: number) => parsers[type] ?? pg.types.getTypeParser(type) },
    ...(isPooled ? { application_name: String(settings['application_name']) } : { options: formatSettings(settings) }),
  };
}

const formatSettings = (settings: ConnectionOptions['settings']): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ');

/** Whether a server has the role that connections need; a server in recovery is a standby. */
async function hasRole(client: pg.ClientBase, role: ServerRole): Promise<boolean> {
  if (role === 'any') return true;
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  return rows[0]?.standby === (role === 'standby');
}

const int4Array: number = 1007;
const parseDate = (text: string) => new Date(text);
/** Parsers that replace the driver's, by type oid. */
const parsers: Record<number, (text: string) => unknown> = {
  // int8: ids and counts, far below 2 ** 53.
  20: Number,
  // int8[], read as int4[] is.
  1016: pg.types.getTypeParser(int4Array) as (text: string) => unknown,
  // date, timestamp, timestamptz: a day is its start in UTC.
  1082: parseDate,
  1114: parseDate,
  1184: parseDate,
};
