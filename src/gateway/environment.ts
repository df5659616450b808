import { join, resolve } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import { type LogLevel, logLevels } from '../service/http/journal.ts';
import { StartError } from '../service/db/start-error.ts';
import { type Embeddings, embeddingsVariables, toEmbeddings } from './environment-embeddings.ts';
import { projectDir } from './project.ts';

/** What the environment says about how the gateway runs. */
export interface Environment {
  host: string;
  port: number;
  dataDir: string;
  /** Whether a person named the data folder; then it is that folder or none. */
  dataDirNamed: boolean;
  databaseUrl: string | undefined;
  databaseUser: string | undefined;
  purchaseUrl: string | undefined;
  /** The hosted service that answers in the place of our own; undefined where our own answers. */
  upstream: Upstream | undefined;
  /** Origins whose pages may ask /api/v1 with a key of their own. */
  corsOrigins: readonly string[];
  /** Addresses of the proxies in front; undefined where none stands there. */
  trustProxy: readonly string[] | undefined;
  /** The path below which a proxy shows the site, without a slash at the end; empty at the root. */
  base: string;
  logLevel: LogLevel;
  /** What /metrics wants from whoever is not on this machine. */
  metricsToken: string | undefined;
  /** The model that reads texts for search by meaning; undefined where what is built in does. */
  embeddings: Embeddings | undefined;
}

/** A hosted service: where it is, whose key pays, and the unit of its alert amounts. */
export interface Upstream {
  /** Its address without a slash at the end. */
  url: URL;
  /** Undefined where every browser brings its own. */
  key: string | undefined;
  alertAmounts: 'usd' | 'millions';
}

const upstreamMeaning = 'must be an address like https://api.example.com/api/v1, without user, password, ? and #';

const proxyMeaning = 'must be addresses or networks such as 10.0.0.0/8, or loopback, joined by commas';

const web = z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' });

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
    .regex(/^[A-Za-z0-9_.-]+$/, 'must be the name or number of a user')
    .optional(),
  FUNDSCOPE_PURCHASE_URL: web.optional(),
  FUNDSCOPE_UPSTREAM: z
    .url({ protocol: /^https?$/, error: upstreamMeaning })
    .transform((text) => new URL(text.trim().replace(/\/+$/, '')))
    .refine(({ username, password, search, hash }) => `${username}${password}${search}${hash}` === '', upstreamMeaning)
    .optional(),
  FUNDSCOPE_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must be the key alone, without "Bearer" and without blanks')
    .optional(),
  FUNDSCOPE_ALERT_AMOUNTS: z.enum(['usd', 'millions'], 'must be usd or millions').optional(),
  FUNDSCOPE_CORS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://desk.example.com, joined by commas')
    .optional(),
  FUNDSCOPE_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every(isProxyAddress), proxyMeaning)
    .optional(),
  FUNDSCOPE_BASE: z
    .string()
    .transform((text) => text.trim().replace(/\/+$/, ''))
    .refine((path) => /^(\/[A-Za-z0-9._~-]+)*$/.test(path), 'must be a path such as /desk')
    .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must be a path such as /desk')
    .default(''),
  FUNDSCOPE_LOG: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('warn'),
  FUNDSCOPE_METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,1024}$/, 'must be 16 or more visible characters')
    .optional(),
  ...embeddingsVariables,
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user:password@host:5432/database' })
    .optional(),
});

/** Reads the environment; throws a StartError that names every variable with a value that cannot be used. */
export function readEnvironment(values: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()));
  const read = variables.safeParse(given);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => toProblem(String(path[0]), message, given));
    throw new StartError(problems.join('\n'), 'Correct or unset it in the environment, then start again.');
  }
  const known = read.data;
  return {
    host: known.HOST,
    port: known.PORT,
    dataDir: known.FUNDSCOPE_DATA ? resolve(known.FUNDSCOPE_DATA) : join(projectDir, '.fundscope'),
    dataDirNamed: known.FUNDSCOPE_DATA !== undefined,
    databaseUrl: known.DATABASE_URL,
    databaseUser: known.FUNDSCOPE_DB_USER,
    purchaseUrl: known.FUNDSCOPE_PURCHASE_URL,
    upstream: toUpstream(known),
    corsOrigins: known.FUNDSCOPE_CORS ?? [],
    trustProxy: known.FUNDSCOPE_TRUST_PROXY,
    base: known.FUNDSCOPE_BASE,
    logLevel: known.FUNDSCOPE_LOG,
    metricsToken: known.FUNDSCOPE_METRICS_TOKEN,
    embeddings: toEmbeddings(known),
  };
}

function toUpstream(known: z.output<typeof variables>): Upstream | undefined {
  const { FUNDSCOPE_UPSTREAM: url, FUNDSCOPE_KEY: key, FUNDSCOPE_ALERT_AMOUNTS: alertAmounts } = known;
  if (url) return { url, key, alertAmounts: alertAmounts ?? 'usd' };
  // Whoever sets these means a hosted service, and would be answered by our own without noticing.
  const idle = [key && 'FUNDSCOPE_KEY', alertAmounts && 'FUNDSCOPE_ALERT_AMOUNTS'].filter(Boolean).join(' and ');
  if (idle === '') return undefined;
  throw new StartError(
    `${idle} belong${idle.includes(' ') ? '' : 's'} to a hosted service, but FUNDSCOPE_UPSTREAM names none.`,
    'Set FUNDSCOPE_UPSTREAM to its address, or unset the rest.',
  );
}

/** Whether a text is exactly what browsers send as Origin; neither `*` nor `null` is. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** An address, a network, or a name that stands for some. */
function isProxyAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = '', bits] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

// An address may hold a password, and a key is one.
const secret = new Set([
  'DATABASE_URL',
  'FUNDSCOPE_UPSTREAM',
  'FUNDSCOPE_KEY',
  'FUNDSCOPE_METRICS_TOKEN',
  'EMBEDDINGS_URL',
  'EMBEDDINGS_KEY',
]);

function toProblem(name: string, message: string, given: NodeJS.ProcessEnv): string {
  return secret.has(name) ? `${name} ${message}.` : `${name} is "${given[name]}", but ${message}.`;
}
