import { resolve } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import { type LogLevel, logLevels } from '../service/http/request-log.ts';
import { parseServerList } from '../service/db/servers.ts';
import { StartError } from '../service/db/start-error.ts';
import type { MailSettings } from '../service/alerts/deliveries/email.ts';
import { findDefaultDataDir } from './project.ts';

/** How the gateway runs, read from the environment variables (listed in README.md). */
export interface Environment {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database without a pooler; undefined if `databaseUrl` has none. */
  databaseDirectUrl: string | undefined;
  /** Replicas of the database, for searches. */
  databaseReplicaUrls: readonly string[];
  databaseUser: string | undefined;
  purchaseUrl: string | undefined;
  /** The hosted service that answers API requests; undefined if the local service does. */
  upstream: Upstream | undefined;
  /** Origins whose pages may call /api/v1 with a key of their own. */
  corsOrigins: readonly string[];
  /** Addresses of trusted reverse proxies; undefined without one. */
  trustProxy: readonly string[] | undefined;
  /** The path under which a reverse proxy serves the site, without a trailing slash; empty at the root. */
  base: string;
  logLevel: LogLevel;
  /** Statements that take longer are logged, without their values; undefined for none. In milliseconds. */
  slowQueryMs: number | undefined;
  /** Who may use the gateway's key: its own page on this machine, that page with a token, or nobody. */
  localKey: 'on' | 'token' | 'off';
  /** The token that /metrics requires from other machines. */
  metricsToken: string | undefined;
  /** Private addresses and networks that webhooks may be sent to. */
  webhooksAllow: readonly string[];
  /** The address under which others open the dashboard, for links in messages; without a trailing slash. */
  publicUrl: string;
  /** The mail server; undefined without one. */
  mail: MailSettings | undefined;
  /** Whether searches are answered from an index in memory. */
  index: 'on' | 'off';
  /** The embedding model for semantic search; undefined for the built-in ranking. */
  embeddings: Embeddings | undefined;
}

/** A hosted service. */
export interface Upstream {
  /** Its address; only the root of a host ends with a slash. */
  url: URL;
  /** The gateway's key; undefined when each browser sends its own. */
  key: string | undefined;
  alertAmounts: 'usd' | 'millions';
}

/** An embedding model: an OpenAI-compatible service, or a folder with an ONNX model. */
export type Embeddings = { url: URL; model: string; key: string | undefined } | { folder: string };

const serviceUrl = (example: string) => {
  const rule = `must be an address like ${example}, without user, password, ? and #`;
  return z
    .url({ protocol: /^https?$/, error: rule })
    .transform((text) => new URL(text.trim().replace(/\/+$/, '')))
    .refine(({ username, password, search, hash }) => `${username}${password}${search}${hash}` === '', rule)
    .optional();
};

const bearerKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,1024}$/, 'must be the key alone, without "Bearer" and without spaces')
  .optional();

const commaList = (isValid: (item: string) => boolean, rule: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isValid), rule)
    .optional();

function isDatabaseUrl(address: string): boolean {
  try {
    return parseServerList(address).servers.length > 0;
  } catch {
    return false;
  }
}

const databaseUrl = z.string().refine(isDatabaseUrl, {
  error: 'must be an address like postgres://user:password@host:5432/database, with several hosts if you like',
  abort: true,
});

const variables = z.object({
  HOST: z.hostname('must be a host name or an address').or(z.ipv6()).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(4310),
  FUNDSCOPE_DATA: z.string().optional(),
  FUNDSCOPE_DB_USER: z
    .string()
    .regex(/^[A-Za-z0-9_.-]+$/, 'must be a user name or id')
    .optional(),
  FUNDSCOPE_PURCHASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
    .optional(),
  FUNDSCOPE_UPSTREAM: serviceUrl('https://api.example.com/api/v1'),
  FUNDSCOPE_KEY: bearerKey,
  FUNDSCOPE_ALERT_AMOUNTS: z.enum(['usd', 'millions'], 'must be usd or millions').optional(),
  FUNDSCOPE_CORS: commaList(isOrigin, 'must be origins such as https://app.example.com, separated by commas'),
  FUNDSCOPE_TRUST_PROXY: commaList(
    isProxyAddress,
    'must be addresses or networks such as 10.0.0.0/8, or loopback, separated by commas',
  ),
  FUNDSCOPE_BASE: z
    .string()
    .transform((text) => text.trim().replace(/\/+$/, ''))
    .refine((path) => /^(\/[A-Za-z0-9._~-]+)*$/.test(path), 'must be a path such as /funding')
    .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must be a path such as /funding')
    .default(''),
  FUNDSCOPE_LOG: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('warn'),
  FUNDSCOPE_SLOW_QUERY_MS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be whole milliseconds from 1 on')
    .transform(Number)
    .optional(),
  FUNDSCOPE_LOCAL_KEY: z.enum(['on', 'token', 'off'], 'must be on, token or off').default('on'),
  FUNDSCOPE_INDEX: z.enum(['on', 'off'], 'must be on or off').default('on'),
  FUNDSCOPE_METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,1024}$/, 'must be 16 or more visible characters')
    .optional(),
  FUNDSCOPE_WEBHOOKS_ALLOW: commaList(
    (text) => isIP(text.split('/', 1)[0] ?? '') !== 0 && isProxyAddress(text),
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
  FUNDSCOPE_PUBLIC_URL: serviceUrl('https://funding.example.com'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example.com' })
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$/, 'must be an address such as Fundscope <alerts@example.com>')
    .optional(),
  EMBEDDINGS_URL: serviceUrl('https://api.example.com/v1'),
  EMBEDDINGS_MODEL: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a model, without spaces')
    .optional(),
  EMBEDDINGS_KEY: bearerKey,
  EMBEDDINGS_LOCAL: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl
    .refine((address) => !parseServerList(address).isPooled, 'must not be a pooler')
    .optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((text) => text.split(/[\s,]+(?=postgres(?:ql)?:)/).map((address) => address.trim()))
    .refine((list) => list.every(isDatabaseUrl), 'must be addresses like those in DATABASE_URL, separated by spaces')
    .optional(),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

type Values = z.output<typeof variables>;

/** Reads the environment variables. Throws a StartError that names every variable with an unusable value. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => describeProblem(String(path[0]), message, given));
    throw new StartError(problems.join('\n'), 'Correct or unset it in the environment, then start again.');
  }
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.FUNDSCOPE_DATA ? resolve(values.FUNDSCOPE_DATA) : findDefaultDataDir(env),
    ...readDatabase(values),
    databaseUser: values.FUNDSCOPE_DB_USER,
    purchaseUrl: values.FUNDSCOPE_PURCHASE_URL,
    upstream: readUpstream(values),
    corsOrigins: values.FUNDSCOPE_CORS ?? [],
    trustProxy: values.FUNDSCOPE_TRUST_PROXY,
    base: values.FUNDSCOPE_BASE,
    logLevel: values.FUNDSCOPE_LOG,
    slowQueryMs: values.FUNDSCOPE_SLOW_QUERY_MS,
    localKey: values.FUNDSCOPE_LOCAL_KEY,
    metricsToken: values.FUNDSCOPE_METRICS_TOKEN,
    webhooksAllow: values.FUNDSCOPE_WEBHOOKS_ALLOW ?? [],
    publicUrl:
      values.FUNDSCOPE_PUBLIC_URL?.href.replace(/\/$/, '') ?? `http://localhost:${values.PORT}${values.FUNDSCOPE_BASE}`,
    mail: readMail(values),
    index: values.FUNDSCOPE_INDEX,
    embeddings: readEmbeddings(values),
  };
}

function readDatabase(values: Values): Pick<Environment, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrls'> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URLS: replicas = [] } = values;
  if (!url && (direct || replicas.length > 0)) {
    const unused = direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_REPLICA_URLS';
    throw new StartError(`${unused} needs DATABASE_URL too.`, 'Set both, or unset both.');
  }
  if (url && !direct && parseServerList(url).isPooled) {
    throw new StartError(
      'DATABASE_URL is a pooler, through which migrations and imports cannot run.',
      'Set DATABASE_DIRECT_URL to the address of the database without it.',
    );
  }
  return { databaseUrl: url, databaseDirectUrl: direct, databaseReplicaUrls: replicas };
}

function readUpstream(values: Values): Upstream | undefined {
  const { FUNDSCOPE_UPSTREAM: url, FUNDSCOPE_KEY: key, FUNDSCOPE_ALERT_AMOUNTS: alertAmounts } = values;
  if (url) return { url, key, alertAmounts: alertAmounts ?? 'usd' };
  // Without this check, someone who forgot the address would get local data without noticing.
  const unused = [key && 'FUNDSCOPE_KEY', alertAmounts && 'FUNDSCOPE_ALERT_AMOUNTS'].filter(Boolean).join(' and ');
  if (unused === '') return undefined;
  throw new StartError(
    `${unused} need${unused.includes(' ') ? '' : 's'} a hosted service, but FUNDSCOPE_UPSTREAM is not set.`,
    'Set FUNDSCOPE_UPSTREAM to its address, or unset the rest.',
  );
}

function readMail({ SMTP_URL: url, SMTP_FROM: from }: Values): MailSettings | undefined {
  if (url && from) return { url, from };
  if (!url && !from) return undefined;
  throw new StartError(`Emails need ${url ? 'SMTP_FROM' : 'SMTP_URL'} too.`, 'Set both, or unset both.');
}

function readEmbeddings(values: Values): Embeddings | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key, EMBEDDINGS_LOCAL: folder } = values;
  if (folder !== undefined) {
    if (!url && !model && !key) return { folder: resolve(folder) };
    throw new StartError(
      'EMBEDDINGS_LOCAL names a local model, and EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_KEY a remote one.',
      'Set EMBEDDINGS_LOCAL alone, or unset it.',
    );
  }
  if (url && model) return { url, model, key };
  if (!url && !model && !key) return undefined;
  const missing = url ? 'EMBEDDINGS_MODEL' : model ? 'EMBEDDINGS_URL' : 'EMBEDDINGS_URL and EMBEDDINGS_MODEL';
  throw new StartError(
    `An embedding model needs ${missing} too.`,
    'Set both, or unset every variable that begins with EMBEDDINGS_.',
  );
}

/** Whether the text is exactly what browsers send as Origin; neither `*` nor `null` is. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether the text is an address, a network, or one of the names for networks. */
function isProxyAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits] = text.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

// Their values are never printed: an address may contain a password.
const secret = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'FUNDSCOPE_UPSTREAM',
  'FUNDSCOPE_KEY',
  'FUNDSCOPE_METRICS_TOKEN',
  'SMTP_URL',
  'EMBEDDINGS_URL',
  'EMBEDDINGS_KEY',
]);

function describeProblem(name: string, message: string, given: NodeJS.ProcessEnv): string {
  return secret.has(name) ? `${name} ${message}.` : `${name} is "${given[name]}", but ${message}.`;
}

/** The URL of a path at a hosted service. */
export const formatUpstreamUrl = ({ url }: Pick<Upstream, 'url'>, path: string): string =>
  `${url.href.replace(/\/$/, '')}${path}`;

/** The URL at which this machine reaches a gateway that listens on an address. */
export function formatLocalUrl({ host, port }: Pick<Environment, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
